"""An ssh server for tests, which runs commands here, and the keys with which clients come in."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh

ROOT = Path(__file__).parents[2]
SSH = shutil.which("ssh") or ""
"""The ssh client of this machine, empty for none."""


class SshServer:
    """A server on loopback that lets in whoever has its key, and knows the command `tapis`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.commands: list[str | None] = []
        self.knows_tapis = True
        self._loop = asyncio.new_event_loop()
        self._connections: list[Any] = []
        self._thread = threading.Thread(target=self._loop.run_forever)

    def start(self) -> None:
        for name in ("host", "guest", "stranger"):
            key = asyncssh.generate_private_key("ssh-ed25519")
            key.write_private_key(str(self.folder / name))
            (self.folder / name).chmod(0o600)
            key.write_public_key(str(self.folder / f"{name}.pub"))
        shutil.copy(self.folder / "guest.pub", self.folder / "known")
        self._thread.start()
        self._do(self._listen())
        public = (self.folder / "host.pub").read_text()
        (self.folder / "hosts").write_text(f"[127.0.0.1]:{self.port} {public}")
        self.let_in("guest")

    def let_in(self, key: str) -> None:
        """Let the client of this machine come with a key, by an `ssh` that finds all it needs."""
        options = ["-F", "none", "-i", self.folder / key, "-o", "IdentitiesOnly=yes"]
        options += ["-o", f"UserKnownHostsFile={self.folder / 'hosts'}"]
        words = " ".join(f'"{word}"' for word in options)
        script = self.folder / "bin" / "ssh"
        script.parent.mkdir(exist_ok=True)
        script.write_text(f'#!/bin/sh\nexec {SSH} {words} "$@"\n')
        script.chmod(0o755)

    def cut(self) -> None:
        """Break every connection off."""
        connections, self._connections = self._connections, []
        for connection in connections:
            self._loop.call_soon_threadsafe(connection.abort)

    def stop(self) -> None:
        self.cut()
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _listen(self) -> None:
        self._server = await asyncssh.listen(
            "127.0.0.1",
            0,
            server_host_keys=[str(self.folder / "host")],
            authorized_client_keys=str(self.folder / "known"),
            process_factory=self._run,
            encoding=None,
        )
        self.port = self._server.get_port()

    async def _end(self) -> None:
        self._server.close()
        await self._server.wait_closed()
        running = asyncio.all_tasks() - {asyncio.current_task()}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, process: Any) -> None:
        self._connections.append(process.channel.get_connection())
        self.commands.append(process.command)
        if not self.knows_tapis:
            process.exit(127)
            return
        words = [sys.executable, "-m", "cli", *process.command.split()[1:]]
        pipe = asyncio.subprocess.PIPE
        here = await asyncio.create_subprocess_exec(
            *words, cwd=ROOT, env={**os.environ}, stdin=pipe, stdout=pipe
        )
        up = asyncio.create_task(_pump(process.stdin, here.stdin))
        await _pump(here.stdout, process.stdout)
        here.kill()
        await asyncio.gather(up, here.wait())
        process.exit(0)


async def _pump(source: Any, target: Any) -> None:
    """Write what comes on to the target, until either ends."""
    with suppress(OSError, asyncssh.Error):
        while data := await source.read(65536):
            target.write(data)
    with suppress(OSError, asyncssh.Error):
        target.write_eof()


@contextmanager
def ssh_server(folder: Path) -> Iterator[SshServer]:
    """Give an ssh server with its files in a folder; it ends with the block."""
    server = SshServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
