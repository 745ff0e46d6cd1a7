"""Programs of strangers for tests, and how to know that the last of their processes is gone."""

from __future__ import annotations

import os
import re
import select
import shlex
import sys
from pathlib import Path

from engine.game import Player
from engine.table import Sitter, Table
from programs.players import command_of, make_player

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
PATIENCE = 60.0
"""Seconds that no test waits for."""


class Outsider:
    """A program that holds a pipe open as long as it, or a child of it, lives.

    `script` is for the shell; it finds the name of a file to keep what it reads in as `$0`.
    """

    def __init__(self, folder: Path, script: str, name: str = "outsider") -> None:
        self._heard = folder / f"{name}.heard"
        fifo = folder / f"{name}.fifo"
        os.mkfifo(fifo)
        self._watch = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self._watch, select.POLLIN)
        self._starts = 0
        command = ["sh", "-c", _WRAPPER, script, str(fifo), str(self._heard)]
        self.kind = f"exec:{shlex.join(command)}"

    @property
    def command(self) -> list[str]:
        """The words of its command."""
        return command_of(self.kind)

    @property
    def heard(self) -> str:
        """All that it was told, over all its starts."""
        return self._heard.read_text() if self._heard.exists() else ""

    @property
    def starts(self) -> int:
        """How often it was started."""
        while self._look(0) & select.POLLIN:
            pass
        return self._starts

    def is_started(self) -> bool:
        """Wait for its first start, and return whether that came."""
        return bool(self.starts or self._look(PATIENCE) & select.POLLIN)

    def is_gone(self) -> bool:
        """Wait for its end, and return whether that came; it must have been started."""
        while (seen := self._look(PATIENCE)) & select.POLLIN:
            pass
        return bool(seen & select.POLLHUP)

    def _look(self, seconds: float) -> int:
        """Return what there is to see of it; that it was started is seen once."""
        seen = dict(self._poll.poll(seconds * 1000)).get(self._watch, 0)
        if seen & select.POLLIN:
            self._starts += len(os.read(self._watch, 100))
        return seen


_WRAPPER = 'exec 9>"$1"; printf x >&9; exec sh -c "$0" "$2"'


def listening(script: str) -> str:
    """Return a script that keeps what it reads before it acts on it; `$0` is where."""
    return f'tee /dev/fd/3 3>&1 >>"$0" | {{ {script}; }}'


def example(game: str = "duel") -> str:
    """Return the program that the manual shows as a player of a game."""
    shown = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return dict(zip(("duel", "zen", "hearts"), shown, strict=True))[game]


def bot(game: str = "duel") -> str:
    """Return the script that runs it."""
    return shlex.join([sys.executable, "-S", "-E", "-c", example(game)])


def sit(table: Table, seat: int, outsider: Outsider, patience: float = PATIENCE) -> Player:
    """Return the player that an outsider is at a table."""
    return make_player(table.game, Sitter("Outsider", outsider.kind), patience)
