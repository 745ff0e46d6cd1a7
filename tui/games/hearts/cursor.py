"""Where a player is with a move: the card under the cursor, or a stop, and the cards chosen.

No widget and no rule in here: what may be played is asked of the draft.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.hearts.cards import Card, cards_of
from engine.hearts.moves import CardPass, HeartsStep, Move
from engine.hearts.rules import PASS_SIZE
from engine.hearts.view import HeartsDraft
from engine.reasons import IllegalMove
from tui.games.hearts.fan import ACTION, MENU
from tui.games.hearts.signs import fan_order


@dataclass(frozen=True, slots=True)
class HeartsCursor:
    """A value: every key gives another one.

    Attributes:
        draft: The cards chosen so far.
        place: A card of the hand by its place, `ACTION` or `MENU`.
        before: The cursor before the last card that was chosen, to keep that again.
        steps: Why each card may not be played or chosen next, None if it may; asked of the draft
            once.
        cards: The cards in hand, from left to right.
    """

    draft: HeartsDraft
    place: int = 0
    before: HeartsCursor | None = None
    steps: dict[HeartsStep, IllegalMove | None] | None = None
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if self.steps is None:
            object.__setattr__(self, "steps", self.draft.steps())
            object.__setattr__(self, "cards", fan_order(cards_of(self.draft.view.hand)))

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
        """Every place the cursor can be at, from the left; while all slap there is but one."""
        if self.is_slapping:
            return [ACTION]
        action = [ACTION] if self.is_passing else []
        return [*range(len(self.cards)), *action, MENU]

    @property
    def is_whole(self) -> bool:
        """Whether all the cards of a pass are chosen."""
        return len(self.draft.made) == PASS_SIZE

    @property
    def standing(self) -> int:
        """The cards that may be played or chosen, and those that are chosen, as a mask."""
        if self.is_slapping:
            return 0
        may = [card for card in self.cards if not self.refusal(card)]
        return sum(1 << card for card in may) | self.draft.chosen

    def refusal(self, card: Card) -> IllegalMove | None:
        """Return why a card may not be played or chosen, or None."""
        return (self.steps or {}).get(card)

    def at(self, place: int) -> HeartsCursor:
        """Return the cursor at a place."""
        return replace(self, place=place)

    def moved(self, by: int) -> HeartsCursor:
        """Return the cursor some stops to the right (or left); at the ends it stays."""
        stops = self.stops
        at = stops.index(self.place) if self.place in stops else 0
        return self.at(stops[max(0, min(at + by, len(stops) - 1))])

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
