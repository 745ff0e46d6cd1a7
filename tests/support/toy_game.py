"""The toy game as one of the games; no test finds it by its key but one with the fixture `toy`."""

from __future__ import annotations

from collections.abc import Sequence

from toy_moves import SEATS, Move, ToyOptions, ToyReason, parse, told
from toy_rules import ToyState, ToyView, deal_of, hands_of

from engine.game import UNKNOWN, Game, Hint, Outcome, Play, StopFlag, never
from engine.reasons import Explanation
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.view_marks import Written


class RandomPlayer:
    """Draws its moves by lot."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ToyView, stop: StopFlag = never) -> Move:
        moves = view.draft().moves
        return moves[Lots(self._seed, len(view.log)).below(len(moves))]


class SaverPlayer:
    """Keeps high cards for when they are worth more."""

    def __init__(self, seed: int) -> None:
        """Make the player; it draws no lots."""

    def choose(self, view: ToyView, stop: StopFlag = never) -> Move:
        return min(view.draft().moves)


class ToyWords:
    """The game told to a program: the log, line by line."""

    def situation(self, view: ToyView) -> list[str]:
        return [f"round {view.round} scores {' '.join(map(str, view.scores))}"]

    def since(self, view: ToyView, told: int) -> list[str]:
        return [f"{view.options.name(line.seat)}: {line.what}" for line in [*view.log][told:]]

    def asking(self, view: ToyView) -> list[str]:
        return [f"choose {', '.join(map(str, view.legal()))}"]

    def result(self, outcome: Outcome) -> list[str]:
        return [f"winners {' '.join(SEATS[seat] for seat in outcome.winners)}"]

    def read(self, line: str) -> Move:
        return parse(line)


class Toy(Game[Move]):
    """A hidden choice by all at once, chance in the middle, a race, rounds, teams by option."""

    key = "toy"
    move_types = (Move,)
    chance_words = ("deal ", "race ")
    endings = ToyReason
    options = ToyOptions
    view_type = ToyView
    told = Written(str, told)
    computer_players = {"random": RandomPlayer, "saver": SaverPlayer}  # noqa: RUF012
    line_words = ToyWords()
    start = staticmethod(ToyState.new)
    parse = staticmethod(parse)

    def hint(self, view: ToyView, stop: StopFlag = never) -> Hint:
        move = SaverPlayer(0).choose(view)
        because = (Explanation(ToyReason.KEEPS, {"card": move.numbers[0]}),) if move.numbers else ()
        return Hint(move, because)

    def seats(self, options: ToyOptions) -> tuple[str, ...]:
        return SEATS[: options.players]

    def sides(self, options: ToyOptions) -> tuple[tuple[int, ...], ...]:
        return tuple(dict.fromkeys(options.team(seat) for seat in range(options.players)))

    def swapped_deal(self, plays: Sequence[Play]) -> Move | None:
        moves = [play.move for play in plays if play.move is not UNKNOWN]
        hands = next((hands_of(move) for move in moves if move.word == "deal"), None)
        return deal_of([hands[-1], *hands[:-1]]) if hands else None

    def steps(self, move: Move) -> tuple[Move, ...]:
        return (move,) if move.word in ("pick", "grab") else ()

    def parse_step(self, text: str) -> Move:
        return parse(text.replace("-", " "))

    def format_step(self, step: Move) -> str:
        return str(step).replace(" ", "-")


TOY = Toy()


def find_toy() -> Toy:
    """Return the game; at the top of a module, so that other processes find it too."""
    return TOY


def new_table(
    options: ToyOptions = ToyOptions(),  # noqa: B008
    seed: int | None = 1,
    kinds: tuple[str, ...] = ("human",) * 4,
) -> Table:
    """Return a table with its cards dealt by this seed."""
    seats = TOY.seats(options)
    sitters = [
        Sitter(name, kind, None if kind == "human" else number)
        for number, (name, kind) in enumerate(zip(seats, kinds, strict=False))
    ]
    return Table(TOY, options, sitters, seed)


def play_on(table: Table, moves: int = 1000, seed: int = 0) -> Table:
    """Let random players make up to so many moves, where several may move in an order by lot."""
    players = [RandomPlayer(seed + seat) for seat in range(len(table.seats))]
    for _ in range(moves):
        if table.outcome:
            break
        movers = table.to_move
        seat = movers[Lots(seed, len(table.plays)).below(len(movers))]
        table.play(seat, players[seat].choose(table.view(seat)))
    return table
