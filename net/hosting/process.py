"""A process for shared tables: it opens the one that it is told to, and serves until the end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from contextlib import suppress

import msgspec

from host.outside import system
from net.hosting.journal import JournalWriter
from net.hosting.journal_files import JournalThread
from net.hosting.open_table import OpenTable, Shared
from net.hosting.server import AsyncioLoop
from net.hosting.start import Order, why_not
from net.hosting.thinkers import Thinkers
from net.names.folder_names import FolderNames
from net.names.starting import StartNews
from saves.autosave import WritingThread


def main() -> None:
    """Start the table that standard input orders, say so on standard output, and serve."""
    logging.getLogger().addHandler(logging.NullHandler())
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # until it can end in order
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    if os.fork():  # so that the table is nobody's child, and no one has to wait for it
        os._exit(0)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(order))


def shared_here(loop: asyncio.AbstractEventLoop) -> Shared:
    """Return what the tables of this process share."""
    calls = AsyncioLoop(loop)
    return Shared(
        loop=calls,
        outside=system(),
        names=FolderNames(),
        journals=JournalWriter(calls, JournalThread(calls)),
        games=WritingThread("games"),
        thinkers=Thinkers(calls),
    )


async def _serve(order: Order) -> None:
    loop = asyncio.get_running_loop()
    shared = shared_here(loop)
    try:
        table = OpenTable(order, shared)
    except Exception as error:  # noqa: BLE001 - whoever waits is told
        _say(StartNews(why=[*why_not(error)]))
        return

    def listens() -> None:
        loop.add_signal_handler(signal.SIGTERM, table.end)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        gc.freeze()  # what is loaded stays to the end
        _say(StartNews(table.at.name, str(table.at.path), os.getpid()))

    await table.serve(listens)
    shared.thinkers.close()


def _say(news: StartNews) -> None:
    """Tell who waits for the table, and let go of the pipes."""
    with suppress(OSError):
        sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
        sys.stdout.buffer.flush()
    null = os.open(os.devnull, os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(null, handle)
    if null > 2:
        os.close(null)
