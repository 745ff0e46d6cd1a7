"""The refusals of a table as errors that can be said in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.reasons import Explanation, IllegalMove, Reason
from net.joining.reasons import RequestReason
from net.wire import RefusedNews

_LONGEST_FACT = 80
_LONGEST_TEXT = 200


def refusal_of(news: RefusedNews) -> IllegalMove:
    """Return the error of a refusal: a reason that this program knows, or what the table said.

    A text of the table is never filled in by itself: what is in its braces might be anything.
    """
    reason = _known_reasons().get(news.text)
    facts = {name: _harmless_fact(fact) for name, fact in news.facts.items()}
    if reason is not None:
        try:
            str(Explanation(reason, facts))
        except (LookupError, ValueError, TypeError, AttributeError):
            return IllegalMove(RequestReason.NOT_NOW)
        return IllegalMove(reason, **facts)
    words = harmless(news.text, _LONGEST_TEXT)
    if not words:
        return IllegalMove(RequestReason.NOT_NOW)
    return IllegalMove(RequestReason.SAID, words=words)


def harmless(text: str, longest: int) -> str:
    r"""Return a stranger's text on one printable line, cut off where it is too long.

    >>> harmless("no\x1b[2J\n such {thing}", 12)
    'no?[2J? such'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text[:longest])


def _harmless_fact(fact: int | str) -> int | str:
    if isinstance(fact, int):
        return max(min(fact, 10**9), -(10**9))
    return harmless(fact, _LONGEST_FACT)


@cache
def _known_reasons() -> dict[str, Reason]:
    """Return every reason of the games played here and of tables, by its English sentence."""
    return {str(reason.value): reason for kind in _kinds(Reason) for reason in kind}


def _kinds(kind: type[Reason]) -> Iterator[type[Reason]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)
