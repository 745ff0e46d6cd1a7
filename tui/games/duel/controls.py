"""The keys of a turn of the duel: cards and piles, the two stops, the digits of a card."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from engine.duel.moves import Turn, read_typed
from engine.duel.reasons import Refusal
from engine.duel.view import DuelView
from engine.game import View
from engine.reasons import IllegalMove, Reason
from play.frame import Cursor, Frame, LastMove, MoveChosen, OtherAction, Phase, Refusals
from play.games.actions import OWN
from play.notices import NO_SENSE_NOW
from play.plain_controls import PlainControls
from tui.games.duel.board import END_TURN, MENU
from tui.games.duel.cursor import HandCursor
from tui.games.duel.signs import signs_of
from words.glyphs import glyphs
from words.translation import mark

DIGITS = 2


class HandNotice(Reason):
    """Why something cannot be done with the hand now."""

    NOTHING_LAID = mark("You have laid no card this turn.")
    NOT_THERE = mark("{card} is not in your hand.")
    STRANDS = mark("{card} first would leave no second card to lay.")
    NOWHERE = mark("{card} fits on no pile: yours are at {own}, the opponent's at {theirs}.")
    NO_MORE_GIFTS = mark("{card} fits on none of your piles, and you have made this turn's gift.")

    @property
    def section(self) -> str:
        """The section of the rules page that tells more, by its anchor."""
        return "own-piles" if self is HandNotice.NOWHERE else "turn"


class DuelControls(PlainControls):
    """Lays cards by a cursor on the hand."""

    actions: ClassVar[Collection[str]] = OWN["duel"]
    hides: ClassVar[bool] = True
    shows_drawn: ClassVar[bool] = True

    def __init__(self) -> None:
        self.typed = ""

    def start(self, view: View[Any]) -> HandCursor:
        """Return the cursor on the first card."""
        assert isinstance(view, DuelView)
        return HandCursor(view.draft()).at(0)

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        """Return which actions cannot be had in the middle of a turn, and why."""
        hand, refused = hand_cursor(cursor), {}
        if (enter := enter_action(hand)) != "lay":
            refused["lay"] = NO_SENSE_NOW
        elif hand.chosen() is None:
            refused["lay"] = nowhere(hand)
        refused |= {id_: NO_SENSE_NOW for id_ in _ON_STOPS if id_ != enter}
        if not hand.before:
            refused["undo"] = IllegalMove(HandNotice.NOTHING_LAID)
        try:
            hand.draft.finish()
        except IllegalMove as why:
            refused["end_turn"] = why
            if enter == "end_by_enter":
                refused[enter] = why
        return refused

    def looks(self, view: View[Any]) -> Refusals:
        """Return the page of the cards not seen yet."""
        return {"cards": None}

    def do(self, action: str, cursor: Cursor) -> Cursor | MoveChosen | OtherAction:
        """Carry an action out. Raises `IllegalMove`."""
        hand = hand_cursor(cursor)
        if action == "lay":
            return hand.laid()
        if action == "menu_by_enter":
            return OtherAction("menu")
        if action in ("end_turn", "end_by_enter"):
            return MoveChosen(hand.draft.finish())
        if action == "undo":
            return hand.before or hand
        if action in ("left", "right"):
            return hand.moved(1 if action == "right" else -1)
        return hand.aimed(1 if action == "down" else -1)

    def key(self, character: str, cursor: Cursor) -> Cursor | None:
        """Return the cursor on a card by its two digits. Raises `IllegalMove`."""
        if character not in "0123456789":
            return None
        self.typed += character
        if len(self.typed) < DIGITS:
            return cursor
        typed, self.typed = self.typed, ""
        there = hand_cursor(cursor).on_card(int(typed))
        if there is None:
            raise IllegalMove(HandNotice.NOT_THERE, card=typed)
        return there

    def forget(self) -> bool:
        """Forget a digit that was typed; return whether there was one."""
        was_typed, self.typed = self.typed != "", ""
        return was_typed

    def read(self, typed: str, view: View[Any]) -> Turn:
        """Return the turn that was typed. Raises `NotationError`."""
        return read_typed(typed)

    def last(self, frame: Frame) -> LastMove | None:
        """Mark what the other player laid; after the end what anybody did."""
        if frame.phase in (Phase.SHOWING, Phase.OVER) or frame.last is None:
            return frame.last
        is_begun = frame.cursor is not None and bool(frame.cursor.draft.made)
        return None if is_begun or frame.last.seat == frame.seat else frame.last

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first view with the hands that the others show."""
        first, *others = views
        assert isinstance(first, DuelView)
        for other in others:
            assert isinstance(other, DuelView)
            first = first.with_hand_of(other)
        return first


def enter_action(hand: HandCursor) -> str:
    """Return the id of the action that Enter stands for at the cursor."""
    stops = {MENU: "menu_by_enter", END_TURN: "end_by_enter"}
    return stops.get(hand.place, "lay")


def nowhere(hand: HandCursor) -> IllegalMove:
    """Return why the card under the cursor, which is on a card, can go nowhere."""
    assert hand.card is not None
    refusals, tops, card = hand.refusals(), hand.draft.tops, f"{hand.card:02}"
    if any(refused.reason is Refusal.NO_SECOND for refused in refusals):
        return IllegalMove(HandNotice.STRANDS, card=card)
    if hand.draft.gave:
        return IllegalMove(HandNotice.NO_MORE_GIFTS, card=card)
    signs = signs_of(glyphs())
    own = f"{tops.up:02}{signs.up} {tops.down:02}{signs.down}"
    theirs = f"{tops.their_up:02}{signs.up} {tops.their_down:02}{signs.down}"
    return IllegalMove(HandNotice.NOWHERE, card=card, own=own, theirs=theirs)


_ON_STOPS = ("end_by_enter", "menu_by_enter")


def hand_cursor(cursor: Cursor) -> HandCursor:
    """Return the cursor of a table, which is one of the duel."""
    assert isinstance(cursor, HandCursor)
    return cursor
