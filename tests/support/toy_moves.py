"""The toy game's options, seats, reasons and moves, and a move in the making."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.game import CHANCE
from engine.reasons import IllegalMove, NotationError, NotationReason, Reason, TableReason, shown

SEATS: Final = ("North", "East", "South", "West")
CARDS: Final = range(1, 17)
HAND: Final = 3

Hand = tuple[int, ...]


class ToyReason(Reason):
    NOT_IN_HAND = "{card} is not in hand"
    ROUNDS = "all rounds are played"
    FORFEIT = "a player has given up"
    KEEPS = "high cards are worth more later than {card}"


@dataclass(frozen=True, slots=True)
class ToyOptions:
    players: Literal[4, 3, 2] = 4
    teams: bool = False
    rounds: int = 2

    def __post_init__(self) -> None:
        if self.teams and self.players != len(SEATS):
            raise ValueError(f"teams are made of {len(SEATS)} players")
        if self.rounds < 1:
            raise ValueError("there is one round at least")

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win and lose together: in teams those across from each other."""
        return (seat % 2, seat % 2 + 2) if self.teams else (seat,)

    def name(self, seat: int | None) -> str:
        others = {None: "a spectator", CHANCE: "chance"}
        return {**others, **dict(enumerate(SEATS[: self.players]))}.get(seat, f"seat {seat}")


class Move(NamedTuple):
    """`deal` and all hands, `race` and a seat, `pick` and a card, or `grab`."""

    word: str
    numbers: Hand = ()

    def __str__(self) -> str:
        return " ".join([self.word, *map(str, self.numbers)])


GRAB: Final = Move("grab")


def parse(text: str) -> Move:
    word, *numbers = text.split(" ")
    counts = {"deal": (6, 9, 12), "race": (1,), "pick": (1,), "grab": (0,)}.get(word, ())
    if len(numbers) in counts and all(n.isascii() and n.isdigit() for n in numbers):
        move = Move(word, tuple(map(int, numbers)))
        if str(move) == text:
            return move
    raise NotationError(NotationReason.NO_MOVE, text=shown(text), example="pick 7, grab")


def told(text: str) -> Move | str:
    """Return what a text tells: a move, or as a text what is hidden of it and what comes of it."""
    try:
        return parse(text)
    except NotationError:
        return text


@dataclass(frozen=True, slots=True)
class ToyDraft:
    """A move in the making; the move is its only step."""

    moves: tuple[Move, ...]
    made: tuple[Move, ...] = ()

    def steps(self) -> dict[Move, IllegalMove | None]:
        return {} if self.made else dict.fromkeys(self.moves)

    def add(self, step: Move) -> ToyDraft:
        if step not in self.steps():
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=step)
        return ToyDraft(self.moves, (step,))

    @property
    def move(self) -> Move | None:
        return self.made[0] if self.made else None

    def finish(self) -> Move:
        if not self.made:
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move="nothing")
        return self.made[0]
