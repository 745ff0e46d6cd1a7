"""What there is to tell of a game of Bataille: who led, the longest tie, when each fell out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.timeline import Timeline, any_visible_seat
from engine.war.history import PastTurn, past_turns
from engine.war.view import WarView
from play.story import Highlight
from words.translation import _

TWO: Final = 2
"""With two players one can be ahead of the other."""


def highlights(timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
    """Return the turns worth going to, the dearest first; of a game in play too."""
    turns = _turns(timeline)
    told = [*_decided(timeline, turns, names), *_tie(turns), *_outs(turns, names)]
    return tuple(told)


def leads(timeline: Timeline[Any]) -> tuple[int, ...]:
    """Return after each turn how many cards more the first of two players had; nothing for more."""
    if len(timeline.seats) != TWO:
        return ()
    return tuple(piles[0] - piles[1] for piles in _piles(timeline, _turns(timeline)))


def _turns(timeline: Timeline[Any]) -> list[PastTurn]:
    view = timeline.view(any_visible_seat(timeline))
    assert isinstance(view, WarView)
    return past_turns(view, len(view.log))


def _piles(timeline: Timeline[Any], turns: Sequence[PastTurn]) -> Iterator[list[int]]:
    """Yield how many cards each player has after each turn; in a tie those turned count too."""
    piles = [timeline.options.cards] * timeline.options.players
    for turn in turns:
        if turn.taker is not None:
            loser = turn.opponent if turn.taker == turn.challenger else turn.challenger
            piles[turn.taker] += turn.taken // TWO
            piles[loser] -= turn.taken // TWO
        yield piles


def _decided(
    timeline: Timeline[Any], turns: Sequence[PastTurn], names: Sequence[str]
) -> Iterator[Highlight]:
    """Yield the turn from which the only winner had the most cards until the end."""
    outcome = timeline.outcome
    if outcome is None or len(outcome.winners) != 1:
        return
    (winner,), first = outcome.winners, 0
    for at, piles in enumerate(_piles(timeline, turns), start=1):
        others = (count for seat, count in enumerate(piles) if seat != winner)
        first = (first or at) if piles[winner] > max(others) else 0
    if first:
        words = _("{player} ahead from duel {duel} on")
        words = words.format(player=names[winner], duel=turns[first - 1].number)
        yield Highlight(first, _("ahead from here"), words)


def _tie(turns: Sequence[PastTurn]) -> Iterator[Highlight]:
    """Yield the longest tie, by which the most cards were taken at once."""
    at = max(range(len(turns)), key=lambda place: turns[place].taken, default=0)
    if turns and turns[at].taken > TWO:
        words = _("Longest tie: duel {duel}, {count} cards")
        words = words.format(duel=turns[at].number, count=turns[at].taken)
        yield Highlight(at + 1, _("longest tie"), words)


def _outs(turns: Sequence[PastTurn], names: Sequence[str]) -> Iterator[Highlight]:
    """Yield when each player fell out, the last one first."""
    for at in reversed(range(len(turns))):
        out = turns[at].out
        if out is not None:
            player = names[out]
            words = _("{player} out at duel {duel}").format(player=player, duel=turns[at].number)
            yield Highlight(at + 1, _("{player} is out").format(player=player), words)
