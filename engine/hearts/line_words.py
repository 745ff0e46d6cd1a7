"""The line protocol of Dame de Pique: its words are the same in every language."""

from __future__ import annotations

from typing import Final

from engine.game import CHANCE, Outcome
from engine.hearts.cards import Card, write_cards
from engine.hearts.moves import CardPass, HeartsDeal, JokerLot, Move, Slap, SlapLot, parse
from engine.hearts.options import SEAT_NAMES
from engine.hearts.view import HeartsView
from engine.log import FORFEIT, LogEntry
from engine.reasons import unreadable


class HeartsWords:
    """The lines that a program hears as it plays: all that its seat is told; it may join late."""

    def situation(self, view: HeartsView) -> list[str]:
        """Return the line of the game and all that happened, the seat's own moves included."""
        return [_game(view), *(line for told in view.log for line in _lines(told))]

    def since(self, view: HeartsView, told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, the first line too."""
        lines = [] if told else [_game(view)]
        own = -1
        for line in list(view.log)[told:]:
            # of a ply the first line is the move itself
            is_move = isinstance(line.what, Card | CardPass | Slap)
            is_own_move = line.seat == view.seat and line.ply != own and is_move
            own = line.ply
            if not is_own_move:
                lines += _lines(line)
        return lines

    def asking(self, view: HeartsView) -> list[str]:
        """Return the line that asks the seat: for a pass, for one of some cards, or for a slap."""
        assert view.seat is not None
        name = SEAT_NAMES[view.seat]
        if view.is_slapping:
            return [f"slap? {name}"]
        if view.is_passing:
            return [f"pass? {name}: {write_cards(view.hand)}"]
        return [f"play? {name}: {write_cards(view.playable)}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: the winners, the reason, and the scores by seat."""
        winners = "+".join(SEAT_NAMES[seat] for seat in outcome.winners)
        return [" ".join(["end", winners, outcome.why.code, *map(str, outcome.points)])]

    def read(self, line: str) -> Move:
        """Return the move that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if isinstance(move, HeartsDeal | JokerLot | SlapLot):
            raise unreadable(line)
        return move


def _game(hearts: HeartsView) -> str:
    """Return the first line: the game, its options, and the seat of the program."""
    options = hearts.options
    words = ["joker" if options.joker else "no-joker"]
    words += ["sums", options.values, options.slap] if options.sums else ["no-sums"]
    seat = "-" if hearts.seat is None else SEAT_NAMES[hearts.seat]
    return " ".join(["hearts", seat, *words])


def _lines(told: LogEntry) -> list[str]:
    """Return the lines for an entry of the log; the end of the game is the last of all."""
    if told.what is FORFEIT:
        return []
    return [str(told.what) if told.seat == CHANCE else f"{SEAT_NAMES[told.seat]}: {told.what}"]


WORDS: Final = HeartsWords()
