"""What there is to tell of a game: its highlights, and once it is over how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.table import EventKind
from engine.timeline import Timeline, any_visible_seat
from play.setup import seat_of, together
from words.translation import _


class Highlight(NamedTuple):
    """A turn worth going to.

    Attributes:
        turn: How many turns were made once it had happened, from 1.
        name: What it is, in two or three words.
        words: The same with how much of it and when, in a few words more.
        side: Whose it is, 0 or 1, by whose coin it is told; None for nobody's.
    """

    turn: int
    name: str
    words: str
    side: int | None = None


class Story(NamedTuple):
    """How a game ended, and what led there.

    Attributes:
        side: The side that won, 0 or 1, by whose colour it is told; None for a draw, or where
            more than two sides play.
        title: Who won.
        why: Why, as a sentence.
        turns: How many turns were made.
        highlights: The turns worth telling, the dearest first.
        leads: After each turn by how much the first side was ahead, negative where the second
            one was; nothing for a game that cannot say.
        coins: The signs of the two sides.
    """

    side: int | None
    title: str
    why: str
    turns: int
    highlights: tuple[Highlight, ...] = ()
    leads: tuple[int, ...] = ()
    coins: str = "●○"


def capital(words: str) -> str:
    """Return words with a capital at their beginning.

    >>> capital("all 58 cards are laid."), capital("")
    ('All 58 cards are laid.', '')
    """
    return words[:1].upper() + words[1:]


def won_words(winners: str, count: int, why: str) -> str:
    """Return the sentence that one player, or several, won, and why."""
    words = _("{players} win: {why}.") if count > 1 else _("{player} wins: {why}.")
    return words.format(player=winners, players=winners, why=why.removesuffix("."))


def given_up(timeline: Timeline[Any], names: Sequence[str]) -> str:
    """Return the sentence that a player gave up, with the reason if the record has one."""
    (last,) = timeline.view(any_visible_seat(timeline)).log.latest(1)
    player = names[last.seat]
    text = next((e.text for e in reversed(timeline.events) if e.kind is EventKind.FORFEIT), "")
    if text:
        return _("{player} gave up ({why}).").format(player=player, why=_(text))
    return _("{player} gave up.").format(player=player)


def winners_of(timeline: Timeline[Any], names: Sequence[str]) -> Sequence[str]:
    """Return who won a game that is over; of several without the levels of computer players."""
    assert timeline.outcome
    seats = timeline.outcome.winners
    if len(seats) < 2:
        return [names[seat] for seat in seats]
    return together([seat_of(names[seat], timeline.sitters[seat].kind) for seat in seats])
