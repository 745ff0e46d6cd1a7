"""Analysis of Bataille: the curve of the cards. Nobody decides anything, so nothing is a loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis import Judged, Measure
from engine.game import CHANCE, Play, StopFlag, Stopped, never
from engine.war.state import WarState


def analyse(
    states: Sequence[WarState], plays: Sequence[Play], stop: StopFlag = never
) -> Iterator[Judged]:
    """Yield each turn of a card with each seat's share of the cards. Raises `Stopped`.

    Cards on the table are nobody's until they are taken: the share is that of the cards in piles.
    """
    for ply, (state, (seat, move)) in enumerate(zip(states, plays, strict=True)):
        if stop():
            raise Stopped
        if seat != CHANCE:
            shares, after = _shares(state), _shares(state.play(seat, move))
            yield Judged(
                ply,
                seat,
                move,
                move,
                0.0,
                0.0,
                shares[0],
                after[0],
                counts=False,
                measure=Measure.CARDS,
                shares=shares,
            )


def _shares(state: WarState) -> tuple[float, ...]:
    """Return each seat's share of the cards, in points of 100: those in piles, and those taken."""
    sizes = [len(pile) for pile in state.piles]
    if state.taker is not None and state.duel is not None:
        sizes[state.taker] += len(state.duel.cards)
    return tuple(100 * size / max(sum(sizes), 1) for size in sizes)
