"""Bytes go to and fro between a person and a visit, however either of them ends."""

from __future__ import annotations

import asyncio
import socket

from door.streams import Streams


class Closing:
    """A person whose line is being closed."""

    def __init__(self) -> None:
        self.was_told = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.was_told.set()
        raise BrokenPipeError


async def test_what_is_said_on_a_line_that_is_being_closed_is_no_fault_of_the_door():
    loop = asyncio.get_running_loop()
    faults, silent = [], asyncio.Event()
    loop.set_exception_handler(lambda _loop, context: faults.append(context["message"]))
    ours, theirs = socket.socketpair()
    person = Closing()
    streams = Streams(loop, ours.detach(), person, silent.set)
    theirs.send(b"painted")
    await person.was_told.wait()
    theirs.close()
    await silent.wait()
    streams.close()
    assert faults == []
