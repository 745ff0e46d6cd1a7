"""The keys of a turn of the duel, and turns as people type them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from engine.duel.moves import HIGHEST, LAYS, LOWEST, Lay, Pile, Turn, parse_turn
from engine.duel.reasons import DuelNotation, Refusal
from engine.duel.rules import cards_of
from engine.duel.view import DuelDraft, DuelView
from engine.reasons import IllegalMove, MoveReason, unreadable
from play.controls import Controls, end_place, next_stop
from play.frame import NO_SENSE_NOW, Frame, LastMove, MoveChosen, OtherAction, Phase, Refusals
from play.games.actions import OWN
from words.glyphs import glyphs
from words.plain_text import folded
from words.translation import mark

DIGITS = 2
END_TURN: Final = 6
MENU: Final = 7
"""Places on the hand row: 0 to 5 are cards, then two stops."""


class HandNotice(MoveReason):
    """Why something cannot be done with the hand now."""

    NOTHING_LAID = mark("You have laid no card this turn.")
    NOT_THERE = mark("{card} is not in your hand.")
    STRANDS = mark("{card} first would leave no second card to lay.")
    NOWHERE = (
        mark("{card} fits on no pile: yours are at {own}, the opponent's at {theirs}."),
        "own-piles",
    )
    NO_MORE_GIFTS = mark("{card} fits on none of your piles, and you have made this turn's gift.")


class DuelControls(Controls):
    """Lays cards by a cursor on the hand."""

    actions = OWN["duel"]
    hides = True
    shows_drawn = True

    def __init__(self) -> None:
        self.typed = ""

    def start(self, view: DuelView) -> HandCursor:
        """Return the cursor on the first card."""
        return HandCursor(view.draft()).at(0)

    def looks(self, view: DuelView) -> Refusals:
        """Return the page of the cards not seen yet."""
        return {"cards": None}

    def refusals(self, cursor: HandCursor) -> dict[str, IllegalMove]:
        """Return the actions that are refused in the middle of a turn, each with its reason."""
        refused = {}
        if (enter := enter_action(cursor)) != "lay":
            refused["lay"] = NO_SENSE_NOW
        elif cursor.chosen() is None:
            refused["lay"] = nowhere(cursor)
        refused |= {id_: NO_SENSE_NOW for id_ in _ON_STOPS if id_ != enter}
        if not cursor.before:
            refused["undo"] = IllegalMove(HandNotice.NOTHING_LAID)
        try:
            cursor.draft.finish()
        except IllegalMove as why:
            refused["end_turn"] = why
            if enter == "end_by_enter":
                refused[enter] = why
        return refused

    def do(self, action: str, cursor: HandCursor) -> HandCursor | MoveChosen | OtherAction:
        if action == "lay":
            return cursor.laid()
        if action == "menu_by_enter":
            return OtherAction("menu")
        if action in ("end_turn", "end_by_enter"):
            return MoveChosen(cursor.draft.finish())
        if action == "undo":
            return cursor.before or cursor
        if action in ("left", "right"):
            return cursor.moved(1 if action == "right" else -1)
        if action in ("first_card", "last_card"):
            return cursor.at(end_place(cursor.cards, action, cursor.place))
        return cursor.aimed(1 if action == "up" else -1)

    def key(self, character: str, cursor: HandCursor) -> HandCursor | None:
        """Return the cursor on a card by its two digits. Raises `IllegalMove`."""
        if character not in "0123456789":
            return None
        self.typed += character
        if len(self.typed) < DIGITS:
            return cursor
        typed, self.typed = self.typed, ""
        there = cursor.on_card(int(typed))
        if there is None:
            raise IllegalMove(HandNotice.NOT_THERE, card=typed)
        return there

    def forget(self) -> bool:
        """Forget a digit that was typed; return whether there was one."""
        was_typed, self.typed = self.typed != "", ""
        return was_typed

    def read(self, typed: str, view: DuelView) -> Turn:
        return read(typed, view)

    def last(self, frame: Frame) -> LastMove | None:
        """Mark the other player's last cards; after the end the last cards of anybody."""
        if frame.phase in (Phase.SHOWING, Phase.OVER) or frame.last is None:
            return frame.last
        is_begun = frame.cursor is not None and bool(frame.cursor.draft.made)
        return None if is_begun or frame.last.seat == frame.seat else frame.last

    def opened(self, views: list[DuelView]) -> DuelView:
        first, *others = views
        for other in others:
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
    signs = glyphs()
    own = f"{tops.up:02}{signs.up} {tops.down:02}{signs.down}"
    theirs = f"{tops.their_up:02}{signs.up} {tops.their_down:02}{signs.down}"
    return IllegalMove(HandNotice.NOWHERE, card=card, own=own, theirs=theirs)


