"""`tapis analyse`: what each turn of a finished game lost, and what deal and draws gave."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cli.arguments import GAME_FILE, Argument, a_game_or_line
from cli.game_files import GameSource, name_of, read_game
from cli.paper import empty_grid, printed, said_in_lines
from cli.parser import Parser
from cli.progress import progress
from cli.streams import BadUse, say_json, talks, write_text
from engine.analysis import Measure, error_rate
from play.analysis_model import (
    NotAnalysed,
    judged,
    label_name,
    ledger_rows,
    ledgers_by_round,
    ledgers_of,
    side_name,
    signed,
    to_json,
    value_number,
)
from play.game_words import handicap_words
from words.names import seat_name
from words.translation import _, about, decimal, mark

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as Grid

    from engine.analysis import Judged
    from engine.table import Table


def add_analyse(parser: Parser) -> None:
    """Add the game and the form of the output."""
    parser.describe(
        _(
            "Chances and losses are points of 100. A loss is measured by what the player knew. At "
            "the end stands how much of the result the deal, the draws and the turns gave."
        )
    )
    parser.take(
        Argument("file", GAME_FILE, a_game_or_line),
        Argument("--json", mark("print JSON"), action="store_true"),
    )


def run_analyse(options: Namespace) -> int:
    """Print the analysis of a game. Raises `BadUse`."""
    table = read_game(options.file).table
    try:
        turns = _all_turns(options.file, table, is_shown=not talks(options))
    except NotAnalysed as fault:
        raise BadUse(about(name_of(options.file), str(fault))) from None
    if options.json:
        say_json(to_json(table, turns))
        return 0
    write = said_in_lines if talks(options) else printed
    write_text(write(*_parts(table, turns)))
    return 0


def _all_turns(source: GameSource, table: Table[Any], *, is_shown: bool) -> Sequence[Judged]:
    """Return all turns of a game, with a progress bar. Raises `NotAnalysed`."""
    found = judged(table, source if isinstance(source, Path) else None)
    turns = []
    with progress(_("turns"), table.turns, is_shown=is_shown) as advance:
        for turn in found:
            turns.append(turn)
            advance(len(turns))
    return turns


VALUES: Final = {
    Measure.CHANCE: mark("Chances are those of {player}, losses those of the player who moved."),
    Measure.POINTS: mark(
        "Before and after stand the points that {player} may expect in the round; losses are those "
        "of the player who moved."
    ),
}
"""What the numbers of the turns are."""


def _parts(table: Table[Any], turns: Sequence[Judged]) -> Iterator[RenderableType]:
    """Yield the turns with their chances, those that lost much, the players and the ledgers."""
    names = [seat_name(table.game.key, seat) for seat in table.seats]
    write, measure = table.game.format, turns[0].measure
    if measure is Measure.CARDS:
        yield from _shares(names, turns)
        return
    chances = empty_grid([_("turn"), _("player"), _("played")], [_("before"), _("after")])
    lost = empty_grid([_("turn"), _("player"), _("better")], [_("loss"), _("uncertainty"), ""])
    for number, turn in enumerate(turns, 1):
        who = str(number), names[turn.seat]
        values = (value_number(value, measure) for value in (turn.before, turn.after))
        chances.add_row(*who, write(turn.played), *map(_points, values))
        if turn.label:
            loss = _points(turn.loss), _points(turn.error), label_name(turn)
            lost.add_row(*who, write(turn.best), *loss)
    if handicap := handicap_words(table):
        yield from (about(_("Handicap"), f"{handicap}."), "")
    yield from (chances, "", _(VALUES[measure]).format(player=side_name(table)), "")
    if lost.row_count:
        yield from (lost, "")
    yield from (_rates(names, turns), "", _ledgers(table, turns))


def _shares(names: Sequence[str], turns: Sequence[Judged]) -> Iterator[RenderableType]:
    """Yield the share of the cards that each player has before each turn."""
    grid = empty_grid([_("turn")], names)
    for number, turn in enumerate(turns, 1):
        grid.add_row(str(number), *map(_points, turn.shares))
    yield from (grid, "", _("Each player's share of the cards before the turn, in points of 100."))


def _rates(names: Sequence[str], turns: Sequence[Judged]) -> Grid:
    """Return what each player lost in the turns that left a choice."""
    grid = empty_grid([_("player")], [_("turns with a choice"), _("loss a turn")])
    for seat, name in enumerate(names):
        counted = sum(turn.counts for turn in turns if turn.seat == seat)
        rate = error_rate(turns, seat)
        grid.add_row(name, str(counted), "-" if rate is None else _points(rate))
    return grid


def _ledgers(table: Table[Any], turns: Sequence[Judged]) -> Grid:
    """Return what the result consists of, for the first side; of several rounds each by itself."""
    name = side_name(table)
    parts = ledgers_by_round(table, turns)
    whole = ledger_rows(table, ledgers_of(table, turns))
    if len(parts) == 1:
        grid = empty_grid([_("where the result comes from")], [name])
        for words, value in whole:
            grid.add_row(words, signed(value))
        return grid
    grid = empty_grid([name], [head for head, _value in whole])
    for part, kept in parts.items():
        values = (value for _words, value in ledger_rows(table, kept))
        grid.add_row(_("round {number}").format(number=part), *map(signed, values))
    grid.add_row(_("all rounds"), *(signed(value) for _words, value in whole))
    return grid


def _points(value: float) -> str:
    return decimal(value + 0.0, 1)
