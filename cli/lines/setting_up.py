"""A new game being set up line by line: numbered rows, each with what it is set to."""

from __future__ import annotations

from collections.abc import Iterator

from cli.lines import rows
from engine.table import HUMAN
from play.new_game_rows import Row, rows_of
from play.setup import Setup
from programs.players import is_program
from words.translation import _


class SettingUp:
    """What a new game is set to.

    Attributes:
        setup: What it is set to so far.
    """

    def __init__(self, setup: Setup) -> None:
        """Begin with a setup."""
        self.setup = setup

    @property
    def prompt(self) -> str:
        """What stands before a line."""
        return f"{_('new game')}> "

    @property
    def _rows(self) -> list[Row[Setup]]:
        levels, kinds = self.setup.description.levels, self.setup.kinds
        return rows_of(self.setup, list(dict.fromkeys((HUMAN, *levels, *kinds))))

    def lines(self) -> Iterator[str]:
        """Yield every row, and how one is set."""
        yield from rows.tell_rows(self._rows)
        yield _("A number shows what the row can be; a number and a value set it.")
        yield _(
            "begin: begin this game. host: open a table for it. return: leave everything as it is."
        )

    def choose(self, typed: str) -> Iterator[str]:
        """Say what a row can be, or set it: `3`, `3 2`, `variant 2`. Raises `BadUse`."""
        name, _blank, value = typed.partition(" ")
        row = rows.row_called(self._rows, name)
        if not value:
            yield from rows.tell_values(row)
            return
        before = [(one.id, one.value) for one in self._rows]
        if row.id.startswith("kind ") and is_program(value.strip()):
            self.setup = self.setup.with_kind(int(row.id.removeprefix("kind ")), value.strip())
        else:
            self.setup = row.change(rows.value_of(row, value.strip()))
        now = self._rows
        if [one.id for one in now] != [id_ for id_, _value in before]:
            yield from self.lines()
            return
        for number, one in enumerate(now, 1):
            if one.value != before[number - 1][1] or one.id == row.id:
                yield f"{number}. {rows.tell(one)}"
