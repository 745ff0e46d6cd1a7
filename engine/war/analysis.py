"""Analysis of Bataille: the curve of the cards. Nobody decides anything, so nothing is a loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis import Judged, Measure
from engine.game import CHANCE, Play, StopFlag, Stopped, never
from engine.war.state import WarState


def analyse(
    states: Sequence[WarState], plays: Sequence[Play], stop: StopFlag = never
) -> Iterator[Judged]:
    """Yield each turn of a card with the first seat's share of the cards. Raises `Stopped`.

    Cards on the table are nobody's until they are taken: the share is that of the cards in piles.

    Args:
        states: The state before each play.
        plays: The moves of the game, chance's included.
        stop: Says whether to stop.
    """
    for ply, (state, (seat, move)) in enumerate(zip(states, plays, strict=True)):
        if stop():
            raise Stopped
        if seat != CHANCE:
            share = _share(state)
            yield Judged(
                ply, seat, move, move, 0.0, 0.0, share, share, counts=False, measure=Measure.CARDS
            )


def _share(state: WarState) -> float:
    """Return the first seat's share of the cards in piles, in points of 100."""
    sizes = [len(pile) for pile in state.piles]
    return 100 * sizes[0] / max(sum(sizes), 1)
