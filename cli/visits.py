"""The process that a door forks for each person: all of the program is loaded, and waits."""

from __future__ import annotations

import os
import socket
import sys
from typing import Final

from cli import full_screen
from cli.__main__ import main as run
from cli.command import make_parser
from door.fork_server import load_all, wait_for_visits

ROOMS: Final = ("engine", "saves", "host", "net.joining", "play", "cli")
"""The packages that sessions use, beside the screen."""


def load() -> None:
    """Load all that sessions use: what one of them loads costs it time, and memory of its own."""
    load_all(*ROOMS)
    full_screen.load()
    make_parser()  # what it leaves behind need not be made again


def main() -> None:
    """Wait for visits by the socket that is the standard input; carry each out in its process."""
    load()
    visit = wait_for_visits(socket.socket(fileno=os.dup(0)))
    if visit:
        sys.exit(run([*visit.arguments]))
