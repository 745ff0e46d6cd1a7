"""A game of the line mode: its table, who plays by itself, and its file, if it is kept."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Player
from engine.shuffle import seat_seed
from engine.table import HUMAN, Table
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions, colour_of
from net.players import PATIENCE, is_program
from tui import line_table
from tui.complaints import BadUse
from tui.line_table import Wish
from tui.outside import fresh_seed
from tui.seat_names import seat_name
from tui.words import _

if TYPE_CHECKING:
    from saves.autosave import Autosave

COLOUR_OPTIONS = ("--black", "--white")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for on the command line.

    Attributes:
        options: The options of a new game.
        who: Who is to sit on the seats of each colour: nobody said, one for all, one for each.
        seed: What lots are drawn from, None for a fresh one.
        patience: Seconds that a program may take.
    """

    options: ZenOptions
    who: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    seed: int | None = None
    patience: float = PATIENCE

    def wishes(self, seats: int) -> list[Wish]:
        """Return who is wished for on each of so many seats. Raises `BadUse` for too many."""
        wished = []
        for colour, option in enumerate(COLOUR_OPTIONS):
            there = len(range(colour, seats, 2))
            if len(self.who[colour]) not in (0, 1, there):
                words = _("{option} is given {count} times, for {seats}")
                raise BadUse(words.format(option=option, count=len(self.who[colour]), seats=there))
        for seat in range(seats):
            who = self.who[colour_of(seat)]
            one = who[seat // 2 if len(who) > 1 else 0] if who else None
            wished.append(Wish(COLOUR_OPTIONS[colour_of(seat)], one))
        return wished


class Sitting:
    """A game that is being played."""

    def __init__(self, table: Table[Any], patience: float, stack: ExitStack) -> None:
        """Let the computer players sit down, and take over the stack. Raises `BadUse`."""
        self.table = table
        self._keeper: Autosave | None = None
        self.players: dict[int, Player[Any]] = line_table.players(table, patience, stack)
        self._stack = stack.pop_all()

    @classmethod
    def new(cls, wanted: Wanted) -> Sitting:
        """Lay out a new game. Raises `BadUse`."""
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        seats = wanted.options.seats
        sitters = [
            line_table.sitter(ZEN, seat_name(name), wish.who or HUMAN, seat_seed(seed, seat))
            for seat, (name, wish) in enumerate(zip(seats, wanted.wishes(len(seats)), strict=True))
        ]
        with ExitStack() as stack:
            table: Table[Any] = Table(ZEN, wanted.options, sitters, seed)
            return cls(table, wanted.patience, stack)

    @classmethod
    def resumed(cls, path: Path, wanted: Wanted) -> Sitting:
        """Go on with the game in a file, and keep it there. Raises `BadUse`."""
        with ExitStack() as stack:
            table, keeper = line_table.resumed(
                ZEN.key, path, lambda table: wanted.wishes(len(table.seats)), stack
            )
            sitting = cls(table, wanted.patience, stack)
            sitting._keeper = keeper
            return sitting

    @classmethod
    def branched(cls, table: Table[Any], wanted: Wanted) -> Sitting:
        """Go on with a game that branched off another one. Raises `BadUse`."""
        asked = {kind for kinds in wanted.who for kind in kinds}
        for seat, one in enumerate(table.sitters):
            if is_program(one.kind) and one.kind not in asked:
                option = COLOUR_OPTIONS[colour_of(seat)]
                raise line_table.not_by_a_file(option, table.seats[seat], one.kind)
        with ExitStack() as stack:
            return cls(table, wanted.patience, stack)

    @property
    def is_kept(self) -> bool:
        """Whether the game has a file."""
        return self._keeper is not None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats at which people sit."""
        sitters = self.table.sitters
        return tuple(seat for seat, one in enumerate(sitters) if one.is_person)

    def keep(self, path: Path) -> Path | None:
        """Keep the game in a new file from now on. Raises `BadUse` if there is one already.

        Returns where it is, None if it could not be saved yet.
        """
        with ExitStack() as stack:
            self._keeper = line_table.keep_new(self.table, path, stack)
            self._stack.push(stack.pop_all())
        return self._keeper.saved_in

    def copy(self, path: Path) -> None:
        """Write the game into a file too. Raises `BadUse` if there is one already, `OSError`."""
        assert self._keeper
        if os.path.lexists(path):
            raise BadUse(_("{path}: exists already").format(path=path))
        self._keeper.copy(path)

    def close(self) -> None:
        """Let go of the players and of the file."""
        self._stack.close()
