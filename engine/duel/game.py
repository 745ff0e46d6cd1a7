"""The duel as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.duel import moves
from engine.duel.moves import SEATS, Deal, Lay, Move, Turn, parse_network, parse_turn
from engine.duel.reasons import Ending
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import DuelView
from engine.game import Hint, Json, LineWords, Play, Player, StopFlag, View, never
from engine.reasons import NotationError, NotationReason, shown


class Duel:
    """The Game: Face to Face (Le Duel)."""

    key = "duel"
    rules_version = 1
    opening_plies = 0
    move_types = get_args(Move)
    chance_words = ("begin ", "deal ")
    endings = Ending
    options = DuelOptions

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[Move]]]:
        """The kinds of computer player, weakest first, each made from a seed."""
        from engine.duel.players import COMPUTER_PLAYERS

        return COMPUTER_PLAYERS

    def hint(self, view: View[Move], stop: StopFlag = never) -> Hint:
        """Return the strongest player's turn for the seat of the view, and its reasons."""
        from engine.duel.hints import hint

        assert isinstance(view, DuelView)
        return hint(view, stop)

    @property
    def line_words(self) -> LineWords[Move]:
        """The line protocol of the duel, for programs that play it."""
        from engine.duel.line_words import DuelWords

        return DuelWords()

    def seats(self, options: DuelOptions) -> tuple[str, ...]:
        """Return the names of the seats, in order."""
        return SEATS

    def sides(self, options: DuelOptions) -> tuple[tuple[int, ...], ...]:
        """Return the sides: one for each seat."""
        return (0,), (1,)

    def start(self, options: DuelOptions) -> DuelState:
        """Return a duel before the draw for who begins (if there is one) and the deal."""
        return DuelState({"north": 0, "south": 1, "lots": None}[options.first])

    def parse(self, text: str) -> Move:
        """Read any move: a turn, a deal or who begins. Raises `NotationError`."""
        return moves.parse(text)

    def format(self, move: Move) -> str:
        """Write a move in its canonical form."""
        return str(move)

    def swapped_deal(self, plays: Sequence[Play]) -> Deal | None:
        """Return the deal with the two decks swapped, None while it is not known."""
        deal = next((play.move for play in plays if isinstance(play.move, Deal)), None)
        return Deal(deal.decks[::-1]) if deal else None

    def steps(self, move: Move) -> tuple[Lay, ...]:
        """Return the cards of a turn with their piles, in order."""
        return move.lays if isinstance(move, Turn) else ()

    def parse_step(self, text: str) -> Lay:
        """Read a card and its pile, like `15^`. Raises `NotationError`."""
        lays = parse_turn(text).lays
        if len(lays) != 1:
            raise NotationError(NotationReason.UNREADABLE, text=shown(text))
        return lays[0]

    def format_step(self, step: Lay) -> str:
        """Write a card and its pile."""
        return str(Turn((step,)))

    def format_wire(self, move: Move) -> str:
        """Write a turn of four characters a card, `17^E`; any other move as it is."""
        return moves.format_network(move) if isinstance(move, Turn) else str(move)

    def parse_wire(self, text: str) -> Move:
        """Read what `format_wire` wrote. Raises `NotationError`."""
        return moves.parse(text) if text.startswith(self.chance_words) else parse_network(text)

    def view_to_json(self, view: DuelView, known: DuelView | None = None) -> Json:
        """Return the exact JSON form of a view, from an earlier view `known` on unless None."""
        from engine.duel.view_json import to_json

        return to_json(view, known)

    def view_from_json(self, document: Any, known: DuelView | None = None) -> DuelView:
        """Return the view that `view_to_json` wrote. Raises `ValueError`."""
        from engine.duel.view_json import from_json

        return from_json(document, known)


DUEL = Duel()
