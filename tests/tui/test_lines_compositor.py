"""What is painted of changed lines: just what Textual would paint there."""

from __future__ import annotations

import asyncio

import pytest
from pilots import program, until
from rich.console import Console
from setups import duel_setup
from textual._compositor import Compositor

from play.setup import Series, usual_setup
from tui.shown import _read
from tui.widgets.lines_compositor import LinesCompositor

CONSOLE = Console(color_system="truecolor", force_terminal=True)
TABLES = {
    "duel": (
        Series(duel_setup(("human", "greedy"), first="north")),
        ["right", "enter", "backspace", "colon", "escape"],
    ),
    "hearts": (Series(usual_setup("hearts")), ["right", "enter", "right"]),
}


def _cells(update) -> dict[tuple[int, int], tuple[str, object]]:
    """What an update paints, by line and cell."""
    cells: dict[tuple[int, int], tuple[str, object]] = {}
    data = update.render_segments(CONSOLE) + "\x1b[1;1H" if update else ""
    for x, y, run in _read(data)[0]:
        cells |= {(y, at): cell for at, cell in enumerate(run, start=x)}
    return cells


@pytest.mark.parametrize("game", TABLES)
def test_what_is_painted_is_what_textual_paints(game, monkeypatch):
    series, keys = TABLES[game]
    app = program("new_game", series)
    painted = []
    quick = LinesCompositor.render_partial_update

    def both(compositor):
        dirty = set(compositor._dirty_regions)
        update = quick(compositor)
        compositor._dirty_regions = dirty
        slow = Compositor.render_partial_update(compositor)
        painted.append((_cells(update), _cells(slow)))
        return update

    monkeypatch.setattr(LinesCompositor, "render_partial_update", both)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.screen.focused is not None)
            painted.clear()
            await pilot.press(*keys)
            await until(pilot, lambda: len(painted) >= 2)
            app.end()

    asyncio.run(run())
    assert any(ours for ours, _theirs in painted)
    assert all(ours == theirs for ours, theirs in painted)
