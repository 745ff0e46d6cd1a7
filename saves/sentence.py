"""Error messages as sentences that can be kept in a file and said in any language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any, Final

from engine.reasons import IllegalMove, Reason, Sentence
from saves.reasons import ForeignReason

_PLAIN: Final = (int, str)


def sentence(reason: Reason, /, **facts: object) -> Sentence:
    """Return the sentence of a reason with its facts."""
    return Sentence(str(reason.value), {name: _plain(fact) for name, fact in facts.items()})


def plain_sentence(text: str) -> Sentence:
    """Return a text without facts as a sentence."""
    return Sentence(text.replace("{", "{{").replace("}", "}}"), {})


def sentence_of(error: ValueError | str) -> Sentence:
    """Return the sentence of an error; the message of a library is recognized by its words.

    >>> sentence_of("expected `int`, got `str`").facts
    {'kind': '`int`', 'found': '`str`'}
    """
    if isinstance(error, IllegalMove):
        return sentence(error.reason, **error.facts)
    text = str(error)
    for reason in ForeignReason:
        if found := _pattern(str(reason.value)).fullmatch(text):
            return _known_again(reason, found.groupdict())
    return plain_sentence(text)


def _known_again(reason: Reason, facts: Mapping[str, str]) -> Sentence:
    """Return the sentence of a recognized message; its fact `why` is a sentence too."""
    return sentence(
        reason,
        **{name: sentence_of(fact) if name == "why" else fact for name, fact in facts.items()},
    )


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a sentence with any facts."""
    parts = [
        re.escape(words) + (f"(?P<{name}>.*?)" if name else "")
        for words, name, _format, _conversion in Formatter().parse(text)
    ]
    return re.compile("".join(parts), re.DOTALL)


def _plain(fact: object) -> Any:
    """Return a fact in a form that a file can keep and that reads the same in the sentence."""
    if isinstance(fact, IllegalMove):
        return sentence_of(fact)
    return fact if isinstance(fact, Sentence) or type(fact) in _PLAIN else str(fact)
