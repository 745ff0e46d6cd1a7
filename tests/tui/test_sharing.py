"""Games given away: copies of games in play, lines of games that are over, pictures."""

from __future__ import annotations

import pytest
import wars
from duels import new_table, play_on
from games_on_disk import NOW, saved_game
from pilots import driven, keys_to, listed_games, my_turn, on_screen, program, shown, until
from setups import ALONE

from engine.war.options import WarOptions
from play.saved_games import NotDrawn
from saves.home import home_folder
from saves.record import Record
from saves.share_line import share_line
from saves.store import Store, inspect_file
from tui.screens import file_questions
from tui.screens.file_questions import LineScreen
from tui.screens.menu import Ask
from tui.screens.replay import ReplayScreen
from tui.widgets.choices import Choices

OVER = Record.new(play_on(new_table(8)), NOW)
LINE = share_line(OVER)

COPY, SHOW, PICTURE = "Copy the line", "Show the line", "Draw a picture of the table"


async def asked(pilot) -> list[str]:
    """Wait for a question, and return the words of its answers."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
    await until(pilot, lambda: pilot.app.screen.query_one(Choices).choices)
    return [choice.words for choice in pilot.app.screen.query_one(Choices).choices]


async def test_a_saved_game_is_copied_and_shown_as_a_line(store):
    saved_game(store.folder, OVER.table, "over")
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await pilot.press("e")
        assert await asked(pilot) == [COPY, SHOW, PICTURE]
        assert f"over: a line of {len(LINE)} characters" in shown(pilot.app)
        await pilot.press(*keys_to(pilot, COPY), "enter")
        await until(pilot, lambda: "sent to the terminal" in shown(pilot.app))
        assert pilot.app.clipboard == LINE
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("e")
        await asked(pilot)
        await pilot.press(*keys_to(pilot, SHOW), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LineScreen))
        await until(pilot, lambda: LINE in shown(pilot.app).replace("\n", ""))


async def test_a_note_is_written_shown_beside_its_turn_and_shared_with_its_game(store):
    path, _record = saved_game(store.folder, OVER.table, "over")
    async with driven(program(), size=(60, 20)) as pilot:
        await listed_games(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("g", "3", "enter", "C", *"!! no", "enter")
        await until(pilot, lambda: "!! is not a sign" in shown(pilot.app))
        await pilot.press("ctrl+u", *"!? brave", "enter")
        await until(pilot, lambda: "  !? brave" in shown(pilot.app))
        assert inspect_file(path).record.notes[0].text == "brave"
        row = next(row for row in shown(pilot.app).splitlines() if " 3●" in row or " 3○" in row)
        assert row.rstrip().endswith(" !?")
        await pilot.press("e")
        assert await asked(pilot) == [COPY, SHOW, "With the notes", PICTURE]
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "With the notes" not in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.clipboard)
        noted = inspect_file(path).record
        assert pilot.app.clipboard == share_line(noted, with_notes=True)
        await pilot.press("enter", "C", "ctrl+u", "enter")
        await until(pilot, lambda: inspect_file(path).record.notes == ())


async def test_of_a_game_in_play_there_is_only_a_picture_and_it_is_said_where(store, monkeypatch):
    monkeypatch.setattr(file_questions, "drawn_elsewhere", lambda data: b"<svg/>")
    saved_game(store.folder, play_on(new_table(9, kinds=("human", "greedy")), turns=2), "in play")
    async with driven(program(), (120, 24)) as pilot:
        await listed_games(pilot)
        await pilot.press("e")
        assert await asked(pilot) == [PICTURE]
        assert "The game is in play; only a finished one is shared." in shown(pilot.app)
        await pilot.press("enter")
        path = home_folder() / "pictures" / "in play.svg"
        await until(pilot, lambda: "The picture is here:" in shown(pilot.app))
        assert str(path) in "".join(shown(pilot.app).split("\n")).replace("  ", "")
        assert path.read_text() == "<svg/>"


async def test_a_picture_that_was_not_drawn_is_said(store, monkeypatch):
    def fails(_data):
        raise NotDrawn("The picture could not be drawn.")

    monkeypatch.setattr(file_questions, "drawn_elsewhere", fails)
    saved_game(store.folder, OVER.table, "over")
    async with driven(program()) as pilot:
        await listed_games(pilot)
        await pilot.press("e")
        await asked(pilot)
        await pilot.press(*keys_to(pilot, PICTURE), "enter")
        await until(pilot, lambda: "The picture could not be drawn." in shown(pilot.app))
        assert not (home_folder() / "pictures").exists()


async def test_a_game_is_shared_when_it_is_over_with_what_only_its_file_knows(store):
    table = wars.play_on(wars.new_table(WarOptions(2, 2), kind="human"), 1)
    file, _ = saved_game(store.folder, table, "war")
    async with driven(program("open_game", file)) as pilot:
        await until(pilot, lambda: getattr(pilot.app.screen, "controller", None))
        played = pilot.app.screen
        await pilot.press("end")
        await until(pilot, lambda: played.controller.timeline.outcome)
        await until(pilot, lambda: played.refusal("what_next") is None)
        await pilot.press("enter")
        assert "Share the game" in await asked(pilot)
        await pilot.press(*keys_to(pilot, "share"), "enter")
        await until(pilot, lambda: "war: a line of" in shown(pilot.app))
        assert await asked(pilot) == [COPY, SHOW, PICTURE]
        await pilot.press(*keys_to(pilot, COPY), "enter")
        await until(pilot, lambda: pilot.app.clipboard)
        assert pilot.app.clipboard == share_line(played.client.session.record)


async def test_a_line_that_was_sent_is_stepped_through(store):
    saved_game(store.folder, play_on(new_table(9), turns=2), "other")
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await pilot.press("slash")
        screen.query_one("#answer").value = LINE[:-1]
        await pilot.press("enter")
        await until(pilot, lambda: "its checksum does not match" in shown(pilot.app))
        await pilot.press("slash")
        screen.query_one("#answer").value = LINE
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        screen = pilot.app.screen
        assert screen.replay.turns == OVER.table.turns
        await pilot.press("e", "enter")
        await until(pilot, lambda: pilot.app.clipboard == LINE)
        await pilot.press("enter", "s")
        await until(pilot, lambda: screen.is_asking)
        screen.query_one("#answer").value = "Sunday"
        await pilot.press("enter")
        await until(pilot, lambda: screen.said() == "A copy is saved as Sunday.")
    copy = inspect_file(Store().path("Sunday")).record
    assert (copy.table.plays, copy.created) == (OVER.table.plays, OVER.created)


async def named(pilot, table, name: str) -> None:
    """Answer the question for a name."""
    await until(pilot, lambda: table.is_asking)
    table.query_one("Input").value = name
    await pilot.press("enter")


async def test_a_copy_says_the_name_it_took_and_is_the_same_game():
    async with driven(program("new_game", ALONE)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("s")
        await until(pilot, lambda: table.is_asking)
        assert table.query_one("Input").value == table.original.name
        await named(pilot, table, "a/b")
        await until(pilot, lambda: table.said() == "A copy is saved as a b.")
    copy = inspect_file(Store().path("a b"))
    assert copy.fault == ""
    assert copy.is_in_play
    assert len(Store().paths()) == 1  # nobody has moved


@pytest.mark.parametrize("answer", ["yes", "no"])
async def test_another_file_is_written_over_only_when_that_was_asked(store, answer):
    path, _table = saved_game(store.folder, play_on(new_table(9), turns=3), "other")
    before = path.read_bytes()
    async with driven(program("new_game", ALONE)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("s")
        await named(pilot, table, "other")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        assert "other is there already. Write over it?" in shown(pilot.app)
        await pilot.press(*["down"] * (answer == "yes"), "enter")
        if answer == "yes":
            await until(pilot, lambda: table.said() == "A copy is saved as other.")
        else:
            await until(pilot, lambda: table.is_asking)
            assert table.query_one("Input").value == "other"
            await pilot.press("escape")
    assert (path.read_bytes() == before) == (answer == "no")


@on_screen("new_game", ALONE)
async def test_a_game_in_play_is_never_written_over(pilot):
    table = await my_turn(pilot)
    table.original.begin_file()
    await pilot.press("s")
    await named(pilot, table, table.original.name)
    await until(pilot, lambda: "is in play. Another name:" in table.said())
    assert table.is_asking
    await pilot.press("escape")
