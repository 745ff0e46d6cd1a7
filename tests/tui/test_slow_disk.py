"""A disk that is slow, or silent, under a game at the table: what waits, and what is said."""

from __future__ import annotations

import errno
import os

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from pilots import driven, game_of, my_turn, program, shown, table_of, until
from setups import KEPT, duel_setup
from slow_disk import PATIENCE, HeldDisk

from host import session as session_of_a_game
from host.file_keeper import FileKeeper
from host.session import Session
from play.requests import PlayBranch
from play.setup import Series
from saves import autosave
from saves.autosave import BackgroundAutosave, all_written
from saves.files import write_file
from saves.reading import read_record
from saves.store import Store
from tui.screens.help import HelpScreen
from tui.screens.home import Home
from tui.screens.menu import Menu
from tui.screens.table import TableScreen
from tui.screens.waiting import Saving

COMPUTERS = Series(duel_setup(("greedy", "greedy"), first="north"))
SILENT = "Not saved: disk is silent"


@pytest.fixture
def disk(monkeypatch):
    """Hold every write back, say at once that a move waits, and leave nothing unwritten."""
    monkeypatch.setattr(FileKeeper, "word_seconds", 0.001)
    disk = HeldDisk(monkeypatch)
    yield disk
    disk.let_go()
    assert all_written(PATIENCE)


@pytest.fixture(scope="module")
def program_of_the_module():
    """A program that writes at once: it is there before the fixtures of every test."""
    return program()


def test_what_a_program_of_the_module_has_set_is_not_met_by_its_tests(program_of_the_module):
    assert autosave.BackgroundAutosave is BackgroundAutosave


def slow(*arguments: object, **settings):
    """Return the program whose games are written in the background."""
    return program("new_game", *arguments, prompt=False, **settings)


async def end_turn(pilot, table: TableScreen) -> None:
    """Play a legal turn."""
    table.controller.play(next(game_of(table).view(table.seat).legal()))
    await pilot.pause()


async def lay_and_end_turn(pilot, table: TableScreen) -> None:
    """Lay a legal turn and end it with the keys."""
    for step in next(game_of(table).view(table.seat).legal()).lays:
        await pilot.press(*f"{step.card:02}")
        while table.cursor.chosen() != step:
            await pilot.press("up")
        await pilot.press("enter")
    await pilot.press("space")


async def saved(pilot, disk: HeldDisk, table: TableScreen) -> None:
    """Let the disk do all there is to do, and hold it again."""
    disk.let_go()
    await until(pilot, lambda: not table.client.session.is_behind)
    disk.hold()


def moves_in_file(table: TableScreen) -> list[str]:
    if not table.client.session.path.exists():
        return []
    there = read_record(table.client.session.path.read_bytes()).table
    return [there.move_text(at) for at in range(len(there.plays))]


def moves_of(table: TableScreen) -> list[str]:
    return [game_of(table).move_text(at) for at in range(len(game_of(table).plays))]


async def test_a_turn_is_shown_once_it_is_saved(disk):
    async with driven(slow(KEPT)) as pilot:
        table = await my_turn(pilot)
        await lay_and_end_turn(pilot, table)
        await until(pilot, lambda: table.said() == "Saving.")
        assert game_of(table).turns == 0
        assert len(table.cursor.draft.made) >= 2  # the cards stay where they were laid
        disk.let_go()
        await until(pilot, lambda: game_of(table).turns == 2)
        assert "Saving." not in shown(pilot.app)
        table.leave()


async def test_while_a_turn_waits_no_key_changes_the_game(disk):
    every = ("enter", "space", "backspace", "left", "right", "up", "down", "u", "i", "1", "colon")
    async with driven(slow(KEPT)) as pilot:
        table = await my_turn(pilot)
        disk.let_go()
        await end_turn(pilot, table)
        await until(pilot, lambda: game_of(table).turns == 2 and table.cursor is not None)
        await saved(pilot, disk, table)
        game_of(table).note_hint(0, "15^ 20^")
        await lay_and_end_turn(pilot, table)
        await until(pilot, lambda: table.said() == "Saving.")
        draft, events = table.cursor.draft, list(game_of(table).events)
        for key in every:
            await pilot.press(key)
            assert pilot.app.screen is table, key
            assert not table.is_asking, key
            assert table.said() == "Saving.", key
        await pilot.click("#hand", offset=(2, 2))
        assert (table.cursor.draft, game_of(table).events) == (draft, events)
        assert game_of(table).turns == 2
        for key, screen in (("question_mark", HelpScreen), ("m", Menu)):
            await pilot.press(key)
            assert isinstance(pilot.app.screen, screen)
            assert not {"lay", "end_turn", "take_back", "type"} & set(table.menu_actions())
            await pilot.press("escape")
        await pilot.press("pageup", "1")
        await until(pilot, lambda: table.said() == "Saving.")
        disk.let_go()
        await until(pilot, lambda: game_of(table).turns == 4 and table.cursor is not None)
        assert table.said() != "1_"
        table.leave()