_ON_STOPS = ("end_by_enter", "menu_by_enter")


@dataclass(frozen=True, slots=True)
class HandCursor:
    """A value: every key gives another one.

    Attributes:
        draft: The cards laid so far.
        place: A card of the hand by its place, `END_TURN` or `MENU`.
        target: The place of the chosen pile among `piles`, 0 for the closest.
        before: The cursor before the last card, to take it back.
        legal: Every card and pile that may come next; asked of the draft once.
        cards: The cards still in hand.
        piles: The piles where the card under the cursor may go: the player's own ones, the closest
            first, then those of the opponent, which are higher on the screen.
    """

    draft: DuelDraft
    place: int = 0
    target: int = 0
    before: HandCursor | None = None
    legal: frozenset[Lay] | None = None
    cards: tuple[int, ...] = ()
    piles: tuple[Lay, ...] = field(init=False)

    def __post_init__(self) -> None:
        if self.legal is None:
            object.__setattr__(self, "legal", frozenset(self.draft.legal_steps()))
            object.__setattr__(self, "cards", tuple(cards_of(self.draft.hand)))
        card, fits = self.card, self.legal or ()
        lays = [LAYS[card, pile] for pile in Pile] if card else []
        piles = sorted([lay for lay in lays if lay in fits], key=self._distance)
        object.__setattr__(self, "piles", tuple(piles))

    @property
    def card(self) -> int | None:
        """The card under the cursor, None on a stop."""
        return self.cards[self.place] if self.place < len(self.cards) else None

    @property
    def stops(self) -> list[int]:
        """Every place the cursor can be at, from the left."""
        return [*range(len(self.cards)), END_TURN, MENU]

    def dull(self) -> frozenset[int]:
        """Return the cards that cannot be laid now."""
        return frozenset(self.cards) - {lay.card for lay in self.legal or ()}

    def chosen(self) -> Lay | None:
        """Return the card under the cursor and the pile it would go to."""
        return self.piles[self.target] if self.piles else None

    def refusals(self) -> list[IllegalMove]:
        """Return why the card under the cursor can go nowhere, for the player's own piles first."""
        card, steps = self.card, self.draft.steps()
        order = (Pile.UP, Pile.DOWN, Pile.THEIR_UP, Pile.THEIR_DOWN)
        found = [steps.get(LAYS[card, pile]) for pile in order] if card else []
        return [refused for refused in found if refused]

    def at(self, place: int) -> HandCursor:
        """Return the cursor at a place, on the closest pile of its card."""
        return replace(self, place=place, target=0)

    def moved(self, by: int) -> HandCursor:
        """Return the cursor some stops to the right (or left), round and round."""
        return self.at(next_stop(self.stops, self.place, by))

    def aimed(self, by: int) -> HandCursor:
        """Return the cursor some piles farther up (or down); at the ends it stays."""
        return replace(self, target=max(0, min(self.target + by, len(self.piles) - 1)))

    def aimed_at(self, lay: Lay) -> HandCursor:
        """Return the cursor on this pile if it stands on this card and the card may go there."""
        return replace(self, target=self.piles.index(lay)) if lay in self.piles else self

    def steps_to(self, turn: Turn) -> tuple[Lay, ...] | None:
        """Return the steps left to the same result as a turn, None if there is no way to it."""
        first: HandCursor = self
        while first.before:
            first = first.before
        whole, draft = first.draft, self.draft
        left = tuple([lay for lay in turn.lays if lay not in draft.made])
        if len(left) + len(draft.made) != len(turn.lays):
            return None
        try:
            for lay in turn.lays:
                whole = whole.add(lay)
            for lay in left:
                draft = draft.add(lay)
        except IllegalMove:
            return None
        return left if draft.tops == whole.tops else None

    def on_card(self, card: int) -> HandCursor | None:
        """Return the cursor on this card, None if it is not in hand."""
        return self.at(self.cards.index(card)) if card in self.cards else None

    def laid(self) -> HandCursor:
        """Return the cursor after laying the chosen card. Raises `IllegalMove`."""
        lay = self.chosen()
        if lay is None:
            raise self.refusals()[0]
        return self.after(lay)

    def after(self, lay: Lay) -> HandCursor:
        """Return the cursor after laying a card on a pile. Raises `IllegalMove`."""
        after = HandCursor(self.draft.add(lay), 0, 0, self)
        if not after.legal:
            return after.at(END_TURN)
        return after.at(min(self.place, len(after.cards) - 1))

    def _distance(self, lay: Lay) -> tuple[bool, int]:
        """Return the sort key of a pile by closeness: own piles first, a jump before all."""
        top = self.draft.tops[lay.pile]
        if lay.pile.is_theirs:
            return True, abs(lay.card - top)
        return False, lay.card - top if lay.pile is Pile.UP else top - lay.card


