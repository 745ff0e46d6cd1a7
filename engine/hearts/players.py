"""The computer players of Dame de Pique."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Player, StopFlag, View, never
from engine.hearts.cards import cards_of, mask_of
from engine.hearts.moves import SLAP, CardPass, Move
from engine.hearts.rules import PASS_SIZE
from engine.hearts.view import HeartsView
from engine.shuffle import Lots


class RandomHeartsPlayer:
    """Passes and plays random cards."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View[Move], stop: StopFlag = never) -> Move:
        """Return a random legal move, fixed by the seed and the number of the move."""
        assert isinstance(view, HeartsView)
        view.check_to_move()
        if view.is_slapping:
            return SLAP
        lots = Lots(self._seed, len(view.log))
        if view.is_passing:
            return CardPass(mask_of(lots.shuffled(cards_of(view.hand))[:PASS_SIZE]))
        cards = cards_of(view.playable)
        return cards[lots.below(len(cards))]


COMPUTER_PLAYERS: Final[Mapping[str, Callable[[int], Player[Move]]]] = MappingProxyType(
    {"random": RandomHeartsPlayer}
)
