"""`tapis console`: sets a table as the options say, and keeps its file if one is named."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.duel.state import DuelOptions
from engine.game import CHANCE, IllegalMove, Player
from engine.games import find_game
from engine.shuffle import seat_seed
from engine.table import HUMAN, Sitter, Table
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
        if options.resume:
            table = _resumed(options, stack)
        else:
            table = _new(options)
            if options.save:
                _keep_new(table, options.save, stack)
        console = Console(
            table,
            _computer_players(table),
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
        _sitter(game.computer_players, name, who or HUMAN, seat_seed(seed, seat))
        for seat, (name, who) in enumerate(_asked(options))
    ]
    if options.deal is None:
        return Table(game, DuelOptions("north"), sitters, seed)
    table = Table(game, DuelOptions("north"), sitters)
    table.play(CHANCE, read_deal_file(options.deal))
    return table


def _asked(options: Namespace) -> list[tuple[str, str | None]]:
    return [("NORD", options.north), ("SUD", options.south)]


def _sitter(kinds: Any, name: str, who: str, seed: int) -> Sitter:
    if who == HUMAN:
        return Sitter(name)
    if who not in kinds:
        raise no_player(who, [HUMAN, *kinds])
    return Sitter(name, who, seed)


def no_player(who: str, kinds: Iterable[str]) -> BadUse:
    """Return the complaint that nobody plays like this."""
    known = ", ".join(kinds)
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
            new = _sitter(table.game.computer_players, sitter.name, who, fresh_seed())
            table.sit(seat, new)
    if table.to_move == (CHANCE,) and table.seed is None:
        table.seed = fresh_seed()
    table.draw_lots()
    keeper.keep(record)
    return table


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


def _computer_players(table: Table[Any]) -> dict[int, Player[Any]]:
    players = {}
    for seat, sitter in enumerate(table.sitters):
        if sitter.kind != HUMAN and not table.outcome:
            kinds = table.game.computer_players
            if sitter.kind not in kinds:
                words = _("{player} was played by {kind!r}, which is not known here")
                raise BadUse(words.format(player=table.seats[seat], kind=sitter.kind))
            seed = fresh_seed() if sitter.seed is None else sitter.seed
            players[seat] = kinds[sitter.kind](seed)
    return players
