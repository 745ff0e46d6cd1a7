"""Real tables for tests: processes that are ended with the test, and clients over real sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from engine.game import View
from engine.games import find_game
from host.plan import HostPlan
from net.hosting.listen import Listen
from net.hosting.start import start_table
from net.names.sockets import folder_of
from net.names.starting import Started, start_again
from net.view_updates import ViewReader
from net.wire import PROTOCOL, ViewNews, news_from
from saves.passwords import Password

PATIENCE = 60.0


class Tables:
    """Tables in processes of their own; none is left at the end."""

    def __init__(self) -> None:
        self._started: list[Started] = []
        self._clients: list[SocketClient] = []

    def start(
        self,
        resume: Path | None = None,
        listen: Listen | None = None,
        password: str = "",
        **plan: Any,
    ) -> Started:
        return self._note(start_table(HostPlan(**plan), resume, listen, Password(password)))

    def revive(self, journal: Path) -> Started:
        return self._note(start_again(journal))

    def found(self, name: str) -> Started:
        """Return a table that a command started, by its name."""
        path = folder_of(os.getuid()) / name
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(path))
            said = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        return self._note(Started(name, path, struct.unpack("3i", said)[0]))

    def client(self, table: Started, client: str = "a") -> SocketClient:
        """Return a client of a table, which is closed at the end."""
        self._clients.append(SocketClient(table, client))
        return self._clients[-1]

    def kill(self, table: Started, number: int = signal.SIGKILL) -> None:
        """Send a signal, and wait for the end if it ends the process."""
        children = children_of(table.process)
        os.kill(table.process, number)
        assert all(map(is_gone, [table.process, *children]))

    def end_all(self) -> None:
        """End what is left, and see that nothing of it is."""
        for client in self._clients:
            client.close()
        children = [child for table in self._started for child in children_of(table.process)]
        for table in self._started:
            with suppress(ProcessLookupError):
                os.kill(table.process, signal.SIGCONT)
                os.kill(table.process, signal.SIGTERM)
        assert all(map(is_gone, [table.process for table in self._started] + children))

    def _note(self, table: Started) -> Started:
        self._started.append(table)
        return table


def is_gone(process: int) -> bool:
    """Wait until a process has ended with all in its session's processes, and return whether."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not is_running(process) and not children_of(process):
            return True
        time.sleep(0.01)
    return False


def children_of(process: int) -> list[int]:
    """Return the processes that a process started and that run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == process and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def is_running(process: int) -> bool:
    """Whether a thread of a process runs: the first may have ended while others hold its files."""
    for thread in Path(f"/proc/{process}/task").glob("*/stat"):
        with suppress(OSError):
            if thread.read_text().rpartition(")")[2].split()[0] not in "ZX":
                return True
    return False


@contextmanager
def own_folder() -> Iterator[Path]:
    """Let sockets, and the home, be in a short folder of their own, which is removed."""
    with (
        tempfile.TemporaryDirectory(prefix="tv") as folder,
        mock.patch.dict(os.environ, TMPDIR=folder, TAPIS_HOME=f"{folder}/home"),
        mock.patch.object(tempfile, "tempdir", folder),
    ):
        yield Path(folder)


@pytest.fixture
def tables() -> Iterator[Tables]:
    """Tables that are ended with the test, with sockets in a folder of their own."""
    with own_folder():
        made = Tables()
        yield made
        made.end_all()


class SocketClient:
    """A client over a real socket, which waits for what it wants to read."""

    def __init__(self, table: Started, client: str = "a") -> None:
        self.client = client
        self.table = table.table
        self.number = 0
        self.view: View[Any] | None = None
        self.at: ViewNews | None = None
        self.heard: list[dict[str, Any]] = []
        self._reader: ViewReader[Any] | None = None
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(table.socket))
        self._file = self._socket.makefile("rb")

    def hello(self, **fields: Any) -> dict[str, Any]:
        self.send(
            "hello", **{"protocol": PROTOCOL, "client": self.client, "table": self.table, **fields}
        )
        answer = self.until("welcome", "fault")
        if answer["cmd"] == "welcome":
            self.token = answer.get("token", "")
            self.seat = answer.get("seat")
        return answer

    def send(self, cmd: str, **fields: Any) -> None:
        self._socket.sendall(json.dumps({"cmd": cmd, **fields}).encode() + b"\n")

    def write(self, data: bytes) -> None:
        self._socket.sendall(data)

    def read(self) -> dict[str, Any]:
        """Return the next message, {} at the end of the line; a view is confirmed."""
        if not self.read_line():
            return {}
        message = self.heard[-1]
        if message["cmd"] == "view":
            self.send("seen", view=message["view"])
        return message

    def read_line(self) -> bytes:
        """Return the next line as it came, b"" at the end; a view is not confirmed."""
        line = self._file.readline()
        if not line:
            return b""
        message: dict[str, Any] = json.loads(line)
        self.heard.append(message)
        if message["cmd"] == "welcome":
            self.game = find_game(message["game"])
        elif message["cmd"] == "view":
            news = news_from(line)
            assert isinstance(news, ViewNews)
            self._reader = self._reader or ViewReader(self.game)
            self.view, self.at = self._reader.read(news), news
        return line

    def until(self, *commands: str, **fields: Any) -> dict[str, Any]:
        """Read until a message of these commands, with these fields; fail at the line's end."""
        while message := self.read():
            if message["cmd"] in commands and fields.items() <= message.items():
                return message
        raise AssertionError(f"the line ended before {commands}: {self.heard[-3:]}")

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        self.number += 1
        self.send(cmd, number=self.number, **fields)
        return self.until("done", "refused", "record", number=self.number)

    def wait_for_turn(self) -> bool:
        """Read until this client is to move, and return whether; not at the game's end."""
        while self.view is None or self.seat not in self.view.to_move:
            if self.view is not None and self.view.outcome:
                return False
            assert self.read(), "the line ended"
        return True

    def move(self) -> dict[str, Any]:
        """Make the first legal move, and wait until it is seen."""
        text = self.game.format_wire(next(self.view.legal()))
        moves = self.at.moves
        answer = self.ask("move", moves=moves, epoch=self.at.epoch, move=text)
        while answer["cmd"] == "done" and self.at.moves == moves:
            self.read()
        return answer

    def close(self) -> None:
        self._file.close()
        self._socket.close()