async def test_the_screen_is_never_ahead_of_the_disk(monkeypatch):
    ahead = []

    def written(path, data):
        done = write_file(path, data)
        there = read_record(data).table
        shown = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        ahead.extend(len(game_of(screen).plays) - len(there.plays) for screen in shown)
        return done

    monkeypatch.setattr(autosave, "write_game", written)
    app = slow(COMPUTERS)
    app.timing.pace = 0.001
    async with driven(app) as pilot:
        table = table_of(pilot)
        await until(pilot, lambda: game_of(table).outcome is not None)
        table.leave()
        assert moves_in_file(table) == moves_of(table)
    assert len(ahead) > 10
    assert max(ahead) <= 0


async def test_two_computers_wait_for_the_disk_too_and_pausing_lets_only_that_turn_be_made(disk):
    async with driven(slow(COMPUTERS)) as pilot:
        table = table_of(pilot)
        await until(pilot, lambda: table.said() == "Saving.")
        assert game_of(table).turns == 0
        await pilot.press("p")
        assert table.controller.model.is_paused
        disk.let_go()
        await until(pilot, lambda: game_of(table).turns == 1)
        await pilot.pause()
        assert not table.client.thinking
        disk.hold()
        await pilot.press("right", "right")
        await until(pilot, lambda: table.said() == "Saving.")
        assert game_of(table).turns == 1
        disk.let_go()
        await until(pilot, lambda: game_of(table).turns == 2)
        table.leave()


# A disk that does not answer


@pytest.mark.parametrize(
    ("language", "heading", "words"),
    [
        ("en", SILENT, "The disk does not answer: this game is not being saved. Play goes on."),
        (
            "fr",
            "Non enregistrée : disque",
            "Le disque ne répond pas\xa0: la partie continue sans être enregistrée.",
        ),
    ],
)
async def test_without_an_answer_play_goes_on_and_it_stays_said_until_all_is_saved(
    disk, monkeypatch, language, heading, words
):
    monkeypatch.setattr(FileKeeper, "patience", 0.001)
    async with driven(slow(KEPT, language=language)) as pilot:
        table = await my_turn(pilot)
        await until(pilot, lambda: table.said() == words)
        for turns in (2, 4):
            await end_turn(pilot, table)
            await until(
                pilot, lambda n=turns: game_of(table).turns == n and table.cursor is not None
            )
            assert heading in shown(pilot.app)
        assert moves_in_file(table) == []
        disk.let_go()
        await until(pilot, lambda: heading not in shown(pilot.app))
        assert moves_in_file(table) == moves_of(table)
        disk.hold()
        monkeypatch.setattr(FileKeeper, "patience", 1000)
        await end_turn(pilot, table)
        await until(pilot, lambda: table.said() in ("Saving.", "Enregistrement."))
        assert game_of(table).turns == 4  # turns wait again
        disk.let_go()
        await until(pilot, lambda: game_of(table).turns == 6)
        table.leave()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (MemoryError(), "Not saved: not enough memory. Play goes on."),
        (RuntimeError("odd"), "Not saved: odd. Play goes on."),
        (KeyError(), "Not saved: KeyError. Play goes on."),
        (
            TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)),
            "Not saved: Connection timed out. Play goes on.",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_whatever_goes_wrong_in_saving_is_said_and_play_goes_on(monkeypatch, fault, words):
    def fail(_path, _data):
        raise fault

    async with driven(slow(KEPT)) as pilot:
        table = await my_turn(pilot)
        with monkeypatch.context() as patched:
            patched.setattr(autosave, "write_game", fail)
            game_of(table).note_hint(0, "15^ 20^")
            await until(pilot, lambda: table.said() == words)
            await end_turn(pilot, table)
            await until(pilot, lambda: game_of(table).turns == 2 and table.cursor is not None)
        await end_turn(pilot, table)
        await until(pilot, lambda: game_of(table).turns == 4)
        table.leave()
        assert moves_in_file(table) == moves_of(table)


