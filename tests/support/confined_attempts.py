"""Tries, in a confined process, to reach files and programs that are not its person's.

`python confined_attempts.py WORLD` prints as JSON how many attempts there were and which of them
succeeded. `WORLD` has the folder of the person, `mine`, and all that the person must not reach.
"""

# Each way to a file is tried as a program might write it.
# ruff: noqa: PTH101, PTH102, PTH104, PTH105, PTH107, PTH111, PTH120, PTH123, PTH208, PTH211, T201

from __future__ import annotations

import ctypes
import json
import os
import pty
import shutil
import socket
import subprocess
import sys
import unicodedata
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from saves.confined import confine
from saves.files import read_file, write_file
from saves.store import inspect_file, scan

Attempt = tuple[str, Callable[[], Any]]


def targets(world: Path) -> list[Path]:
    return [
        *(world / "other" / name for name in ("games/secret.json", "memory.json", "é.json")),
        *(world / name for name in ("host_key", "password", "mine-not/secret.json")),
        *map(Path, ("/etc/passwd", "/proc/self/environ", f"/proc/{os.getppid()}/environ")),
    ]


def spellings(world: Path, target: Path) -> dict[str, str]:
    mine, name = world / "mine", str(target)
    up = os.path.relpath(target, mine)
    return {
        "absolute": name,
        "relative": up,
        "relative to a folder within": f"games/../{up}",
        "absolute through the own folder": f"{mine}/{up}",
        "long": f"{'games/../' * 300}{up}",
        "slashes": name.replace("/", "//"),
        "dots": name.replace("/", "/./"),
        "decomposed": unicodedata.normalize("NFD", name),
        "home": os.path.expanduser(f"~/{up}"),
        "root of the process": f"/proc/self/root{name}",
        "folder of the process": f"/proc/self/cwd/{up}",
        "folder of the thread": f"/proc/thread-self/cwd/{up}",
        "link to the root": f"to-root{name}",
        "link to a link": f"to-link{name}",
        "variable of the environment": os.path.expandvars(
            f"$OTHER/{os.path.relpath(target, world / 'other')}"
        ),
    }


def reading(path: str) -> dict[str, Callable[[], Any]]:
    def opened() -> bytes:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        return os.read(handle, 100)

    def inspected() -> None:
        if inspect_file(Path(path)).record is None:
            raise PermissionError

    return {
        "read": lambda: Path(path).read_bytes(),
        "read as bytes": lambda: open(os.fsencode(path), "rb").read(),
        "open": opened,
        "read as a game": inspected,
        "read whole": lambda: read_file(Path(path)),
        "copy here": lambda: shutil.copyfile(path, "stolen"),
        "link here": lambda: os.link(path, "stolen"),
        "symbolic link here": lambda: os.symlink(path, "stolen"),
        "list its folder": lambda: os.listdir(os.path.dirname(path)),
        "scan its folder": lambda: scan(Path(path).parent)[0],
    }


def changing(path: str) -> dict[str, Callable[[], Any]]:
    return {
        "move here": lambda: os.rename(path, "stolen"),
        "write": lambda: write_file(Path(path), b"mine"),
        "append": lambda: Path(path).open("ab").write(b"mine"),
        "remove": lambda: os.remove(path),
        "cut": lambda: os.truncate(path, 0),
        "open to all": lambda: os.chmod(path, 0o777),
        "replace": lambda: os.replace("own.txt", path),
        "make a folder beside": lambda: os.mkdir(f"{path}.d"),
    }


def doing(world: Path) -> dict[str, Callable[[], Any]]:
    script = str(world / "program")
    return {
        "run": lambda: subprocess.run([script], check=False),
        "shell": lambda: os.system(script),
        "popen": lambda: os.popen(script),
        "exec": lambda: os.execv(script, [script]),
        "spawn": lambda: os.spawnv(os.P_WAIT, script, [script]),
        "posix_spawn": lambda: os.posix_spawn(script, [script], {}),
        "fork": os.fork,
        "forkpty": pty.fork,
        "kill": lambda: os.kill(os.getppid(), 0),
        "browser": lambda: webbrowser.get(f"{script} %s").open("x") or 1 / 0,
        "connect": lambda: socket.socket().connect(("127.0.0.1", 9)),
        "connect to a socket": lambda: socket.socket(socket.AF_UNIX).connect(str(world / "socket")),
        "bind": lambda: socket.socket().bind(("127.0.0.1", 0)),
        "name": lambda: socket.getaddrinfo("localhost", 80),
        "library": lambda: ctypes.CDLL("libc.so.6"),
        "folder": lambda: os.chdir(world),
    }


def attempts(world: Path) -> Iterator[Attempt]:
    for target in targets(world):
        for how, path in spellings(world, target).items():
            is_ours = target.is_relative_to(world)  # a test that fails harms no other file
            deeds = {**reading(path), **(changing(path) if is_ours else {})}
            for deed, do in deeds.items():
                yield f"{deed}, {how}: {target}", do
    for deed, do in doing(world).items():
        yield deed, do


def main(world: Path) -> None:
    os.chdir(world / "mine")
    sys.path.insert(0, "")
    webbrowser.register("x", None)
    confine(world / "mine")
    count, done = 0, []
    for name, do in attempts(world):
        count += 1
        try:
            do()
        except (PermissionError, FileNotFoundError, NotADirectoryError, webbrowser.Error):
            continue
        except Exception as error:  # noqa: BLE001
            done.append(f"{name}: {error!r}")
        else:
            done.append(name)
    print(json.dumps({"count": count, "done": done, "has_here": "" in sys.path}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
