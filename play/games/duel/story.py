"""What there is to tell of a duel: best jump, dearest gift, longest turn, turning point."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.duel.moves import Turn
from engine.duel.rules import ASCENDING_BASE, DECK_SIZE, DESCENDING_BASE, JUMP, Side
from engine.duel.view import DuelView
from engine.timeline import Timeline, any_visible_seat
from play.story import Highlight
from words.translation import _, several

WON: Final = 1000
"""The room for each card of who has none left."""
MOST_LEAD: Final = 40
MANY: Final = 4
"""A turn of so many cards is a long one."""


class Highlights(NamedTuple):
    """What is worth telling; each None if it never happened.

    Attributes:
        jumps: Who jumped back most in one turn: seat, turn number, how often.
        gift: The gift that gave most: seat of the giver, turn number, pips.
        turning: The turn from which the winner was ahead until the end, as `lead_of` counts.
        longest: The turn of most cards, if they were many: seat, turn number, cards.
    """

    jumps: tuple[int, int, int] | None
    gift: tuple[int, int, int] | None
    turning: int | None
    longest: tuple[int, int, int] | None


def highlights_of(timeline: Timeline[Any]) -> Highlights:
    """Return the highlights of a game; one in play has no turning point."""
    jumps: tuple[int, int, int] | None = None
    gift: tuple[int, int, int] | None = None
    turning: int | None = None
    longest: tuple[int, int, int] | None = None
    outcome = timeline.outcome
    winner = outcome.winners[0] if outcome and outcome.winners else None
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
        count = len(play.move.lays)
        if count >= MANY and (longest is None or count > longest[2]):
            longest = (play.seat, number, count)
        if winner is None:
            continue
        ahead = lead_of(then) * (1, -1)[winner] > 0
        turning = (turning or number) if ahead else None
    return Highlights(jumps, gift, turning, longest)


def leads_of(timeline: Timeline[Any]) -> tuple[int, ...]:
    """Return after each turn by how much NORD was ahead, as `lead_of` counts."""
    eyes = any_visible_seat(timeline)
    views = (
        timeline.view_at(at, eyes)
        for at, play in enumerate(timeline.plays, start=1)
        if isinstance(play.move, Turn)
    )
    return tuple(lead_of(view) for view in views if isinstance(view, DuelView))


def lead_of(view: DuelView) -> int:
    """Return by how much NORD is ahead, negative where SUD is.

    Who has more room on the own piles for each card left is ahead; it is counted in tenths of a
    pip, and a lead is never more than `MOST_LEAD`.
    """
    north, south = (_room_a_card(side) for side in view.sides)
    return max(-MOST_LEAD, min(north - south, MOST_LEAD))


def _room_a_card(side: Side) -> int:
    left = DECK_SIZE - side.laid.bit_count()
    room = max(DESCENDING_BASE - 1 - side.up, 0) + max(side.down - ASCENDING_BASE - 1, 0)
    return round(10 * room / left) if left else WON


def told(best: Highlights, winner: int | None) -> tuple[Highlight, ...]:
    """Return the highlights in words, those of a game that `winner` won."""
    found = []
    if best.turning and winner is not None:
        words = _("Ahead from turn {turn} on").format(turn=best.turning)
        found.append(Highlight(best.turning, _("ahead from here"), words, winner))
    if best.jumps:
        seat, turn, count = best.jumps
        what = several("{count} jump", "{count} jumps", count)
        words = _("Best turn {turn}, {what}").format(turn=turn, what=what)
        found.append(Highlight(turn, _("best turn"), words, seat))
    if best.gift:
        seat, turn, pips = best.gift
        words = _("Biggest gift {pips}, turn {turn}").format(pips=pips, turn=turn)
        found.append(Highlight(turn, _("biggest gift"), words, seat))
    if best.longest:
        seat, turn, count = best.longest
        words = _("Longest turn {turn}, {count} cards").format(turn=turn, count=count)
        found.append(Highlight(turn, _("longest turn"), words, seat))
    return tuple(found)
