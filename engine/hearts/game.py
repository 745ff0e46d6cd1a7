"""Dame de Pique as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.game import Hint, Json, LineWords, Play, Player, StopFlag, View, never
from engine.hearts import moves
from engine.hearts.moves import HeartsDeal, HeartsStep, Move
from engine.hearts.options import SEATS, HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.state import HeartsState
from engine.hearts.view import HeartsView


class Hearts:
    """Dame de Pique."""

    key = "hearts"
    rules_version = 1
    opening_plies = 0
    move_types = get_args(Move)
    chance_words = ("deal ", "joker ", "slap ")
    endings = HeartsEnding
    options = HeartsOptions

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[Move]]]:
        """The kinds of computer player, weakest first, each made from a seed."""
        from engine.hearts.players import COMPUTER_PLAYERS

        return COMPUTER_PLAYERS

    def hint(self, view: View[Move], stop: StopFlag = never) -> Hint:
        """Return the strongest player's move for the seat of the view. Raises `Stopped`."""
        from engine.hearts.hints import hint

        assert isinstance(view, HeartsView)
        return hint(view, stop)

    @property
    def line_words(self) -> LineWords[Move]:
        """The line protocol of Dame de Pique, for programs that play it."""
        from engine.hearts.line_words import HeartsWords

        return HeartsWords()

    def seats(self, options: HeartsOptions) -> tuple[str, ...]:
        """Return the names of the seats, in order."""
        return SEATS

    def sides(self, options: HeartsOptions) -> tuple[tuple[int, ...], ...]:
        """Return the sides: everybody plays for himself."""
        return tuple((seat,) for seat in range(len(SEATS)))

    def start(self, options: HeartsOptions) -> HeartsState:
        """Return a game before its first deal."""
        return HeartsState(options)

    def parse(self, text: str) -> Move:
        """Read a move, chance's included. Raises `NotationError`."""
        return moves.parse(text)

    def format(self, move: Move) -> str:
        """Write a move in its canonical form."""
        return str(move)

    def swapped_deal(self, plays: Sequence[Play]) -> HeartsDeal | None:
        """Return the first deal with every hand moved on to the left, None if it is not known."""
        deal = next((play.move for play in plays if isinstance(play.move, HeartsDeal)), None)
        if deal is None:
            return None
        return HeartsDeal((deal.hands[-1], *deal.hands[:-1]))

    def steps(self, move: Move) -> tuple[HeartsStep, ...]:
        """Return the cards of a pass, the card that is played, or the slap; none for chance."""
        return moves.steps_of(move)

    def parse_step(self, text: str) -> HeartsStep:
        """Read a card or the slap. Raises `NotationError`."""
        return moves.parse_step(text)

    def format_step(self, step: HeartsStep) -> str:
        """Write a card or the slap."""
        return str(step)

    def format_wire(self, move: Move) -> str:
        """Write a move as messages between machines have it: in its canonical form."""
        return self.format(move)

    def parse_wire(self, text: str) -> Move:
        """Read a move of a message. Raises `NotationError`."""
        return self.parse(text)

    def view_to_json(self, view: HeartsView, known: HeartsView | None = None) -> Json:
        """Return the exact JSON form of a view, from an earlier view `known` on unless None."""
        from engine.hearts.view_json import to_json

        return to_json(view, known)

    def view_from_json(self, document: Any, known: HeartsView | None = None) -> HeartsView:
        """Return the view that `view_to_json` wrote. Raises `ValueError`."""
        from engine.hearts.view_json import from_json

        return from_json(document, known)


HEARTS = Hearts()
