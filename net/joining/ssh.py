"""The way to a table of another machine by ssh, which runs `tapis relay` there.

No port is opened for it: the table knows its guest by the account that ssh let in.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from contextlib import suppress
from typing import Final, NamedTuple

from net.joining.line import SocketLine
from net.joining.reasons import JoinReason, NotJoined, harmless
from net.names.sockets import AT_SERVER
from net.wire import LONGEST_NEWS

SCHEME: Final = "ssh://"
RELAY: Final = "tapis relay"
"""The command that runs there."""

_ADDRESS: Final = re.compile(
    r"ssh://(?:(?P<user>\w[\w.+-]*)@)?(?P<host>\w[\w.-]*|\[[\da-f:]+\])(?::(?P<port>\d{1,5}))?"
    r"(?:/(?P<table>[a-z\d][a-z\d-]*(?:@\w[\w.-]*)?(?:/[a-z\d][a-z\d-]*)?)?)?",
    re.ASCII,
)
"""An address. No part of it begins with a hyphen, so ssh takes none for an option."""

_CONNECT_SECONDS: Final = 15
_QUIET_SECONDS: Final = 30.0
_ASKING_SECONDS: Final = 300.0
"""The seconds to wait for a table: where nobody is asked anything, and where ssh may ask."""

_END_SECONDS: Final = 2.0
"""The seconds in which ssh has to end once its line is closed."""

_NO_COMMAND: Final = 127
_MOST_SAID: Final = 8192
_LONGEST_WORDS: Final = 200


class SshAddress(NamedTuple):
    """A table of another machine; see `Address`.

    Attributes:
        user: The account there, empty for the one that ssh takes.
        host: The machine.
        port: The port of its ssh server, empty for the one that ssh takes.
        name: The name of the table; empty where it is the only one.
        may_ask: Whether ssh may ask the person something on the terminal.
    """

    user: str
    host: str
    port: str
    name: str
    may_ask: bool

    @property
    def server(self) -> str:
        """The place as files of tokens have it in their names."""
        return f"ssh:{self.host}:{self.port}:{self.user}".lower()

    @property
    def owner(self) -> str:
        """Nothing: only that machine knows the name of the owner."""
        return ""

    @property
    def seconds(self) -> float:
        """The seconds that a line may take to be opened and answered."""
        return _ASKING_SECONDS if self.may_ask else _QUIET_SECONDS

    def called(self, table: str) -> str:
        """Return the address of a table of this machine, or of the same server there.

        With an empty name it is that of the machine or the server itself.
        """
        server, is_there, _table = self.name.partition(AT_SERVER)
        if is_there:
            table = f"{server}{AT_SERVER}{table}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"{SCHEME}{user}{host}{port}/{table}".removesuffix("/")

    def later(self) -> SshAddress:
        """Return the address for later attempts: on the screen ssh can ask nothing."""
        return self._replace(may_ask=False)

    def open(self, longest: int = LONGEST_NEWS) -> SshLine:
        """Start ssh, for lines of at most `longest` bytes. Raises `NotJoined`."""
        ours, theirs = socket.socketpair()
        try:
            process = subprocess.Popen(  # noqa: S603
                self.command(),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=None if self.may_ask else subprocess.PIPE,
                start_new_session=not self.may_ask,
            )
        except OSError as error:
            ours.close()
            is_missing = isinstance(error, FileNotFoundError)
            raise NotJoined(JoinReason.NO_SSH if is_missing else JoinReason.SILENT) from None
        finally:
            theirs.close()
        return SshLine(ours, longest, process, self.host)

    def command(self) -> list[str]:
        """Return the command that leads there."""
        options = ["-T", "-x", "-o", "ClearAllForwardings=yes"]
        options += ["-o", f"ConnectTimeout={_CONNECT_SECONDS}"]
        if not self.may_ask:
            options += ["-o", "BatchMode=yes"]
        if self.user:
            options += ["-l", self.user]
        if self.port:
            options += ["-p", self.port]
        return ["ssh", *options, "--", self.host, RELAY]

    def mark(self) -> object:
        """Return always the same: from here nobody sees whether a table listens."""
        return self.host


def ssh_address(text: str, *, may_ask: bool) -> SshAddress:
    """Return an address from its text, `ssh://[USER@]HOST[:PORT][/TABLE]`. Raises `NotJoined`."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise NotJoined(JoinReason.ADDRESS, address=harmless(text, _LONGEST_WORDS))
    user, host, port, table = (found[name] or "" for name in ("user", "host", "port", "table"))
    return SshAddress(user, host.strip("[]"), port, table, may_ask)


class SshLine(SocketLine):
    """A line through the standard streams of ssh, which ends with it."""

    def __init__(
        self, end: socket.socket, longest: int, process: subprocess.Popen[bytes], host: str
    ) -> None:
        """Take over our end of the streams of a process that leads to a host."""
        super().__init__(end, longest)
        self._process = process
        self._host = host

    def why_lost(self) -> NotJoined:
        """Return the reason why there was no answer, as ssh says it."""
        self.hang_up()
        status = self._ended()
        if status == _NO_COMMAND:
            return NotJoined(JoinReason.NO_PROGRAM, host=self._host)
        if status == 0:
            return super().why_lost()
        if words := self._words():
            return NotJoined(JoinReason.NOT_REACHED_SAID, host=self._host, words=words)
        return NotJoined(JoinReason.NOT_REACHED, host=self._host)

    def close(self) -> None:
        """Hang up, and let ssh end; only for the thread that receives."""
        super().close()
        self._ended()
        if self._process.stderr:
            self._process.stderr.close()

    def _ended(self) -> int:
        """Return the exit status of ssh, which is killed if it does not end soon."""
        try:
            return self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _words(self) -> str:
        """Return the last line that ssh wrote about its fault, where no person could read it."""
        if not self._process.stderr:
            return ""
        with suppress(BlockingIOError):  # something else holds its end, and wrote nothing
            os.set_blocking(self._process.stderr.fileno(), False)
            said = os.read(self._process.stderr.fileno(), _MOST_SAID).decode(errors="replace")
            lines = [line for line in said.splitlines() if line.strip()]
            return harmless(lines[-1].strip(), _LONGEST_WORDS) if lines else ""
        return ""
