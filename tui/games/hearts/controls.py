"""The keys of Dame de Pique: a card to play, three to pass, the slap."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, ClassVar, Final

from engine.game import CHANCE, View
from engine.hearts.moves import SLAP, Move, read_typed
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.told import RoundCounted
from engine.hearts.view import HeartsView
from engine.reasons import IllegalMove, Reason
from play.frame import Cursor, MoveChosen, OtherAction, Refusals
from play.games.actions import OWN
from play.notices import NO_SENSE_NOW
from play.plain_controls import PlainControls
from tui.games.hearts.cursor import HeartsCursor
from tui.games.hearts.fan import ACTION, MENU
from words.translation import mark

AFTER_ROUND: Final = 8
"""Of so many lines of a log the one of a round's end is one, if nobody has played since."""
BY_CARDS: Final = ("card_left", "card_right", "next_playable", "previous_playable", "hint")
"""The actions that have no sense while everybody slaps."""
BY_ENTER: Final = ("play_card", "mark_card", "pass_by_enter", "menu_by_enter", "slap")


class TrickNotice(Reason):
    """Why there is nothing to show."""

    NO_TRICK_YET = mark("No trick has been taken yet.")


class HeartsControls(PlainControls):
    """Plays and chooses cards by a cursor on the hand."""

    actions: ClassVar[Collection[str]] = OWN["hearts"]
    hides: ClassVar[bool] = True

    def start(self, view: View[Any]) -> HeartsCursor:
        """Return the cursor on the first card that may be played, or on the slap."""
        hearts = hearts_view(view)
        cursor = HeartsCursor(hearts.draft())
        if hearts.is_slapping:
            return cursor.at(ACTION)
        return cursor.at(-1).to_playable(1)

    def refusals(self, cursor: Cursor) -> dict[str, IllegalMove]:
        """Return which actions cannot be had now: of those on Enter one can, and why not others."""
        hand = hearts_cursor(cursor)
        refused = dict.fromkeys(
            {*BY_ENTER, "pass_cards", "keep_card"} - {_by_enter(hand)}, NO_SENSE_NOW
        )
        if hand.is_passing:
            del refused["pass_cards"]
            if not hand.is_whole:
                too_few = IllegalMove(HeartsRefusal.TOO_FEW, count=len(hand.draft.made))
                refused["pass_cards"] = too_few
                if hand.place == ACTION:
                    refused["pass_by_enter"] = too_few
            if hand.before:
                del refused["keep_card"]
        if hand.is_slapping:
            refused |= dict.fromkeys(BY_CARDS, NO_SENSE_NOW)
        return refused

    def looks(self, view: View[Any]) -> Refusals:
        """Return the pages of the last trick, the cards not seen, and the points."""
        hearts = hearts_view(view)
        no_trick = None if hearts.tricks or hearts.rounds else IllegalMove(TrickNotice.NO_TRICK_YET)
        return {"last_trick": no_trick, "cards": None, "scores": None}

    def do(self, action: str, cursor: Cursor) -> Cursor | MoveChosen | OtherAction:
        """Carry an action out. Raises `IllegalMove`."""
        hand = hearts_cursor(cursor)
        if action == "slap":
            return MoveChosen(SLAP)
        if action in ("pass_cards", "pass_by_enter"):
            return MoveChosen(hand.draft.finish())
        if action == "keep_card":
            return hand.before or hand
        if action in ("next_playable", "previous_playable"):
            return hand.to_playable(1 if action == "next_playable" else -1)
        if action in ("card_left", "card_right"):
            return hand.moved(1 if action == "card_right" else -1)
        card = hand.card
        if card is None:
            return hand
        is_chosen = hand.is_passing and hand.draft.chosen >> card & 1
        if not is_chosen and (why := hand.refusal(card)):
            raise why
        return hand.toggled() if action == "mark_card" else MoveChosen(card)

    def read(self, typed: str, view: View[Any]) -> Move:
        """Return the move that was typed. Raises `NotationError`."""
        return read_typed(typed, hearts_view(view).is_slapping)

    def race(self, view: View[Any]) -> Move | None:
        """Return the slap while everybody slaps as fast as they can."""
        return SLAP if view.timeout_play is not None else None

    def rounds(self, view: View[Any]) -> int:
        """Return the number of finished rounds."""
        return len(hearts_view(view).rounds)

    def has_round_ended(self, view: View[Any]) -> bool:
        """Whether the last move of a player ended a round, and others follow."""
        hearts = hearts_view(view)
        told = [line for line in hearts.log.latest(AFTER_ROUND) if line.seat != CHANCE]
        return hearts.outcome is None and bool(told) and isinstance(told[-1].what, RoundCounted)

    def after(self, view: View[Any]) -> View[Any]:
        """Return the view without the cards of the next round, if the last move ended a round."""
        hearts = hearts_view(view)
        if not self.has_round_ended(hearts):
            return hearts
        return replace(
            hearts,
            to_move=(),
            number=len(hearts.rounds),
            known=(0, 0, 0, 0),
            passed=0,
            received=0,
            joker=None,
        )

    def opened(self, views: list[View[Any]]) -> View[Any]:
        """Return the first view with what the others know of the hands."""
        first, *others = map(hearts_view, views)
        south, west, north, east = first.known
        for other in others:
            more = other.known
            south, west, north, east = (
                south | more[0],
                west | more[1],
                north | more[2],
                east | more[3],
            )
        return replace(first, known=(south, west, north, east)) if others else first


def _by_enter(hand: HeartsCursor) -> str:
    """Return which action Enter stands for."""
    if hand.place == MENU:
        return "menu_by_enter"
    if hand.is_slapping:
        return "slap"
    if hand.is_passing:
        return "pass_by_enter" if hand.place == ACTION else "mark_card"
    return "play_card"


def hearts_cursor(cursor: Cursor) -> HeartsCursor:
    """Return the cursor of a table, which is one of Dame de Pique."""
    assert isinstance(cursor, HeartsCursor)
    return cursor


def hearts_view(view: View[Any]) -> HeartsView:
    """Return the view of a table, which is one of Dame de Pique."""
    assert isinstance(view, HeartsView)
    return view
