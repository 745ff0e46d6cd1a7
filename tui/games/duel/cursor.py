"""Where a player is with a turn: the draft, the card under the cursor, the pile it would go to.

No widget and no rule in here: what may be laid is asked of the draft.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.duel.moves import LAYS, Lay, Pile, Turn
from engine.duel.rules import cards_of
from engine.duel.view import DuelDraft
from engine.reasons import IllegalMove
from tui.games.duel.board import END_TURN, MENU

SCREEN_ORDER = (Pile.THEIR_UP, Pile.THEIR_DOWN, Pile.UP, Pile.DOWN)


@dataclass(frozen=True, slots=True)
class HandCursor:
    """A value: every key gives another one.

    Attributes:
        draft: The cards laid so far.
        place: A card of the hand by its place, `END_TURN` or `MENU`.
        target: Which of `piles()` is chosen.
        before: The cursor before the last card, to take it back.
        legal: Every card and pile that may come next; asked of the draft once.
        cards: The cards still in hand.
    """

    draft: DuelDraft
    place: int = 0
    target: int = 0
    before: HandCursor | None = None
    legal: frozenset[Lay] | None = None
    cards: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.legal is None:
            object.__setattr__(self, "legal", frozenset(self.draft.legal_steps()))
            object.__setattr__(self, "cards", tuple(cards_of(self.draft.hand)))

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

    def piles(self) -> list[Lay]:
        """Return where the card under the cursor may go, in screen order."""
        card, fits = self.card, self.legal or ()
        lays = [LAYS[card, pile] for pile in SCREEN_ORDER] if card else []
        return [lay for lay in lays if lay in fits]

    def chosen(self) -> Lay | None:
        """Return the card under the cursor and the pile it would go to."""
        piles = self.piles()
        return piles[self.target] if piles else None

    def refusals(self) -> list[IllegalMove]:
        """Return why the card under the cursor can go nowhere, for the player's own piles first."""
        card, steps = self.card, self.draft.steps()
        order = (Pile.UP, Pile.DOWN, Pile.THEIR_UP, Pile.THEIR_DOWN)
        found = [steps.get(LAYS[card, pile]) for pile in order] if card else []
        return [refused for refused in found if refused]

    def at(self, place: int) -> HandCursor:
        """Return the cursor at a place, on the closest pile of its card."""
        there = replace(self, place=place, target=0)
        piles = there.piles()
        if len(piles) < 2:
            return there
        return replace(
            there, target=min(range(len(piles)), key=lambda n: there._distance(piles[n]))
        )

    def moved(self, by: int) -> HandCursor:
        """Return the cursor some stops to the right (or left); at the ends it stays."""
        stops = self.stops
        at = stops.index(self.place) if self.place in stops else 0
        return self.at(stops[max(0, min(at + by, len(stops) - 1))])

    def aimed(self, by: int) -> HandCursor:
        """Return the cursor on the next pile (or the one before), round and round."""
        count = len(self.piles())
        return replace(self, target=(self.target + by) % count) if count else self

    def aimed_at(self, lay: Lay) -> HandCursor:
        """Return the cursor on this pile if it stands on this card and the card may go there."""
        piles = self.piles()
        return replace(self, target=piles.index(lay)) if lay in piles else self

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
        """Return what orders piles by closeness: own ones first, a jump before all."""
        top = self.draft.tops[lay.pile]
        if lay.pile.is_theirs:
            return True, abs(lay.card - top)
        return False, lay.card - top if lay.pile is Pile.UP else top - lay.card
