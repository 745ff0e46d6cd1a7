"""Sets a table for a line mode: who sits there, who plays by itself, the file that keeps it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import Game, Player
from engine.table import HUMAN, Sitter, Table
from net.players import FORM, dismiss, is_known, is_program, make_player
from tui.complaints import BadUse, complain, os_text
from tui.outside import fresh_seed, let_chance_play, now
from tui.seat_names import seat_name
from tui.words import _

if TYPE_CHECKING:
    from pathlib import Path

    from saves.autosave import Autosave
    from saves.record import Record


class Wish(NamedTuple):
    """Who is wished for at a seat, None if nobody said, and the option that says so."""

    option: str
    who: str | None


Wishes = Callable[[Table[Any]], Sequence[Wish]]
"""What is wished for each seat of a table."""


def no_wishes(table: Table[Any]) -> list[Wish]:
    """Wish for nobody."""
    return [Wish("", None)] * len(table.seats)


def unwind_for_programs(kinds: Sequence[str | None], stack: ExitStack) -> None:
    """Where a program plays, let signals unwind the stack, so that it is not left behind."""
    if any(kind and is_program(kind) for kind in kinds):
        from net.endings import unwinding

        stack.enter_context(unwinding())


def sitter(game: Game[Any], name: str, who: str, seed: int) -> Sitter:
    """Return who sits somewhere. Raises `BadUse` if nobody plays like this."""
    if who == HUMAN:
        return Sitter(name)
    if not is_known(game, who):
        raise no_player(game, who)
    return Sitter(name, who, None if is_program(who) else seed)


def no_player(game: Game[Any], who: str) -> BadUse:
    """Return the complaint that nobody plays like this."""
    known = ", ".join([HUMAN, *game.computer_players, FORM])
    return BadUse(_("no player {who!r}, only {known}").format(who=who, known=known))


def keep_new(table: Table[Any], path: Path, stack: ExitStack) -> Autosave:
    """Keep a new game in a file that is not there yet; return its keeper. Raises `BadUse`."""
    from saves.record import Record

    keeper = _autosave(path, stack, must_be_new=True)
    if os.path.lexists(path):
        raise BadUse(_("{path}: exists already; --resume goes on with it").format(path=path))
    keeper.keep(Record.new(table, now()))
    return keeper


def resumed(key: str, path: Path, wishes: Wishes, stack: ExitStack) -> tuple[Table[Any], Autosave]:
    """Return the table of a game that goes on in its file, and its keeper. Raises `BadUse`."""
    keeper, record = _opened(path, stack)
    table = record.table
    if table.game.key != key:
        words = _("{path}: a game of {game}; tapis console {game} --resume goes on with it")
        raise BadUse(words.format(path=path, game=table.game.key))
    for seat, (option, who) in enumerate(wishes(table)):
        former = table.sitters[seat]
        if who is not None and who != former.kind:
            table.sit(seat, sitter(table.game, former.name, who, fresh_seed()))
        elif who is None and is_program(former.kind) and not table.outcome:
            raise not_by_a_file(option, table.seats[seat], former.kind)
    let_chance_play(table)
    keeper.keep(record)
    return table, keeper


def _opened(path: Path, stack: ExitStack) -> tuple[Autosave, Record]:
    from saves.document import Fault
    from saves.files import read_file
    from saves.record import read_record

    try:
        path.stat()
        keeper = _autosave(path, stack)
        return keeper, read_record(read_file(path))
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None
    except Fault as fault:
        raise BadUse(f"{path}: {fault}") from None


def not_by_a_file(option: str, player: str, kind: str) -> BadUse:
    """Return the complaint that no file, whoever wrote it, starts a program on this machine."""
    import shlex

    words = _("{player} is a program; to start it, name it again: {option}")
    again = f"{option} {shlex.quote(kind)}"
    return BadUse(words.format(player=seat_name(player), option=again))


def _autosave(path: Path, stack: ExitStack, *, must_be_new: bool = False) -> Autosave:
    from saves.autosave import Autosave
    from saves.lock import Held
    from saves.place import KeptBeside
    from tui.file_words import held_by, in_a_line

    place = path

    def say(told: Exception) -> None:
        nonlocal place
        complain(in_a_line(place, told))
        if isinstance(told, KeptBeside):
            place = told.other

    try:
        keeper = Autosave(path, now, say, must_be_new=must_be_new)
    except Held as held:
        raise BadUse(held_by(held)) from None
    stack.callback(keeper.close)
    return keeper


def players(table: Table[Any], patience: float, stack: ExitStack) -> dict[int, Player[Any]]:
    """Return who plays by itself, by seat; the stack lets each of them go. Raises `BadUse`."""
    made: dict[int, Player[Any]] = {}
    for seat, one in enumerate(table.sitters):
        if one.is_person or table.outcome:
            continue
        if not is_known(table.game, one.kind):
            words = _("{player} was played by {kind!r}, which is not known here")
            raise BadUse(words.format(player=seat_name(table.seats[seat]), kind=one.kind))
        seed = fresh_seed() if one.seed is None else one.seed
        made[seat] = make_player(table.game, replace(one, seed=seed), patience, show_errors=True)
        stack.callback(_dismiss, made[seat], table, seat)
    return made


def _dismiss(player: Player[Any], table: Table[Any], seat: int) -> None:
    dismiss(player, table.view(seat))
