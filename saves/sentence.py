"""A sentence that can be said in any language: its English, and the facts that fill it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any, Final, NamedTuple

from engine.game import IllegalMove, Reason
from saves.reasons import ForeignReason

_PLAIN: Final = (int, str)


class Sentence(NamedTuple):
    """An English sentence with its facts in braces, and these; a fact may be a sentence too.

    >>> str(Sentence("unknown game {game}", {"game": '"go"'}))
    'unknown game "go"'
    """

    text: str
    facts: dict[str, int | str | Sentence]

    def __str__(self) -> str:
        return self.text.format(**self.facts)


def sentence(reason: Reason, /, **facts: object) -> Sentence:
    """Return the sentence of a reason."""
    return Sentence(str(reason.value), {name: _plain(fact) for name, fact in facts.items()})


def plain_sentence(text: str) -> Sentence:
    """Return a text without facts as a sentence."""
    return Sentence(text.replace("{", "{{").replace("}", "}}"), {})


def said_of(error: ValueError | str) -> Sentence:
    """Return what an error says, its reason known again if it has none of its own.

    >>> said_of("expected `int`, got `str`").facts
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
    """Return the sentence with its facts; one that says why is a sentence too."""
    return sentence(
        reason, **{name: said_of(fact) if name == "why" else fact for name, fact in facts.items()}
    )


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Return what a sentence looks like with any facts."""
    parts = [
        re.escape(words) + (f"(?P<{name}>.*?)" if name else "")
        for words, name, _format, _conversion in Formatter().parse(text)
    ]
    return re.compile("".join(parts), re.DOTALL)


def _plain(fact: object) -> Any:
    """Return a fact as it can be kept in a file, where it looks the same in the sentence."""
    if isinstance(fact, IllegalMove):
        return said_of(fact)
    return fact if isinstance(fact, Sentence) or type(fact) in _PLAIN else str(fact)
