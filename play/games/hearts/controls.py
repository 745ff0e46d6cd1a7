"""The keys of Dame de Pique: its cursor on a hand, a card to play, three to pass, the slap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import or_
from typing import Final

from engine.game import CHANCE
from engine.hearts.cards import CARDS, Card, cards_of, mask_of
from engine.hearts.moves import SLAP, CardPass, HeartsStep, Move, RoundCounted
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.rules import PASS_SIZE
from engine.hearts.view import HeartsDraft, HeartsView
from engine.reasons import IllegalMove, Reason
from play.controls import Controls, end_place, next_stop
from play.frame import NO_SENSE_NOW, MoveChosen, Refusals
from play.games.actions import OWN
from play.games.hearts.typed import read
from words.translation import mark

ACTION: Final = 13
MENU: Final = 14
"""Places on the hand row: 0 to 12 are cards, then two stops."""
FAN_ORDER: Final = (0, 1, 3, 2)
"""The suits as a hand has them: black and red in turn."""
_IN_A_FAN: Final = sorted(CARDS, key=lambda card: (FAN_ORDER.index(card.suit), card.rank))
AFTER_ROUND: Final = 8
"""The last lines of a log, among which is a round's end if nobody has played since."""
BY_CARDS: Final = (
    *("card_left", "card_right", "first_card", "last_card"),
    *("next_playable", "previous_playable", "hint", "choices"),
)
"""The actions that make no sense while everybody slaps."""
BY_ENTER: Final = ("play_card", "mark_card", "pass_by_enter", "menu_by_enter", "slap")


class TrickNotice(Reason):
    """The reason why there is nothing to show."""

    NO_TRICK_YET = mark("No trick has been taken yet.")


class HeartsControls(Controls):
    """Plays and chooses cards by a cursor on the hand."""

    actions = OWN["hearts"]
    hides = True

    def start(self, view: HeartsView) -> HeartsCursor:
        """Return the cursor on the first card that may be played, or on the slap."""
        cursor = HeartsCursor(view.draft())
        if view.is_slapping:
            return cursor.at(ACTION)
        return cursor.at(-1).to_playable(1)

    def refusals(self, cursor: HeartsCursor) -> dict[str, IllegalMove]:
        """Return the actions that are refused now, each with its reason; one on Enter is not."""
        refused = dict.fromkeys(
            {*BY_ENTER, "pass_cards", "keep_card"} - {enter_action(cursor)}, NO_SENSE_NOW
        )
        if cursor.is_passing:
            del refused["pass_cards"]
            if not cursor.is_whole:
                too_few = IllegalMove(HeartsRefusal.TOO_FEW, count=len(cursor.draft.made))
                refused["pass_cards"] = too_few
                if cursor.place == ACTION:
                    refused["pass_by_enter"] = too_few
            if cursor.before:
                del refused["keep_card"]
        if cursor.is_slapping:
            refused |= dict.fromkeys(BY_CARDS, NO_SENSE_NOW)
        return refused

    def looks(self, view: HeartsView) -> Refusals:
        """Return the pages of the last trick, the cards not seen, and the points."""
        no_trick = None if view.tricks or view.rounds else IllegalMove(TrickNotice.NO_TRICK_YET)
        return {"last_trick": no_trick, "cards": None, "scores": None}

    def do(self, action: str, cursor: HeartsCursor) -> HeartsCursor | MoveChosen:
        if action == "slap":
            return MoveChosen(SLAP)
        if action in ("pass_cards", "pass_by_enter"):
            return MoveChosen(cursor.draft.finish())
        if action == "keep_card":
            return cursor.before or cursor
        if action in ("next_playable", "previous_playable"):
            return cursor.to_playable(1 if action == "next_playable" else -1)
        if action in ("card_left", "card_right"):
            return cursor.moved(1 if action == "card_right" else -1)
        if action in ("first_card", "last_card"):
            return cursor.at(end_place(cursor.cards, action, cursor.place))
        card = cursor.card
        if card is None:
            return cursor
        is_chosen = cursor.is_passing and cursor.draft.chosen >> card & 1
        if not is_chosen and (why := cursor.refusal(card)):
            raise why
        return cursor.toggled() if action == "mark_card" else MoveChosen(card)

    def read(self, typed: str, view: HeartsView) -> Move:
        """Return the move that was typed. Raises `NotationError`, `IllegalMove`."""
        return read(typed, view)

    def race(self, view: HeartsView) -> Move | None:
        """Return the slap while everybody slaps as fast as they can."""
        return SLAP if view.timeout_play is not None else None

    def rounds(self, view: HeartsView) -> int:
        return len(view.rounds)

    def has_round_ended(self, view: HeartsView) -> bool:
        told = [line for line in view.log.latest(AFTER_ROUND) if line.seat != CHANCE]
        return view.outcome is None and bool(told) and isinstance(told[-1].what, RoundCounted)

    def after(self, view: HeartsView) -> HeartsView:
        """Return the view without the cards of the next round, if the last move ended a round."""
        if not self.has_round_ended(view):
            return view
        return view._replace(
            to_move=(),
            number=len(view.rounds),
            known=(0, 0, 0, 0),
            passed=0,
            received=0,
            joker=None,
        )

    def opened(self, views: list[HeartsView]) -> HeartsView:
        first, *others = views
        known = first.known
        for other in others:
            known = tuple(map(or_, known, other.known))
        return first._replace(known=known)


