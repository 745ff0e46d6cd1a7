"""The story of a duel: best jump, dearest gift, longest turn, turning point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from engine.duel.moves import DECK_SIZE, Turn
from engine.duel.reasons import Ending
from engine.duel.rules import ASCENDING_BASE, DESCENDING_BASE, JUMP, cards_of
from engine.duel.sides import Side
from engine.duel.view import DuelView
from engine.timeline import Timeline
from play.story import GameStory, Highlight, turning_point, view_at
from words.translation import _, several

WON: Final = 1000
"""The room for each card of a player without cards."""
MOST_LEAD: Final = 40
MANY: Final = 4
"""A turn of this many cards is a long one."""


class _MadeTurn(NamedTuple):
    """A turn.

    Attributes:
        number: Its number, from 1.
        seat: The seat that made it.
        jumps: The number of its jumps back.
        pips: The pips of its gift.
        cards: The number of its cards.
        lead: The lead of NORD after it, as `lead_of` counts.
    """

    number: int
    seat: int
    jumps: int
    pips: int
    cards: int
    lead: int


class DuelStory(GameStory):
    """Tells duels."""

    def why(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        outcome = timeline.outcome
        assert outcome
        if outcome.why is Ending.ALL_LAID:
            return _("all 58 cards are laid.")
        if outcome.why is Ending.FORFEIT:
            return super().why(timeline, names)
        loser = 1 - outcome.winners[0]
        view: DuelView = view_at(timeline)
        cards = ", ".join(map(str, cards_of(view.hands[loser] or 0))) or "-"
        words = _("{player} cannot lay two of {cards}.")
        if outcome.why is Ending.BLOCKED_ALONE:
            words = _("{player} can lay none of {cards}.")
        return words.format(player=names[loser], cards=cards)

    def leads(self, timeline: Timeline[Any]) -> tuple[int, ...]:
        """Return the lead of NORD after each turn, as `lead_of` counts."""
        return tuple(turn.lead for turn in _turns(timeline))

    def highlights(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the turning point, the best jump, the dearest gift, the longest turn."""
        turns = _turns(timeline)
        found: list[Highlight] = []
        if timeline.outcome:
            (winner,) = timeline.outcome.winners
            found += turning_point(winner, [turn.lead for turn in turns])
        if best := _first_most(turns, lambda turn: turn.jumps):
            what = several("{count} jump", "{count} jumps", best.jumps)
            words = _("Best turn {turn}, {what}").format(turn=best.number, what=what)
            found.append(Highlight(best.number, _("best turn"), words, best.seat))
        if best := _first_most(turns, lambda turn: turn.pips):
            words = _("Biggest gift {pips}, turn {turn}")
            words = words.format(pips=best.pips, turn=best.number)
            found.append(Highlight(best.number, _("biggest gift"), words, best.seat))
        if best := _first_most(turns, lambda turn: turn.cards, least=MANY):
            words = _("Longest turn {turn}, {count} cards")
            words = words.format(turn=best.number, count=best.cards)
            found.append(Highlight(best.number, _("longest turn"), words, best.seat))
        return tuple(found)


def _first_most(
    turns: Sequence[_MadeTurn], count: Callable[[_MadeTurn], int], least: int = 1
) -> _MadeTurn | None:
    """Return the first turn with the highest count, None if even that is below `least`."""
    best = max(turns, key=count, default=None)
    return best if best and count(best) >= least else None


def _turns(timeline: Timeline[Any]) -> list[_MadeTurn]:
    turns: list[_MadeTurn] = []
    for at, play in enumerate(timeline.plays):
        if not isinstance(play.move, Turn):
            continue
        jumps, pips, tops = 0, 0, view_at(timeline, at).tops
        for lay in play.move.lays:
            step = abs(lay.card - tops[lay.pile])
            if lay.pile.is_theirs:
                pips = step
            elif step == JUMP and (lay.card < tops[lay.pile]) == lay.pile.is_ascending:
                jumps += 1
            tops = tops.after(lay)
        count, lead = len(play.move.lays), lead_of(view_at(timeline, at + 1))
        turns.append(_MadeTurn(len(turns) + 1, play.seat, jumps, pips, count, lead))
    return turns


def lead_of(view: DuelView) -> int:
    """Return the lead of NORD, negative if SUD is ahead.

    The player with more room on the own piles for each card left is ahead. A lead is counted in
    tenths of a pip, and is never more than `MOST_LEAD`.
    """
    north, south = (_room_a_card(side) for side in view.sides)
    return max(-MOST_LEAD, min(north - south, MOST_LEAD))


def _room_a_card(side: Side) -> int:
    left = DECK_SIZE - side.laid.bit_count()
    room = max(DESCENDING_BASE - 1 - side.up, 0) + max(side.down - ASCENDING_BASE - 1, 0)
    return round(10 * room / left) if left else WON
