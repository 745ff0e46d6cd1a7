"""Somebody who is inside already is asked: go on here, or play beside the older session."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from door.threshold import ANSWER_SECONDS, Question
from play.manual_loop import ManualLoop

asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")
from door_program import Door, lines, painted, seen  # noqa: E402
from visits import visits_in  # noqa: E402


class Inside:
    """A session that plays a game, and a second one of the same account, which was asked."""

    def __init__(self, door: Door, key, stack: contextlib.AsyncExitStack) -> None:
        self.door, self.key, self.stack = door, key, stack

    async def come(self) -> None:
        await lines(self.door, self.key, "new duel\nbegin\nsave mine\n")
        line = await self.stack.enter_async_context(self.door.connect(self.key))
        self.old = await line.create_process("talk", encoding=None)
        self.old.stdin.write(b"resume mine\n")
        await seen(self.old, "North holds")
        line = await self.stack.enter_async_context(self.door.connect(self.key))
        self.new = await painted(line)
        self.asked = (await self.new.stderr.readuntil(b"leave.\r\n")).decode()


def inside(door, key, then):
    async def play():
        async with contextlib.AsyncExitStack() as stack:
            people = Inside(door, key, stack)
            await people.come()
            assert "You are here already" in people.asked
            await then(people)

    asyncio.run(play())


def test_the_older_session_ends_and_the_new_one_opens_its_game(door, key):
    async def then(people) -> None:
        (old,) = visits_in(door.folder_of(key))
        people.new.stdin.write(b"\r")
        await seen(people.new, "hand 6")
        await people.old.wait_closed()
        assert "You go on in another session" in (await people.old.stderr.read()).decode()
        (new,) = visits_in(door.folder_of(key))
        assert new != old

    inside(door, key, then)


def test_both_play_on_where_that_is_wanted(door, key):
    async def then(people) -> None:
        people.new.stdin.write(b"x2")
        await seen(people.new, "game")
        assert len(visits_in(door.folder_of(key))) == 2

    inside(door, key, then)


def test_somebody_who_leaves_at_the_door_changes_nothing(door, key):
    async def then(people) -> None:
        people.new.stdin.write(b"q")
        await people.new.wait_closed()
        assert people.new.exit_status == 0
        assert len(visits_in(door.folder_of(key))) == 1
        people.old.stdin.write(b"status\n")

    inside(door, key, then)


def test_a_line_without_a_terminal_is_not_asked(door, key):
    async def play() -> None:
        async with door.connect(key) as line:
            await seen(await painted(line), "game")
            said, _status = await lines(door, key, "games\n")
            assert "You are here already" not in said

    asyncio.run(play())


def test_a_question_that_nobody_answers_is_left_after_a_minute():
    time, answers = 0.0, []
    loop = ManualLoop(lambda: time)
    question = Question(loop, answers.append)
    question.hear(b"xyz\x1b[A")
    time = ANSWER_SECONDS - 1
    loop.run()
    assert answers == []
    time = ANSWER_SECONDS
    loop.run()
    assert answers == ["leave"]


def test_a_message_of_the_day_is_told_once_before_the_table_is_painted(door, key):
    (door.folder / "motd").write_text("Cards at eight.\n")

    async def play() -> None:
        async with door.connect(key) as line:
            screen = await painted(line)
            told = (await screen.stderr.readuntil(b"q: leave.\r\n")).decode()
            assert "Cards at eight." in told
            screen.stdin.write(b"\r")
            await seen(screen, "First game")
        async with door.connect(key) as line:
            again = await painted(line)
            await seen(again, "First game")
            (door.folder / "motd").write_text("Cards at nine.\n")
            said, _status = await lines(door, key, "games\n")
            assert "Cards at nine." in said, "in words nobody is asked"

    try:
        asyncio.run(play())
    finally:
        (door.folder / "motd").unlink()
