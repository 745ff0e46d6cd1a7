"""Taking over a game that is in play elsewhere: only its true owner is ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, saved_game
from holders import holder
from pilots import driven, program, shown, until

from saves.lock import GameLock
from tui.screens.home import Home
from tui.screens.menu import Ask
from tui.screens.table import TableScreen


@pytest.fixture
def game(store) -> Path:
    """The file of a game that a person is to go on with."""
    return saved_game(store.folder, play_on(new_table(9, kinds=("human", "greedy")), turns=4))[0]


def described(process: object, host: str = "box") -> str:
    return json.dumps({"host": host, "process": process, "since": "2026-11-21"})


def is_asking(pilot) -> bool:
    return isinstance(pilot.app.screen, Ask) and pilot.app.screen.current == "no"


def offers_take_over(pilot) -> bool:
    return "Take over" in shown(pilot.app)


def named(process: subprocess.Popen) -> str:
    name = Path(f"/proc/{process.pid}/comm").read_text().strip()
    return f"process {process.pid} ({name})"


async def test_the_owner_is_ended_and_not_the_process_that_the_lock_file_names(game):
    with subprocess.Popen(["sleep", "100"]) as innocent:
        with holder(game, described(innocent.pid, os.uname().nodename)) as process:
            async with driven(program("open_game", game)) as pilot:
                await until(pilot, lambda: is_asking(pilot))
                assert f"This game is open elsewhere: {named(process)}." in shown(pilot.app)
                await pilot.press("down", "enter")
                await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
                assert process.wait() == -signal.SIGTERM
        assert innocent.poll() is None
        innocent.kill()


async def test_an_owner_that_does_not_end_is_said_to_be_still_there(game):
    app = program("open_game", game)
    app.end_seconds = 0.01
    with holder(game, how="deaf") as process:
        async with driven(app) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            first = pilot.app.screen
            await pilot.press("down", "enter")
            await until(pilot, lambda: is_asking(pilot) and pilot.app.screen is not first)
            text = shown(pilot.app)
            assert f"This game is open elsewhere: {named(process)}." in text
            assert "It was asked to stop, but is still running." in text
            assert offers_take_over(pilot)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Home))
            assert process.poll() is None


async def test_who_took_the_place_of_the_owner_meanwhile_is_asked_about_anew(game):
    with holder(game) as process:
        async with driven(program("open_game", game)) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            first = pilot.app.screen
            process.kill()
            process.wait()
            with holder(game) as next_one:
                await pilot.press("down", "enter")
                await until(pilot, lambda: is_asking(pilot) and pilot.app.screen is not first)
                text = shown(pilot.app)
                assert named(next_one) in text
                assert "asked to stop" not in text
                assert next_one.poll() is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["process 77 on box?[1m, says its lock file", "not certain who is playing"]),
        ("fr", ["dit son fichier de verrou", "On ne peut pas savoir avec certitude"]),
    ],
)
async def test_an_owner_that_the_system_does_not_name_is_described_and_left_alone(
    game, language, words
):
    with holder(game, described(77, "box\x1b[1m"), how="child"):
        async with driven(program("open_game", game, language=language)) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            text = " ".join(shown(pilot.app).split())
            assert all(part in text for part in words)
            assert len(pilot.app.screen.query_one("Choices").choices) == 1


async def test_a_number_that_is_no_process_leads_to_no_take_over_and_no_traceback(game):
    with holder(game, described(10**30, os.uname().nodename), how="child"):
        async with driven(program("open_game", game)) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            assert "This game is open elsewhere: another process." in shown(pilot.app)
            assert "not certain who is playing" in shown(pilot.app)
            assert not offers_take_over(pilot)


async def test_a_game_that_is_open_in_this_program_or_another_user_s_is_not_taken_over(
    game, monkeypatch
):
    lock = GameLock(game, NOW)
    async with driven(program("open_game", game)) as pilot:
        await until(pilot, lambda: is_asking(pilot))
        assert "It is open in this same program." in shown(pilot.app)
        assert not offers_take_over(pilot)
    lock.release()
    with holder(game) as process:
        monkeypatch.setattr(os, "geteuid", lambda: Path(f"/proc/{process.pid}").stat().st_uid + 1)
        async with driven(program("open_game", game)) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            assert "It belongs to another user; nobody else can close it." in shown(pilot.app)
            assert not offers_take_over(pilot)


async def test_where_no_signal_can_be_sent_the_screen_says_so(game, monkeypatch):
    monkeypatch.delattr(signal, "pidfd_send_signal")
    with holder(game) as process:
        async with driven(program("open_game", game)) as pilot:
            await until(pilot, lambda: is_asking(pilot))
            await pilot.press("down", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Home))
            await until(pilot, lambda: "not implemented" in pilot.app.screen.said())
            assert process.poll() is None
