"""`tapis saves`, `check` and `share`: games listed, checked, and as a line or a picture."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.arguments import GAME_FILE, Argument, a_game_or_line, a_number_from_0, a_path
from cli.game_files import inspect_game, name_of, read_game, result_of, saved_games, turns_of
from cli.parser import Parser
from cli.streams import BadUse, say, write_out
from engine.games import describe
from play.game_words import handicap_words
from saves.cut import NotAsCut, check_cut, cut_seal, table_seal
from saves.store import SavedFile
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about, mark, said, why

if TYPE_CHECKING:
    from engine.table import Table
    from saves.record import Record


def add_saves(parser: Parser) -> None:
    """Say the order in the help."""
    parser.describe(_("The last one changed comes first."))


def run_saves(_options: Namespace) -> int:
    """Print the games of the folder, the last changed first. Raises `BadUse`."""
    for line in saved_games():
        say(line)
    return 0


def add_check(parser: Parser) -> None:
    """Add the files."""
    parser.describe(
        _("Every move is replayed by the rules. Exit status: 0 if all are right, else 1.")
    )
    parser.take(
        Argument("files", GAME_FILE, a_game_or_line, nargs="+"),
        Argument(
            "--canonical", mark("write the file of the game in its one form"), action="store_true"
        ),
        Argument(
            "--deal", mark("check too that the deal is the one that was cut"), action="store_true"
        ),
    )


def run_check(options: Namespace) -> int:
    """Print for each file that it is right, or its fault; return 1 if any is wrong.

    Raises `BadUse`.
    """
    if options.canonical:
        if len(options.files) > 1:
            raise BadUse(_("--canonical goes with one game"))
        write_out(_canonical(options.files[0]))
        return 0
    is_right = True
    for source in options.files:
        saved = inspect_game(source)
        is_right = is_right and saved.record is not None
        verdict = _verdict(saved)
        if options.deal and saved.record:
            try:
                deal = _deal(saved.record)
            except NotAsCut as fault:
                is_right, deal = False, why(fault)
            verdict = f"{verdict}; {deal}"
        say(about(saved.path, verdict))
    return 0 if is_right else 1


def _canonical(source: Path | str) -> bytes:
    """Return the canonical form of a game. Raises `BadUse`, also where nobody could read it."""
    from saves.canonical import canonical
    from saves.files import refuse_unreadable

    data, name = canonical(read_game(source)), name_of(source)
    try:
        refuse_unreadable(Path(name), data)
    except OSError as error:
        raise BadUse(about(name, about("--canonical", os_text(error)))) from None
    return data


def _deal(record: Record) -> str:
    """Return that a deal is right, with the seals of its values. Raises `NotAsCut`."""
    deal = check_cut(record.table, record.cut)
    seal = table_seal(deal.table)
    seals = [_("the table {seal}").format(seal=seal)]
    for cut in deal.cuts:
        name = seat_name(record.table.game.key, record.table.seats[cut.seat])
        seals.append(f"{name} {cut_seal(seal, cut)}")
    words = _("the deal is the one that was cut; seals: {seals}")
    return words.format(seals=", ".join(seals))


def _verdict(saved: SavedFile) -> str:
    header = saved.header
    if header is None:
        return said(saved.error)
    game = _(describe(header.game).short_name)
    handicap = handicap_words(saved.record.table) if saved.record else ""
    words = (_("ok"), game, handicap, turns_of(header), result_of(header))
    return ", ".join(filter(None, words))


def add_share(parser: Parser) -> None:
    """Add the game, `--svg`, `--turn` and `-o`."""
    parser.describe(_("Anyone with Tapis Vert can step through it: tapis replay LINE."))
    parser.take(
        Argument("file", GAME_FILE, a_game_or_line),
        Argument(
            "--notes",
            mark("with the notes, the variations and the times of moves"),
            action="store_true",
        ),
        Argument("--svg", mark("draw a picture of the table instead"), action="store_true"),
        Argument("--turn", mark("after N turns; default: as it stands"), a_number_from_0),
        Argument("-o --out", mark("write the picture into a file"), a_path),
    )


def run_share(options: Namespace) -> int:
    """Print the line of a game, or draw its picture. Raises `BadUse`."""
    from saves.share_line import NotShared, share_line

    if not options.svg and (options.turn is not None or options.out):
        raise BadUse(_("--turn and -o go with --svg"))
    if options.svg and options.notes:
        raise BadUse(_("--notes goes with a line, and not with --svg"))
    record = read_game(options.file)
    if options.svg:
        return _draw(record.table, options)
    try:
        say(share_line(record, with_notes=options.notes))
    except NotShared as fault:
        raise BadUse(about(name_of(options.file), why(fault))) from None
    return 0


def _draw(table: Table[Any], options: Namespace) -> int:
    """Print the picture of a table, or write it into a file. Raises `BadUse`."""
    from cli.full_screen import drawn
    from saves.files import write_file

    svg = drawn(table, options.turn).encode()
    if not options.out:
        write_out(svg)
        return 0
    try:
        write_file(options.out, svg)
    except OSError as error:
        raise BadUse(about(options.out, os_text(error))) from None
    return 0