_TYPED_SIGNS: Final = str.maketrans(
    {
        "+": "^",
        "-": "v",
        "*": "'",
        "ˆ": "^",
        "’": "'",
        "‘": "'",
        "′": "'",
        "´": "'",
        "`": "'",
    }
)
_WORDS: Final = {
    **dict.fromkeys(("up", "ascending", "monte", "montant", "montante", "haut"), "^"),
    **dict.fromkeys(("down", "descending", "descend", "descendant", "descendante", "bas"), "v"),
    **dict.fromkeys(("opponent", "theirs", "gift", "adverse", "autre", "cadeau"), "'"),
    **dict.fromkeys(("on", "the", "pile", "sur", "la", "and", "et", "then", "puis"), ""),
    **dict.fromkeys(("play", "lay", "joue", "jouer", "jouez", "pose", "poser", "posez"), ""),
}
"""What words stand for, in either language; a few mean nothing."""

_WORD: Final = re.compile(r"[a-z]{2,}")
_LAY: Final = re.compile(r"\s*([0-9]{1,2})\s*([\^v])\s*('?)[\s,;]*")


def read(typed: str, _view: DuelView | None = None) -> Turn:
    """Return the turn that somebody typed. Raises `NotationError`, `IllegalMove`.

    >>> str(read("5+20+*  48V"))
    "05^ 20^' 48v"
    >>> str(read("15 up, 20 up opponent, 48 down"))
    "15^ 20^' 48v"
    >>> str(read("5 monte puis 20 descend adverse 48v"))
    "05^ 20v' 48v"
    """
    signs = folded(typed.translate(_TYPED_SIGNS))
    text, at, lays = _WORD.sub(lambda word: _WORDS.get(word[0], word[0]), signs), 0, []
    while at < len(text):
        lay = _LAY.match(text, at)
        if not lay:
            raise unreadable(text[at:].strip())
        card, pile, theirs = lay.groups()
        if not LOWEST <= int(card) <= HIGHEST:
            raise IllegalMove(DuelNotation.NO_CARD, card=f"{int(card):02}")
        lays.append(f"{int(card):02}{pile}{theirs}")
        at = lay.end()
    return parse_turn(" ".join(lays))