def enter_action(hand: HeartsCursor) -> str:
    """Return the id of the action that Enter stands for at the cursor."""
    if hand.place == MENU:
        return "menu_by_enter"
    if hand.is_slapping:
        return "slap"
    if hand.is_passing:
        return "pass_by_enter" if hand.place == ACTION else "mark_card"
    return "play_card"


@dataclass(frozen=True, slots=True)
class HeartsCursor:
    """A value: every key gives another one.

    Attributes:
        draft: The cards chosen so far.
        place: A card of the hand by its place, `ACTION` or `MENU`.
        before: The cursor before the last card that was chosen, to keep that again.
        steps: The reason why each card may not be played or chosen next, None if it may.
        cards: The cards in hand, from left to right.
        standing: The mask of the cards that may be played or chosen, or are chosen.
    """

    draft: HeartsDraft
    place: int = 0
    before: HeartsCursor | None = None
    steps: dict[HeartsStep, IllegalMove | None] | None = None
    cards: tuple[Card, ...] = ()
    standing: int = 0

    def __post_init__(self) -> None:
        if self.steps is None:
            steps, cards = self.draft.steps(), fan_order(cards_of(self.draft.view.hand))
            may = 0 if self.is_slapping else mask_of(card for card in cards if not steps.get(card))
            object.__setattr__(self, "steps", steps)
            object.__setattr__(self, "cards", cards)
            object.__setattr__(self, "standing", may | self.draft.chosen)

    @property
    def is_passing(self) -> bool:
        """Whether cards to pass are chosen."""
        return self.draft.view.is_passing

    @property
    def is_slapping(self) -> bool:
        """Whether everybody slaps."""
        return self.draft.view.is_slapping

    @property
    def card(self) -> Card | None:
        """The card under the cursor, None on a stop."""
        return self.cards[self.place] if self.place < len(self.cards) else None

    @property
    def stops(self) -> list[int]:
        """The places of the cursor from the left; only one while everybody slaps."""
        if self.is_slapping:
            return [ACTION]
        action = [ACTION] if self.is_passing else []
        return [*range(len(self.cards)), *action, MENU]

    @property
    def is_whole(self) -> bool:
        """Whether all the cards of a pass are chosen."""
        return len(self.draft.made) == PASS_SIZE

    def refusal(self, card: Card) -> IllegalMove | None:
        """Return why a card may not be played or chosen, or None."""
        return (self.steps or {}).get(card)

    def at(self, place: int) -> HeartsCursor:
        """Return the cursor at a place."""
        return replace(self, place=place)

    def moved(self, by: int) -> HeartsCursor:
        """Return the cursor some stops to the right (or left), round and round."""
        return self.at(next_stop(self.stops, self.place, by))

    def to_playable(self, by: int) -> HeartsCursor:
        """Return the cursor on the next card that may be played, or the one before, round."""
        places = [at for at, card in enumerate(self.cards) if not self.refusal(card)]
        if not places:
            return self
        if by > 0:
            return self.at(next((at for at in places if at > self.place), places[0]))
        return self.at(next((at for at in reversed(places) if at < self.place), places[-1]))

    def toggled(self) -> HeartsCursor:
        """Return the cursor after choosing its card, or keeping it. Raises `IllegalMove`."""
        if self.card is None:
            return self
        made = self.draft.made
        if self.card not in made:
            return self.after(self.card)
        first = self
        while first.before:
            first = first.before
        for step in made:
            if step != self.card:
                first = first.after(step)
        return first.at(self.place)

    def after(self, step: HeartsStep) -> HeartsCursor:
        """Return the cursor after one step more. Raises `IllegalMove`."""
        after = HeartsCursor(self.draft.add(step), self.place, self)
        return after.at(ACTION) if after.is_passing and after.is_whole else after

    def steps_to(self, move: Move) -> tuple[HeartsStep, ...] | None:
        """Return the cards left to choose for a move, None if there is no way to it."""
        if isinstance(move, CardPass):
            chosen = self.draft.chosen
            return None if chosen & ~move.cards else tuple(cards_of(move.cards & ~chosen))
        return (move,) if isinstance(move, Card) and move in self.cards else None

    def aimed_at(self, step: HeartsStep) -> HeartsCursor:
        """Return the cursor on a card in hand."""
        return self.at(self.cards.index(step)) if step in self.cards else self


def fan_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand from left to right."""
    return tuple(sorted(cards, key=_IN_A_FAN.index))
