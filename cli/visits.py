"""The process that a door forks for each person: all of the program is loaded, and waits."""

from __future__ import annotations

import os
import socket
import sys

from cli import full_screen
from cli.__main__ import main as run
from cli.command import COMMANDS, make_parser
from cli.lines import far_table, start
from door.fork_server import wait_for_visits
from net.joining import client, lobby, seats, tables

LOADED = (COMMANDS, make_parser, start, far_table, client, lobby, seats, tables)
"""What a visit needs, beside the screen."""


def main() -> None:
    """Wait for visits by the socket that is the standard input; carry each out in its process."""
    full_screen.load()
    visit = wait_for_visits(socket.socket(fileno=os.dup(0)))
    if visit:
        sys.exit(run([*visit.arguments]))
