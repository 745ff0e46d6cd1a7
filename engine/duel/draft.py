"""A turn of the duel in the making: which cards may be laid next, and whether it may end."""

from __future__ import annotations

from typing import NamedTuple

from engine.duel.laying import TAKES, Tops, absence, can_lay_one, refusal
from engine.duel.moves import LAYS, OWN_PILES, PILES, Lay, Turn
from engine.duel.reasons import Refusal
from engine.duel.rules import MIN_LAID, cards_of
from engine.reasons import IllegalMove


class DuelDraft(NamedTuple):
    """The cards laid so far in a turn; to take one back, keep the draft before it.

    Attributes:
        hand: The cards still in hand, as a mask.
        tops: The tops of the four piles now.
        made: The cards laid, in order.
    """

    hand: int
    tops: Tops
    made: tuple[Lay, ...] = ()

    @property
    def gave(self) -> bool:
        """Whether a card lies on one of the opponent's piles."""
        return any(lay.pile.is_theirs for lay in self.made)

    def steps(self) -> dict[Lay, IllegalMove | None]:
        """Return, for every card in hand and every pile, None if it may be laid, else why not."""
        return {
            LAYS[card, pile]: self._refusal(LAYS[card, pile])
            for card in cards_of(self.hand)
            for pile in PILES
        }

    def legal_steps(self) -> list[Lay]:
        """Return the steps that may be laid next; faster than `steps`, which says why not."""
        hand, tops, gave = self.hand, self.tops, self.gave
        steps = [
            LAYS[card, pile]
            for card in cards_of(hand)
            for pile in (OWN_PILES if gave else PILES)
            if TAKES[pile][tops[pile]] >> card & 1
        ]
        if len(self.made) + 1 < MIN_LAID:
            steps = [step for step in steps if self._leaves_one(step)]
        return steps

    def with_lay(self, lay: Lay) -> DuelDraft:
        """Return the draft with a card known to be legal."""
        return DuelDraft(self.hand & ~(1 << lay.card), self.tops.after(lay), (*self.made, lay))

    def add(self, step: Lay) -> DuelDraft:
        """Return the draft with one card more. Raises `IllegalMove`."""
        if why := self._refusal(step):
            raise why
        return self.with_lay(step)

    @property
    def move(self) -> Turn | None:
        """The turn, if it may end here."""
        return Turn(self.made) if len(self.made) >= MIN_LAID else None

    def finish(self) -> Turn:
        """Return the turn. Raises `IllegalMove` if it has too few cards."""
        if len(self.made) < MIN_LAID:
            raise IllegalMove(Refusal.TOO_FEW, count=len(self.made))
        return Turn(self.made)

    def _leaves_one(self, lay: Lay) -> bool:
        """Say whether any card can be laid after this one."""
        hand = self.hand & ~(1 << lay.card)
        return can_lay_one(hand, self.tops.after(lay), self.gave or lay.pile.is_theirs)

    def _refusal(self, lay: Lay) -> IllegalMove | None:
        if not self.hand >> lay.card & 1:
            return absence(lay, self.made)
        if why := refusal(lay, self.tops, self.gave):
            return why
        if len(self.made) + 1 < MIN_LAID and not self._leaves_one(lay):
            return IllegalMove(Refusal.NO_SECOND, lay=lay)
        return None
