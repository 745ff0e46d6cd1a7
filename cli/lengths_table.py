"""How games went that chance alone decides, as tables of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from statistics import fmean
from typing import Final

from rich.console import RenderableType
from rich.table import Table

from arena.chance import QUANTILES, Lengths, bins
from arena.statistics import quantile
from cli.arena_table import PERCENT, percent
from cli.paper import empty_grid, printed
from engine.games import describe
from words.glyphs import glyphs
from words.names import seat_name
from words.translation import _, about, decimal, reason, several

MOST_BINS: Final = 16
BAR: Final = 40


def table(lengths: Lengths) -> str:
    """Return what is printed: what was played, how long it lasted, and who won."""
    parts: list[RenderableType] = ["\n".join(_beginning(lengths))]
    if lengths.results:
        for grid in (_lengths(lengths), _spread(lengths), _winners(lengths), _ends(lengths)):
            parts += ["", grid]
    return printed(*parts)


def _beginning(lengths: Lengths) -> Iterator[str]:
    chosen = asdict(lengths.options)
    words = [
        f"{_(option.words)} {chosen[option.name]}" for option in describe(lengths.game).options
    ]
    games = several("{count} game", "{count} games", lengths.count)
    yield about(_(describe(lengths.game).title), f"{games}, {', '.join(words)}")
    yield _("seed {seed}").format(seed=lengths.seed)
    if not lengths.is_complete:
        said = _("interrupted: {done} of {all} games were played")
        yield said.format(done=len(lengths.results), all=lengths.count)


def _lengths(lengths: Lengths) -> Table:
    """Return the shortest, the quantiles, the longest and the mean."""
    turns = lengths.turns
    heads = [
        _("least"),
        *(f"{round(PERCENT * part)} %" for part in QUANTILES),
        _("most"),
        _("mean"),
    ]
    values = [turns[0], *(quantile(turns, part) for part in QUANTILES), turns[-1]]
    grid = empty_grid(_("turns a game"))
    for head in heads:
        grid.add_column(head, justify="right", no_wrap=True)
    grid.add_row("", *(str(value) for value in values), decimal(fmean(turns), 1))
    return grid


def _spread(lengths: Lengths) -> Table:
    found = bins(lengths.turns, MOST_BINS)
    most = max(one.games for one in found)
    grid = empty_grid()
    grid.add_column(_("turns"), justify="right", no_wrap=True)
    grid.add_column(_("games"), justify="right", no_wrap=True)
    grid.add_column("")
    for one in found:
        bar = glyphs().heavy * (-(-BAR * one.games // most))
        grid.add_row(f"{one.least}-{one.most}", str(one.games), bar)
    return grid


def _winners(lengths: Lengths) -> Table:
    grid = empty_grid(_("seat"))
    grid.add_column(_("won % (at 95 %)"), justify="right", no_wrap=True)
    for seat, share in zip(lengths.seats, lengths.shares(), strict=True):
        mean, low, high = map(percent, share)
        words = _("{value} ({low} to {high})")
        grid.add_row(seat_name(lengths.game, seat), words.format(value=mean, low=low, high=high))
    return grid


def _ends(lengths: Lengths) -> Table:
    grid = empty_grid(_("end"))
    grid.add_column(_("games"), justify="right", no_wrap=True)
    for why, count in lengths.endings.most_common():
        grid.add_row(reason(why), str(count))
    return grid
