"""The line protocol of Dame de Pique: its words are the same in every language."""

from __future__ import annotations

from engine.game import CHANCE, Outcome, View
from engine.hearts.cards import Card, write_cards
from engine.hearts.moves import CardPass, HeartsDeal, JokerLot, Move, Slap, SlapLot, parse
from engine.hearts.options import SEATS
from engine.hearts.view import HeartsView
from engine.log import FORFEIT, LogEntry
from engine.reasons import NotationError, NotationReason, shown


class HeartsWords:
    """The lines that a program hears as it plays: all that its seat is told; it may join late."""

    def situation(self, view: View[Move]) -> list[str]:
        """Return the line of the game and all that happened, the seat's own moves included."""
        hearts = _hearts(view)
        return [_game(hearts), *(line for told in hearts.log for line in _lines(told))]

    def since(self, view: View[Move], told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, the first line too."""
        hearts = _hearts(view)
        lines = [] if told else [_game(hearts)]
        own = -1
        for line in list(hearts.log)[told:]:
            # of a ply the first line is the move itself
            is_move = isinstance(line.what, Card | CardPass | Slap)
            is_own_move = line.seat == hearts.seat and line.ply != own and is_move
            own = line.ply
            if not is_own_move:
                lines += _lines(line)
        return lines

    def asking(self, view: View[Move]) -> list[str]:
        """Return the line that asks the seat: for a pass, for one of some cards, or for a slap."""
        hearts = _hearts(view)
        assert hearts.seat is not None
        name = SEATS[hearts.seat]
        if hearts.is_slapping:
            return [f"slap? {name}"]
        if hearts.is_passing:
            return [f"pass? {name}: {write_cards(hearts.hand)}"]
        return [f"play? {name}: {write_cards(hearts.playable)}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: the winners, the reason, and the scores by seat."""
        winners = "+".join(SEATS[seat] for seat in outcome.winners)
        return [" ".join(["end", winners, outcome.why.code, *map(str, outcome.points)])]

    def read(self, line: str) -> Move:
        """Return the move that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if isinstance(move, HeartsDeal | JokerLot | SlapLot):
            raise NotationError(NotationReason.UNREADABLE, text=shown(line))
        return move


def _game(hearts: HeartsView) -> str:
    """Return the first line: the game, its options, and the seat of the program."""
    options = hearts.options
    words = ["joker" if options.joker else "no-joker"]
    words += ["sums", options.values, options.slap] if options.sums else ["no-sums"]
    seat = "-" if hearts.seat is None else SEATS[hearts.seat]
    return " ".join(["hearts", seat, *words])


def _lines(told: LogEntry) -> list[str]:
    """Return the lines for an entry of the log; the end of the game is the last of all."""
    if told.what is FORFEIT:
        return []
    return [str(told.what) if told.seat == CHANCE else f"{SEATS[told.seat]}: {told.what}"]


def _hearts(view: View[Move]) -> HeartsView:
    assert isinstance(view, HeartsView)
    return view
