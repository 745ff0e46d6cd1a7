"""What there is to tell of a duel that is over: best jump, dearest gift, turning point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.duel.moves import Turn
from engine.duel.rules import DECK_SIZE, JUMP
from engine.duel.view import DuelView
from engine.timeline import Timeline, any_visible_seat


@dataclass(frozen=True, slots=True)
class Highlights:
    """Three things worth telling; each None if it never happened.

    Attributes:
        jumps: Who jumped back most in one turn: seat, turn number, how often.
        gift: The gift that gave most: seat of the giver, turn number, pips.
        turning: The turn from which the winner had fewer cards left until the end.
    """

    jumps: tuple[int, int, int] | None
    gift: tuple[int, int, int] | None
    turning: int | None


def highlights_of(timeline: Timeline[Any]) -> Highlights:
    """Return the highlights of a game that is over."""
    jumps: tuple[int, int, int] | None = None
    gift: tuple[int, int, int] | None = None
    turning: int | None = None
    outcome = timeline.outcome
    winner = outcome.winners[0] if outcome and outcome.winners else 0
    number, eyes = 0, any_visible_seat(timeline)
    for at, play in enumerate(timeline.plays):
        if not isinstance(play.move, Turn):
            continue
        before, then = timeline.view_at(at, eyes), timeline.view_at(at + 1, eyes)
        assert isinstance(before, DuelView)
        assert isinstance(then, DuelView)
        number += 1
        back, given, tops = 0, 0, before.tops
        for lay in play.move.lays:
            step = abs(lay.card - tops[lay.pile])
            if lay.pile.is_theirs:
                given = step
            elif step == JUMP and (lay.card < tops[lay.pile]) == lay.pile.is_ascending:
                back += 1
            tops = tops.after(lay)
        if back and (jumps is None or back > jumps[2]):
            jumps = (play.seat, number, back)
        if given and (gift is None or given > gift[2]):
            gift = (play.seat, number, given)
        left = [DECK_SIZE - side.laid.bit_count() for side in then.sides]
        ahead = left[winner] < left[1 - winner]
        turning = (turning or number) if ahead else None
    return Highlights(jumps, gift, turning)
