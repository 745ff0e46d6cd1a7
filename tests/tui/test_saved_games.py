"""The list of saved games: the first page at once, then the rest, and moves where one rests."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest
import zens
from duels import new_table, play_on
from games_on_disk import NOW, with_an_illegal_move
from noting import noted
from pilots import drive, driven, home_is_known, listed_games, on_screen, program, shown, until

from cli.game_files import saved_games
from play import home_model
from play.saved_games import Arrangement, arranged
from saves import listing
from saves.header import LARGE, Header, HeaderOutcome
from saves.record import Record
from saves.settings import Settings
from saves.settings_file import Found
from saves.store import SavedFile, Store
from tui.screens import file_reader as finding
from tui.screens import listed
from tui.screens.home import Home
from tui.screens.replay import ReplayScreen
from tui.screens.saved import SavedGames
from tui.screens.saved_rows import (
    SIGN_WIDTH,
    Headings,
    Preview,
    column_at,
    preview_width,
    row_words,
    widths_of,
)
from tui.screens.table import TableScreen
from tui.widgets.choices import Choices
from tui.widgets.keyline import KeyLine
from words.glyphs import glyphs
from words.translation import set_language

MANY = 300
GAME = Record.new(play_on(new_table(9, kinds=("human", "greedy")), turns=6), NOW).to_bytes()
OVER = Record.new(play_on(new_table(8)), NOW).to_bytes()
SAID = "turn 7           today 08:54"
FAULT = "$.moves[3]: 59 is not in hand"


@pytest.fixture
def read(monkeypatch) -> list[str]:
    """Return a list that will name each file as a list of games reads it."""
    return noted(monkeypatch, "read_file", listing, about=lambda path: path.stem)


@pytest.fixture
def played(monkeypatch) -> list[bytes]:
    """Return a list that will hold each file whose moves are played for a list of games."""
    return noted(monkeypatch, "read_record", listing)


def nothing_is_looked_for_at_home(monkeypatch) -> None:
    """Let the first screen read no file: a test counts those that the list reads."""
    monkeypatch.setattr(home_model, "newest_games", lambda store, before: {})
    monkeypatch.setattr(home_model, "NEWS", {})


def fill(store: Store, count: int, data: bytes = GAME) -> list[str]:
    """Put games into the folder, and return what they are called, the last one first."""
    names = [f"game {number}" for number in range(count)]
    for at, name in enumerate(names):
        store.path(name).write_bytes(data)
        os.utime(store.path(name), (at, at))
    return names[::-1]


def row_of(screen: SavedGames, name: str) -> str:
    return next(row for row in rows(screen) if name in row)


def rows(screen: SavedGames) -> list[str]:
    return screen.query_one(Choices).plain().splitlines()


async def test_the_page_in_sight_is_read_before_it_is_shown_and_the_rest_later(
    store, read, monkeypatch
):
    nothing_is_looked_for_at_home(monkeypatch)
    names = fill(store, MANY)
    started = []
    start = finding.FileReader.start

    def hold(finder):
        started.append(finder)

    monkeypatch.setattr(finding.FileReader, "start", hold)
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        page = screen.query_one(Choices).size.height
        assert 10 < page < 24
        assert [SAID in row for row in rows(screen)] == [True] * page
        assert set(read) == set(names[:page])
        read.clear()
        await pilot.press("end")
        assert not any(SAID in row for row in rows(screen))
        start(started[-1])
        await until(pilot, lambda: all(SAID in row for row in rows(screen)))
        assert read[:page] == names[-page:]


async def test_the_rest_is_read_while_one_looks_and_remembered_and_nothing_is_painted_for_it(
    store, read, played, monkeypatch
):
    names = fill(store, MANY)
    redrawn = []
    redraw = Choices.redraw
    monkeypatch.setattr(Choices, "redraw", lambda list_: redrawn.append(1) or redraw(list_))
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await until(pilot, lambda: set(read) == set(names))
        await until(pilot, store.folder.with_name("games.index").exists)
        assert len(redrawn) < 20
        await pilot.press("end")
        assert rows(screen)[-1].split() == ["▸", "game", "0", *SAID.split()]
    assert len(played) < 5  # those where the cursor was
    read.clear()
    assert len([*saved_games()]) == MANY + 1
    assert len(read) < 5  # those that were looked at while it was written


def test_a_large_file_is_waited_for_and_holds_up_no_other(store, monkeypatch):
    nothing_is_looked_for_at_home(monkeypatch)
    fill(store, 3)
    store.path("large").write_bytes(GAME + b" " * LARGE)
    seen, words = [], SavedGames._note
    noting = lambda screen, at: seen.append((at, words(screen, at))) or seen[-1][1]  # noqa: E731
    monkeypatch.setattr(SavedGames, "_note", noting)

    async def act(pilot):
        screen = SavedGames(pilot.app.store)
        pilot.app.push_screen(screen)
        await until(pilot, lambda: any("large" in row and SAID in row for row in rows(screen)))
        assert seen[0] == (0, "")
        assert all(SAID in words for at, words in seen if at)

    drive(program(), act)


async def test_moves_are_checked_where_the_cursor_rests_and_a_wrong_one_is_shown_from_then_on(
    store, read, played, monkeypatch
):
    names = fill(store, 9)
    store.path(names[4]).write_bytes(with_an_illegal_move(GAME))
    os.utime(store.path(names[4]), (4, 4))
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        with monkeypatch.context() as patched:
            patched.setattr(listed, "REST", 3600)
            await pilot.press("down", "down", "down", "down")
            assert SAID in rows(screen)[4]
            assert "open" in screen.query_one(KeyLine).plain()
        await pilot.press("up", "down")
        await until(pilot, lambda: screen.said() == FAULT)
        assert FAULT in row_of(screen, names[4])
        assert "open" not in screen.query_one(KeyLine).plain()
        read.clear()
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Home)
        again = await listed_games(pilot)
        assert FAULT in row_of(again, names[4])
        assert "game 4" in rows(again)[-1]
    assert played.count(with_an_illegal_move(GAME)) == 1
    assert names[4] not in read


async def test_a_question_is_not_talked_over_by_a_fault_that_is_found(store, monkeypatch):
    nothing_is_looked_for_at_home(monkeypatch)
    store.path("bad").write_bytes(with_an_illegal_move(GAME))
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await pilot.press("s")
        assert screen.is_asking
        await until(pilot, lambda: FAULT in rows(screen)[0])
        assert screen.said() == "Save a copy as:"
        await pilot.press("escape", "q")


async def test_moves_are_checked_when_a_game_is_opened(store, monkeypatch):
    nothing_is_looked_for_at_home(monkeypatch)
    monkeypatch.setattr(SavedGames, "once_rested", lambda screen, call: None)
    async with driven(program()) as pilot:
        for tries, key in enumerate(("o", "r", "enter")):
            blanks = b" " * tries  # so that the file is another one each time
            store.path("bad").write_bytes(with_an_illegal_move(GAME) + blanks)
            screen = await listed_games(pilot)
            assert SAID in rows(screen)[0]
            await pilot.press(key)
            assert pilot.app.screen is screen
            assert screen.said() == FAULT
            assert FAULT in rows(screen)[0]
            await pilot.press("q")
        store.path("bad").write_bytes(OVER)
        await listed_games(pilot)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_the_cursor_stays_on_its_game_when_the_order_has_changed(store):
    names = fill(store, 40)
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await pilot.press("pagedown", "pagedown", "up", "up", "up", "up")
        choices = screen.query_one(Choices)
        assert choices.current.words == names[30]
        os.utime(store.path(names[35]), (NOW.timestamp() + 1, NOW.timestamp() + 1))
        screen.update()
        assert (choices.cursor, choices.current.words) == (31, names[30])
        assert all(SAID in row for row in rows(screen))


async def test_the_first_screen_passes_over_a_game_with_a_wrong_move_and_plays_no_other(
    store, played
):
    fill(store, 9)
    for at, name in enumerate(["over", "over too"]):
        store.path(name).write_bytes(OVER)
        os.utime(store.path(name), (2000 + at, 2000 + at))
    store.path("bad").write_bytes(with_an_illegal_move(GAME))
    async with driven(program()) as pilot:
        home = await home_is_known(pilot)
        assert "North - South, 6 turns" in home.said()
        assert set(played) == {with_an_illegal_move(GAME), GAME}


async def test_the_first_screen_checks_the_moves_of_a_game_once(store, played, monkeypatch):
    fill(store, 1)
    searches, found = [], home_model.newest_games

    def find(*them):
        searches.append(found(*them))
        return searches[-1]

    monkeypatch.setattr(home_model, "newest_games", find)
    async with driven(program()) as pilot:
        home = await home_is_known(pilot)
        await pilot.press("comma", "q")
        await until(pilot, lambda: pilot.app.screen is home and len(searches) > 1)
        await pilot.pause()
        assert "turn 7: you" in shown(pilot.app)
        assert played == [GAME]


async def test_the_first_screen_looks_no_longer_than_it_may_for_a_game_to_go_on_with(
    store, read, monkeypatch
):
    names = fill(store, 9)
    store.path(names[0]).write_bytes(with_an_illegal_move(GAME))
    monkeypatch.setattr(home_model, "MOST_SECONDS", 0)
    async with driven(program()) as pilot:
        await home_is_known(pilot)
        assert "no game yet" in shown(pilot.app)
        assert set(read) == {names[0]}


def test_a_line_is_printed_as_soon_as_its_file_is_read(store, read):
    names = fill(store, 9)
    lines = saved_games()
    assert next(lines).startswith("game 8.json: ")
    assert read == names[:1]
    lines.close()  # whoever reads them has enough
    assert len([*saved_games()]) == 10
    assert read == names


def listing_of(store: Store, how: Arrangement) -> list[str]:
    """Return the names of the games of a folder in their order, without their suffix."""
    games = store.listing()
    for at in range(len(games)):
        games.inspect(at)
    return [games.files[at].name.removesuffix(".json") for at in arranged(games, how)]


@pytest.fixture
def three_kinds(store: Store) -> None:
    """Put a duel in play, one that is over, a game of Zen and a damaged file into the folder."""
    zen = Record.new(zens.play_on(zens.new_table(), 3), NOW).to_bytes()
    files = [("Sunday", GAME), ("over", OVER), ("broken", b"{"), ("2026-11-21 08.54 x", zen)]
    for age, (name, data) in enumerate(files):
        store.path(name).write_bytes(data)
        os.utime(store.path(name), (1000 - age, 1000 - age))


def test_games_are_sorted_by_each_column_and_damaged_files_come_last(store, three_kinds):
    zen = "2026-11-21 08.54 x"
    order = {
        Arrangement(): ["Sunday", "over", zen, "broken"],
        Arrangement(is_reversed=True): [zen, "over", "Sunday", "broken"],
        Arrangement("game"): ["over", "Sunday", zen, "broken"],
        Arrangement("game", is_reversed=True): [zen, "Sunday", "over", "broken"],
        Arrangement("players"): ["Sunday", "over", zen, "broken"],
        Arrangement("state"): [zen, "Sunday", "over", "broken"],
    }
    assert {how: listing_of(store, how) for how in order} == order


def test_by_moment_the_order_is_that_of_the_times_shown_whenever_files_were_copied(store):
    times = ["2026-11-21T08:00:00Z", "2026-11-21T09:30:00+02:00", "2026-11-20T23:00:00Z"]
    for age, time in enumerate(times):
        data = Record.new(play_on(new_table(9), turns=2), datetime.fromisoformat(time)).to_bytes()
        store.path(str(age)).write_bytes(data)
        os.utime(store.path(str(age)), (1000 + age, 1000 + age))
    assert listing_of(store, Arrangement()) == ["0", "1", "2"]
    assert listing_of(store, Arrangement(is_reversed=True)) == ["2", "1", "0"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_row_says_who_won_at_any_width(columns, language):
    set_language(language)
    width = columns - preview_width(columns)
    north, south = ("NORD", "SUD") if language == "fr" else ("North", "South")
    for winners, won in (((1,), south), ((0, 1), f"{north} + {south}")):
        ended = HeaderOutcome(winners, ("NORD", "SUD"), "", ())
        kinds, sides = ("human", "casual"), ((0,), (1,))
        at = NOW.isoformat()
        header = Header("duel", ("NORD", "SUD (casual)"), kinds, sides, 30, at, at, ended)
        row = row_words(SavedFile(Path("x.json"), header, None, None), width, NOW)
        assert won in row.partition(" ")[2]
        assert glyphs().ellipsis not in row


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("SUN", ["Sunday"]),
        ("zen", ["2026-11-21 08.54 x"]),
        ("north won", ["over"]),
        ("south north", ["Sunday", "over"]),
        ("broken", ["broken"]),
        ("whist", []),
    ],
)
def test_games_are_found_by_name_game_players_and_state(store, three_kinds, words, found):
    assert listing_of(store, Arrangement(find=words)) == found


@pytest.mark.parametrize("width", range(38, 160, 7))
def test_the_columns_fill_a_table_of_any_width(width):
    widths = widths_of(width)
    assert sum(widths.values()) + len(widths) - 1 + SIGN_WIDTH == width
    assert min(widths.values()) >= 8
    at = SIGN_WIDTH
    for column, size in widths.items():
        assert column_at(at, width) == column_at(at + size - 1, width) == column
        at += size + 1
    assert column_at(0, width) is None


@on_screen()
async def test_the_table_is_sorted_filtered_and_previewed_with_the_cursor_on_its_game(
    pilot, three_kinds
):
    screen = await listed_games(pilot)
    preview = screen.query_one(Preview)
    await pilot.press("down")
    await until(pilot, lambda: "North won." in preview.plain())
    await pilot.click(Headings, offset=(SIGN_WIDTH, 0))
    await until(pilot, lambda: screen.said() == "Sorted by: game.")
    assert [row.split()[0] for row in rows(screen)][:2] == ["▸", "Sunday"]
    await pilot.press("slash", "z", "e", "n")
    await until(pilot, lambda: len(rows(screen)) == 1)
    await until(pilot, lambda: "Zen l'Initié" in preview.plain())
    await pilot.press("escape")
    await until(pilot, lambda: len(rows(screen)) == 4)
    await pilot.press("end")
    await until(pilot, lambda: "damaged:" in preview.plain())
    await pilot.press("slash", *"whist", "enter")
    await until(pilot, lambda: screen.said() == "No game contains these words.")
    assert len(rows(screen)) == 4


async def test_a_file_elsewhere_is_opened_by_its_path(store, three_kinds, tmp_path):
    elsewhere = tmp_path / "from a friend.json"
    elsewhere.write_bytes(GAME)
    async with driven(program()) as pilot:
        screen = await listed_games(pilot)
        await pilot.press("slash")
        screen.query_one("Input").value = str(elsewhere)
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


@on_screen()
async def test_the_first_click_goes_to_a_row_and_the_second_takes_it(pilot, three_kinds):
    screen = await listed_games(pilot)
    await pilot.click(Choices, offset=(5, 1))
    assert screen.query_one(Choices).cursor == 1
    assert pilot.app.screen is screen
    await pilot.click(Choices, offset=(5, 1))
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


async def test_the_keys_chosen_for_rows_move_the_cursor_of_a_list(store, three_kinds):
    keys = (("row_down", ("x",)), ("last_row", ("G",)))
    async with driven(program(found=Found(Settings(keys=keys)))) as pilot:
        screen = await listed_games(pilot)
        table = screen.query_one(Choices)
        await pilot.press("x")
        assert table.cursor == 1
        await pilot.press("down", "j")
        assert table.cursor == 1
        await pilot.press("G")
        assert table.cursor == 3
