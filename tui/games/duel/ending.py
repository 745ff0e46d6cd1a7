"""How a duel stands and how it ended, in words: the players' plates, and why somebody won."""

from __future__ import annotations

from typing import Any

from engine.duel.moves import write_cards
from engine.duel.reasons import Ending
from engine.duel.rules import DECK_SIZE, cards_of
from engine.duel.view import DuelView
from engine.timeline import Timeline, any_visible_seat
from play.frame import Frame
from tui.table.plates import Plate
from tui.table.scene import given_up
from tui.table.sheet import METAL
from words.glyphs import Glyphs
from words.translation import _


def plate_of(
    view: DuelView, seat: int, frame: Frame, names: tuple[str, ...], glyphs: Glyphs
) -> Plate:
    """Return what a player's plate tells."""
    side = view.sides[seat]
    mover = frame.seat if frame.cursor else frame.mover
    if mover is None and view.outcome is None and view.to_move:
        mover = view.to_move[0]
    words = _("your turn") if frame.cursor else _("to move")
    if view.outcome:
        words = _("wins") if seat in view.outcome.winners else ""
    left = side.hand_size + side.draw_size
    is_to_move = mover == seat and view.outcome is None
    return Plate(
        glyphs.coins[seat],
        METAL[seat],
        names[seat],
        _("{left} left  hand {hand}").format(left=left, hand=side.hand_size),
        words if is_to_move or view.outcome else "",
        is_to_move,
        done=(DECK_SIZE - left) / DECK_SIZE,
    )


def ending_words(timeline: Timeline[Any], names: tuple[str, ...]) -> str:
    """Return why a game ended that is over, as a sentence without a capital."""
    outcome = timeline.outcome
    assert outcome
    loser = 1 - outcome.winners[0]
    if outcome.why is Ending.ALL_LAID:
        return _("all 58 cards are laid.")
    if outcome.why is Ending.FORFEIT:
        return given_up(timeline, names)
    view = timeline.view(any_visible_seat(timeline))
    assert isinstance(view, DuelView)
    cards = write_cards(cards_of(view.hands[loser] or 0)) or "-"
    return _("{player} cannot lay two of {cards}.").format(player=names[loser], cards=cards)
