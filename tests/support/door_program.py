"""A door in a process, and people who come to it by ssh and play."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest
from line_programs import TAPIS, environment
from terminal import PATIENCE

from door.accounts import Accounts

asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")


class Door:
    """A door in a process, at a free port."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        listen = ["--listen", "127.0.0.1:0", "--folder", str(folder)]
        command = [*TAPIS, "door", *listen, *more]
        self.process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)
        assert self.process.stderr
        opened = self.process.stderr.readline().decode()
        assert "ssh -p " in opened, opened
        self.port = int(opened.split()[-2])

    def connect(self, key: asyncssh.SSHKey | None, name: str = "ada", here: str = "127.0.0.1"):
        """Connect with a key, or without one, from an address of this machine."""
        keys = [key] if key else None
        return asyncssh.connect(
            *("127.0.0.1", self.port),
            username=name,
            client_keys=keys,
            agent_path=None,
            known_hosts=None,
            config=None,
            client_factory=Client,
            local_addr=(here, 0),
        )

    def accounts(self) -> list[Path]:
        return [*(self.folder / "accounts").iterdir()]

    def has_account(self, key: asyncssh.SSHKey) -> bool:
        return Accounts(self.folder).found(key.get_fingerprint()) is not None

    def folder_of(self, key: asyncssh.SSHKey) -> Path:
        return Accounts(self.folder).of_key(key.get_fingerprint())

    def close(self) -> None:
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr
        self.process.stderr.close()


class Client(asyncssh.SSHClient):
    """A client that asks for what needs no password, as OpenSSH does after its keys."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def password_auth_requested(self) -> str:
        raise AssertionError("a password is asked for")


async def lines(door: Door, key, typed: str, name: str = "ada", command: str | None = "talk"):
    """Return what the program said to typed lines, without a terminal, and its exit status."""
    async with door.connect(key, name) as line:
        ran = await line.run(command, input=typed)
        return ran.stdout + ran.stderr, ran.exit_status


async def seen(program, words: str) -> str:
    """Read what is painted until some words are there."""
    text = b""
    async with asyncio.timeout(PATIENCE):
        while words.encode() not in text:
            more = await program.stdout.read(65536)
            assert more, text.decode()
            text += more
    return text.decode()


async def painted(
    line, *, lang: str = "en_GB.UTF-8", size: tuple[int, int] = (80, 24), command=None
):
    """Return a session at a terminal."""
    asked = {"LANG": lang, "LD_PRELOAD": "/tmp/x.so", "TAPIS_HOME": "/tmp"}
    return await line.create_process(
        command, term_type="xterm-256color", term_size=size, env=asked, encoding=None
    )


class Talker:
    """Somebody inside who plays in words, without a terminal."""

    def __init__(self, program: asyncssh.SSHClientProcess[bytes]) -> None:
        self.program = program
        self.said = ""
        self._read = 0

    @classmethod
    async def at(cls, line: asyncssh.SSHClientConnection, lang: str = "en_GB.UTF-8") -> Talker:
        program = await line.create_process("talk", env={"LANG": lang}, encoding=None)
        return cls(program)

    def type(self, *lines: str) -> None:
        self.program.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def until(self, words: str) -> str:
        """Read until some words were said since the last such call; return all said till then."""
        try:
            async with asyncio.timeout(PATIENCE):
                while (at := self.said.find(words, self._read)) < 0:
                    more = await self.program.stdout.read(65536)
                    assert more, self.said
                    self.said += more.decode()
        except TimeoutError:
            raise AssertionError(f"no {words!r} in: {self.said[self._read :]}") from None
        was, self._read = self._read, at + len(words)
        return self.said[was : self._read]
