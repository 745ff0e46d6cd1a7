"""Sits down at a game of the line mode: a new one, one in a file, one that branched off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.shuffle import seat_seed
from engine.table import HUMAN, Table
from engine.timeline import Timeline
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions, colour_of
from net.outside import fresh_seed
from net.players import PATIENCE, is_program
from net.session import Session
from tui import line_table
from tui.complaints import BadUse
from tui.line_table import Wish
from tui.seat_names import seat_name
from tui.words import _

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


def new(wanted: Wanted) -> Session:
    """Lay out a new game. Raises `BadUse`."""
    seed = fresh_seed() if wanted.seed is None else wanted.seed
    seats = wanted.options.seats
    sitters = [
        line_table.sitter(ZEN, seat_name(name), wish.who or HUMAN, seat_seed(seed, seat))
        for seat, (name, wish) in enumerate(zip(seats, wanted.wishes(len(seats)), strict=True))
    ]
    return _seated(Table(ZEN, wanted.options, sitters, seed), wanted)


def resumed(path: Path, wanted: Wanted) -> Session:
    """Go on with the game in a file, and keep it there. Raises `BadUse`."""
    return line_table.resumed(
        ZEN.key, path, lambda table: wanted.wishes(len(table.seats)), wanted.patience
    )


def branched(table: Table[Any], wanted: Wanted) -> Session:
    """Go on with a game that branched off another one. Raises `BadUse`."""
    _check_programs(table, wanted)
    return _seated(table, wanted)


def again(table: Table[Any], wanted: Wanted) -> Session:
    """Lay out another game like one that was played. Raises `BadUse`."""
    _check_programs(table, wanted)
    kinds = [sitter.kind for sitter in table.sitters]
    who = (tuple(kinds[::2]), tuple(kinds[1::2]))
    return new(replace(wanted, options=table.options, who=who, seed=None))


def absent(timeline: Timeline[Any], seat: int) -> str:
    """Return why nobody plays for a seat."""
    return str(line_table.absent(timeline, seat, COLOUR_OPTIONS[colour_of(seat)]))


def copy(session: Session, path: Path) -> None:
    """Write a game into a file too. Raises `BadUse` if there is one already, `OSError`."""
    try:
        session.copy(path)
    except FileExistsError:
        raise BadUse(_("{path}: exists already").format(path=path)) from None


def _check_programs(table: Table[Any], wanted: Wanted) -> None:
    """Check that all programs at a table were asked for on the command line. Raises `BadUse`."""
    asked = {kind for kinds in wanted.who for kind in kinds}
    for seat, one in enumerate(table.sitters):
        if is_program(one.kind) and one.kind not in asked:
            option = COLOUR_OPTIONS[colour_of(seat)]
            raise line_table.not_by_a_file(option, table.seats[seat], one.kind)


def _seated(table: Table[Any], wanted: Wanted) -> Session:
    return line_table.seated(Session(table, waits=True), wanted.patience)
