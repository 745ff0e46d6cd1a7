"""`tapis console`: sets a table as the options say, and keeps its file if one is named."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.duel.state import DuelOptions
from engine.game import CHANCE, Game, IllegalMove, Player
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, Sitter, Table
from net.players import FORM, PATIENCE, dismiss, is_known, is_program, make_player
from tui.complaints import BadUse, complain, os_text
from tui.console import Console
from tui.duel_text import DuelText
from tui.outside import fresh_seed, now
from tui.words import _, why

if TYPE_CHECKING:
    from pathlib import Path

    from saves.autosave import Autosave


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    if options.resume and (options.save or options.deal or options.seed is not None):
        raise BadUse(_("--resume goes on with a game; --save, --deal and --seed begin one"))
    with ExitStack() as stack:
        if any(who and is_program(who) for __, who in _asked(options)):
            from net.endings import unwinding

            stack.enter_context(unwinding())
        if options.resume:
            table = _resumed(options, stack)
        else:
            table = _new(options)
            if options.save:
                _keep_new(table, options.save, stack)
        console = Console(
            table,
            _players(table, options.patience or PATIENCE, stack),
            DuelText(options.align),
            _source(),
        )
        return console.run()


def _source() -> BinaryIO:
    """Return where lines are typed; nothing where standard input is closed."""
    if sys.stdin is None:
        return io.BytesIO()
    os.set_blocking(sys.stdin.fileno(), True)
    return sys.stdin.buffer


def _new(options: Namespace) -> Table[Any]:
    game = find_game(options.game)
    seed = fresh_seed() if options.seed is None else options.seed
    sitters = [
        _sitter(game, name, who or HUMAN, seat_seed(seed, seat))
        for seat, (name, who) in enumerate(_asked(options))
    ]
    if options.deal is None:
        return Table(game, DuelOptions("north"), sitters, seed)
    table = Table(game, DuelOptions("north"), sitters)
    table.play(CHANCE, read_deal_file(options.deal))
    return table


def _asked(options: Namespace) -> list[tuple[str, str | None]]:
    return [("NORD", options.north), ("SUD", options.south)]


def _sitter(game: Game[Any], name: str, who: str, seed: int) -> Sitter:
    if who == HUMAN:
        return Sitter(name)
    if not is_known(game, who):
        raise no_player(game, who)
    return Sitter(name, who, None if is_program(who) else seed)


def no_player(game: Game[Any], who: str) -> BadUse:
    """Return the complaint that nobody plays like this."""
    known = ", ".join([HUMAN, *game.computer_players, FORM])
    return BadUse(_("no player {who!r}, only {known}").format(who=who, known=known))


def read_deal_file(path: Path) -> Any:
    """Return the deal in a file. Raises `BadUse`."""
    from saves.deal import read_deal
    from saves.document import Fault

    try:
        return read_deal(path)
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None
    except Fault as fault:
        raise BadUse(f"{path}: {fault}") from None
    except IllegalMove as refused:
        raise BadUse(f"{path}: {why(refused)}") from None


def _keep_new(table: Table[Any], path: Path, stack: ExitStack) -> None:
    from saves.record import Record

    keeper = _autosave(path, stack, must_be_new=True)
    if os.path.lexists(path):
        raise BadUse(_("{path}: exists already; --resume goes on with it").format(path=path))
    keeper.keep(Record.new(table, now()))


def _resumed(options: Namespace, stack: ExitStack) -> Table[Any]:
    from saves.document import Fault
    from saves.files import read_file
    from saves.record import read_record

    path = options.resume
    try:
        path.stat()
        keeper = _autosave(path, stack)
        record = read_record(read_file(path))
    except OSError as error:
        raise BadUse(f"{path}: {os_text(error)}") from None
    except Fault as fault:
        raise BadUse(f"{path}: {fault}") from None
    table = record.table
    for seat, (__, who) in enumerate(_asked(options)):
        sitter = table.sitters[seat]
        if who is not None and who != sitter.kind:
            table.sit(seat, _sitter(table.game, sitter.name, who, fresh_seed()))
        elif who is None and is_program(sitter.kind) and not table.outcome:
            raise _not_by_a_file(seat, table.seats[seat], sitter.kind)
    if table.to_move == (CHANCE,) and table.seed is None:
        table.seed = fresh_seed()
    table.draw_lots()
    keeper.keep(record)
    return table


def _not_by_a_file(seat: int, player: str, kind: str) -> BadUse:
    """Return the complaint that no file, whoever wrote it, starts a program on this machine."""
    import shlex

    option = f"{('--north', '--south')[seat]} {shlex.quote(kind)}"
    words = _("{player} is a program; to start it, name it again: {option}")
    return BadUse(words.format(player=player, option=option))


def _autosave(path: Path, stack: ExitStack, *, must_be_new: bool = False) -> Autosave:
    from saves.autosave import Autosave
    from saves.lock import Held

    def said(error: Exception) -> None:
        fault = os_text(error) if isinstance(error, OSError) else str(error)
        words = _("{path}: {fault}; play goes on, unsaved")
        complain(words.format(path=path, fault=fault))

    try:
        keeper = Autosave(path, now, said, must_be_new=must_be_new)
    except Held as held:
        raise BadUse(str(held)) from None
    stack.callback(keeper.close)
    return keeper


def _players(table: Table[Any], patience: float, stack: ExitStack) -> dict[int, Player[Any]]:
    """Return who plays by itself, by seat; the stack lets each of them go."""
    players: dict[int, Player[Any]] = {}
    for seat, sitter in enumerate(table.sitters):
        if sitter.is_person or table.outcome:
            continue
        if not is_known(table.game, sitter.kind):
            words = _("{player} was played by {kind!r}, which is not known here")
            raise BadUse(words.format(player=table.seats[seat], kind=sitter.kind))
        seed = fresh_seed() if sitter.seed is None else sitter.seed
        player = make_player(table.game, replace(sitter, seed=seed), patience, show_errors=True)
        players[seat] = player
        stack.callback(_dismiss, player, table, seat)
    return players


def _dismiss(player: Player[Any], table: Table[Any], seat: int) -> None:
    dismiss(player, table.view(seat))