# Leaving


async def test_leaving_waits_for_the_disk_with_a_word_and_the_turn_that_waited_is_saved(disk):
    async with driven(slow(KEPT)) as pilot:
        table = await my_turn(pilot)
        await end_turn(pilot, table)
        await until(pilot, lambda: table.said() == "Saving.")
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Saving)
        await until(pilot, lambda: "Saving." in shown(pilot.app))
        await pilot.press("enter", "space", "u")
        assert isinstance(pilot.app.screen, Saving)
        disk.let_go()
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        await until(pilot, lambda: "1 turn," in shown(pilot.app))
        assert moves_in_file(table) == moves_of(table)
        assert game_of(table).turns == 1


async def test_who_does_not_want_to_wait_leaves_again_and_it_is_saved_all_the_same(disk):
    async with driven(slow(KEPT)) as pilot:
        table = await my_turn(pilot)
        disk.wait_for_a_write()
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Saving)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        pilot.app.open_game(table.client.session.path)
        await until(pilot, lambda: "it is still being saved" in pilot.app.screen.said())
        disk.let_go()
        assert all_written(PATIENCE)
        pilot.app.open_game(table.client.session.path)
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert moves_of(table_of(pilot)) == moves_of(table)
        table_of(pilot).leave()


async def test_a_second_ctrl_c_waits_no_longer_than_at_the_end_of_a_connection(disk, monkeypatch):
    app = slow(KEPT)
    async with driven(app) as pilot:
        await my_turn(pilot)
        disk.wait_for_a_write()
        await pilot.press("ctrl+c")
        assert isinstance(pilot.app.screen, Saving)
        assert app.return_value is None
        monkeypatch.setattr("tui.app.LAST_SECONDS", 0.001)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app.return_value == 0)
        disk.let_go()
        assert all_written(PATIENCE)


async def test_a_silent_disk_does_not_keep_anybody_at_the_table(disk, monkeypatch):
    async with driven(slow(KEPT)) as pilot:
        await my_turn(pilot)
        monkeypatch.setattr(FileKeeper, "patience", 0.001)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        words = "The disk does not answer: the last moves are not saved yet."
        await until(pilot, lambda: pilot.app.screen.said() == words)


async def test_the_end_of_the_program_waits_for_what_is_still_being_saved(disk):
    app = slow(KEPT)
    async with driven(app) as pilot:
        await my_turn(pilot)
        await pilot.press("q", "q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Saving))
        assert app.return_value is None
        disk.let_go()
        await until(pilot, lambda: app.return_value == 0)
        assert BackgroundAutosave.unfinished() == []


async def test_the_next_game_begins_though_the_disk_still_writes_the_last_one(disk):
    async with driven(slow(KEPT)) as pilot:
        first = await my_turn(pilot)
        disk.wait_for_a_write()
        pilot.app.carry_out(
            PlayBranch(play_on(new_table(9, kinds=("human", "greedy")), ("greedy",) * 2, 4))
        )
        await until(pilot, lambda: table_of(pilot) is not first)
        second = await my_turn(pilot)
        assert game_of(second).turns == 4
        assert BackgroundAutosave.unfinished() != []
        disk.let_go()
        assert all_written(PATIENCE)
        assert moves_in_file(first) == moves_of(first)
        await end_turn(pilot, second)
        second.leave()
        assert moves_in_file(second) == moves_of(second)


def test_a_working_disk_has_everything_when_a_game_is_closed(monkeypatch):
    monkeypatch.setattr(session_of_a_game, "MOMENT", PATIENCE)
    path, record = saved_game(Store().folder, new_table(9, kinds=("human", "greedy")))
    session = Session.opened(path, lambda _: None)
    play_on(session.table, turns=3)
    session.close()
    assert read_record(path.read_bytes()).table.turns == record.table.turns + 3
    assert list(path.parent.iterdir()) == [path]
