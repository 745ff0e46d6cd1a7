"""The first screen: where everything stands, what is told without colours, what Enter does."""

from __future__ import annotations

import os
from datetime import timedelta
from itertools import combinations, product
from threading import Event

import hearts_looks
import pytest
import wars
import zens
from duels import new_table, play_on
from games_on_disk import NOW, saved_game
from pilots import driven, game_of, home_is_known, keys_to, on_screen, program, resize, shown, until

from engine.games import GAMES, describe
from engine.war.options import WarOptions
from engine.zen.positions import START
from host import outside
from play import home_model
from play.home_model import DAILY, GAME
from play.last_setup import keep_setup, last_setup, person_to_ask
from play.new_game_model import NewGameModel
from play.setup import usual_setup
from saves.daily import KIND, day_of
from saves.store import Store
from tui.games.catalogue import miniature_of
from tui.games.zen.miniature import first_masks
from tui.screens import listed
from tui.screens.base import small_notice
from tui.screens.home import Home
from tui.screens.home_board import HomeBoard, HomeStop, Tile, home_lines
from tui.screens.home_layout import plan_for
from tui.screens.new_game import SENTENCES, NewGame, about, sentences
from tui.screens.table import TableScreen
from tui.themes import Depth, set_palette
from words.glyphs import ASCII, UNICODE
from words.names import level_name
from words.translation import set_language

SIZES = [(40, 18), (46, 19), (60, 18), (80, 22), (100, 30), (120, 38), (160, 45), (200, 58)]
STOPS = tuple(
    HomeStop(words, words) for words in ("New game", "Saved games", "Rules", "‹ English ›")
)
TILES = tuple(Tile(name, "no game yet") for name in ("One", "Two", "Three", "Four"))
IN_PLAY = play_on(new_table(8, kinds=("human", "greedy")), ("greedy", "greedy"), 24)
OVER = play_on(new_table(8), ("greedy", "greedy"))


def words(lines) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_stands_in_the_window_and_nothing_on_something_else(size):
    for tiles in (1, 2, 3, 4):
        plan = plan_for(*size, tiles, tuple(stop.width for stop in STOPS))
        regions = [*plan.tiles, *plan.stops]
        assert len(regions) == tiles + len(STOPS)
        for region in regions:
            assert 0 <= region.x <= region.right <= size[0]
            assert 0 <= region.y <= region.bottom <= size[1]
        assert not any(one.overlaps(other) for one, other in combinations(regions, 2))
        title = range(plan.top, plan.top + plan.title.lines)
        assert not any(region.y - 1 in title for region in regions)
        assert plan.left + plan.title.columns <= size[0]
        for place, region in enumerate(regions):
            assert plan.place_at(region.x, region.y) == place


def test_no_stop_is_cut_off_in_a_window_of_any_size():
    for width, height in product(range(40, 200), (18, 22, 26, 40)):
        plan = plan_for(width, height, len(GAMES), (13, 11, 14, 16, 13, 8, 9, 11, 14, 7))
        assert max(region.right for region in plan.stops) <= width
        assert max(region.bottom for region in plan.stops) <= height


def test_up_and_down_reach_every_row_and_come_back():
    plan = plan_for(80, 22, 4, tuple(stop.width for stop in STOPS))
    assert [plan.beside(place, 1) for place in range(4)] == [4, 6, 7, 7]
    assert plan.beside(4, -1) == 0
    assert (plan.beside(0, -1), plan.beside(7, 1)) == (0, 7)


@pytest.mark.parametrize(("depth", "signs"), [*product(Depth, (UNICODE, ASCII))], ids=str)
def test_the_place_of_the_cursor_is_told_by_signs_alone(monkeypatch, depth, signs):
    monkeypatch.setenv("TAPIS_ASCII", "1" if signs is ASCII else "")
    set_palette("baize", depth)
    plan = plan_for(80, 22, len(TILES), tuple(stop.width for stop in STOPS))
    seen = {
        tuple(words(home_lines(plan, TILES, STOPS, cursor)))
        for cursor in range(len(TILES) + len(STOPS))
    }
    assert len(seen) == len(TILES) + len(STOPS)


@pytest.mark.parametrize("key", GAMES)
def test_a_miniature_fills_its_room_and_shows_the_table_as_it_stands(key):
    start = TABLES[key]()
    for width, height in ((11, 6), (13, 3), (24, 6), (38, 11), (58, 14)):
        for signs in (UNICODE, ASCII):
            drawn = miniature_of(key, None, width, height, signs)
            assert [len(row) for row in words(drawn)] == [width] * height
            is_whole = height >= 11 or (height >= 6 and (signs is UNICODE or key == "zen"))
            later = miniature_of(key, start.view(None), width, height, signs)
            assert later != drawn or not is_whole
    assert miniature_of(key, None, 13, 0, UNICODE) == []


TABLES = {
    "duel": lambda: IN_PLAY,
    "zen": lambda: zens.play_on(zens.new_table(), 6),
    "hearts": lambda: hearts_looks.play_on(
        hearts_looks.new_table(), lambda now: len(now.table) == 2
    ),
    "war": lambda: wars.play_on(wars.new_table(WarOptions(5, 6)), 12),
}
"""A table in play of each game."""


def test_the_first_position_of_the_small_board_is_that_of_the_game():
    assert first_masks() == START[:3]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_is_told_of_in_four_sentences_that_fit_beside_and_below(language):
    set_language(language)
    for key in GAMES:
        assert len(sentences(describe(key))) == SENTENCES
        beside = " ".join(words(about(key, 28, 22)))
        assert sentences(describe(key))[-1].split()[-1] in beside
        below = words(about(key, 38, 8))
        assert len(below) <= 8
        assert below[-1].endswith((".", "perd.", "pions."))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", GAMES)
def test_every_row_of_a_new_game_is_explained_whole_beside_it_and_below(key, language):
    set_language(language)
    setup = usual_setup(key)
    setups = [
        setup.with_option(option.name, value)
        for option in setup.description.options
        for value in (option.values if not isinstance(option.values, range) else [option.usual])
    ]
    series = setup._replace(games=3) if setup.has_series else setup
    setups += [series.with_kind(1, level) for level in (*setup.description.levels, "human")]
    told = {}
    for one in setups:
        rows = {row.id: row for row in NewGameModel(one).rows}
        assert [id_ for id_, row in rows.items() if not row.explained] == ["game"]
        levels = {row.help for id_, row in rows.items() if id_.startswith("kind ")}
        assert len(levels) == 1
        assert len(setup.description.levels) == 1 or level_name("club") in levels.pop()
        told |= {(id_, row.value): row.explained for id_, row in rows.items() if id_ != "game"}
    for row in told.values():
        for width, height in ((28, 22), (38, 4)):
            fitting = words(about(key, width, height, row))
            assert " ".join(row).split() == " ".join(fitting).split()[-len(" ".join(row).split()) :]


@on_screen()
async def test_a_row_is_explained_once_the_cursor_rests_on_it(pilot, monkeypatch):
    """Each key cost 200 bytes more."""
    await home_is_known(pilot)
    await pilot.press(*keys_to(pilot, "new"), "enter")
    monkeypatch.setattr(listed, "REST", 3600)
    before = pilot.app.screen.query_one("#about").plain()
    await pilot.press("down", "down", "down")
    assert pilot.app.screen.query_one("#about").plain() == before
    pilot.app.screen._explain()
    assert "The name of this person" in " ".join(shown(pilot.app).split())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 20), (120, 40)])
@on_screen()
async def test_the_row_under_the_cursor_of_a_new_game_is_explained_in_any_window(pilot, size):
    await home_is_known(pilot)
    await pilot.press(*keys_to(pilot, "new"), "enter")
    await pilot.press(*keys_to(pilot, "game"), "right", "down")
    for value in ("One game: connect", "Échec is said when", "As 1, in rounds", "Rounds up to 7"):
        await until(pilot, lambda value=value: value in " ".join(shown(pilot.app).split()))
        await pilot.press("right")
    await pilot.press("end")
    people = "People on this machine"
    await until(pilot, lambda: people in " ".join(shown(pilot.app).split()))
    await pilot.press("home")
    assert "Zen l'Initié" in shown(pilot.app)


def test_a_game_that_says_nothing_of_itself_is_told_by_its_rules(toy):
    assert 0 < len(sentences(describe("toy"))) <= SENTENCES


@pytest.mark.parametrize("size", [(39, 20), (20, 6), (12, 3), (8, 2), (4, 1), (1, 1)], ids=str)
def test_the_notice_fits_every_window_and_names_the_way_out(size):
    from textual.geometry import Size

    rows = small_notice((40, 20), Size(*size), "q")
    assert len(rows) <= size[1]
    assert all(len(row) <= size[0] for row in rows)
    assert "q" in " ".join(rows).replace(".", " ").split()


async def test_in_a_window_that_is_too_small_keys_do_nothing_but_leave():
    app = program()
    async with driven(app) as pilot:
        screen = await home_is_known(pilot)
        await resize(pilot, 30, 10)
        await until(pilot, lambda: screen.is_small)
        await pilot.press("right", "enter", "o", "comma", "question_mark")
        assert pilot.app.screen is screen
        await resize(pilot, 80, 24)
        await until(pilot, lambda: not screen.is_small)
        assert screen._board.cursor == 0
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        await resize(pilot, 30, 10)
        await until(pilot, lambda: pilot.app.screen.is_small)
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("q")
    assert app.return_value == 0


def saved(*games) -> None:
    for age, (name, table) in enumerate(games):
        file, _record = saved_game(Store().folder, table, name)
        os.utime(file, (1_000_000 - age, 1_000_000 - age))


async def test_the_cursor_goes_to_the_newest_game_in_play_and_a_game_that_is_over_is_no_such():
    saved(("duel over", OVER), ("zen", TABLES["zen"]()), ("duel", IN_PLAY))
    async with driven(program()) as pilot:
        screen = await home_is_known(pilot)
        assert screen._board.current == GAME + "zen"
        await pilot.press("left")
        assert screen._board.current == GAME + "duel"
        assert screen.said() == "Enter resumes: North - South, 24 turns, today 08:54."


async def test_after_the_last_game_is_over_enter_begins_another():
    saved(("duel over", OVER))
    async with driven(program()) as pilot:
        screen = await home_is_known(pilot)
        assert "North won" in screen._board.plain()
        assert screen.said().startswith("The last one: ")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        assert pilot.app.screen.model.setup.game == "duel"


@on_screen()
async def test_a_new_game_is_of_the_kind_under_the_cursor(pilot):
    await home_is_known(pilot)
    await pilot.press("up", "home", "right", "right", "ctrl+n")
    await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
    assert pilot.app.screen.model.setup.game == "hearts"


async def test_enter_that_comes_before_the_games_are_known_waits_for_them(monkeypatch):
    saved(("duel", IN_PLAY))
    may_go_on, found = Event(), home_model.newest_games

    def slow(store, before):
        may_go_on.wait(20)
        return found(store, before)

    monkeypatch.setattr(home_model, "newest_games", slow)
    async with driven(program()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, Home)
        await pilot.press("enter")
        assert not screen.is_known
        may_go_on.set()
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))


def test_a_name_that_was_given_once_is_there_in_every_game():
    setup = last_setup("duel").with_name(0, "Zoé")
    keep_setup(setup)
    assert last_setup("zen").names == ("Zoé", "WHITE")
    both = last_setup("zen").with_kind(1, "human").with_name(1, "Max")
    keep_setup(both)
    assert last_setup("duel").names == ("Zoé", "SUD")
    keep_setup(last_setup("duel").with_kind(1, "human"))
    assert last_setup("duel").names == ("Zoé", "Max")


async def test_a_name_is_asked_once_and_enter_alone_goes_without_one():
    assert [person_to_ask(last_setup(key)) for key in GAMES] == [0] * len(GAMES)
    assert person_to_ask(last_setup("duel").with_kind(0, "casual")) is None
    assert person_to_ask(last_setup("duel").with_name(0, "Zoé")) is None
    async with driven(program()) as pilot:
        await pilot.press("enter", "enter")
        await until(pilot, lambda: "Your name:" in shown(pilot.app))
        field = pilot.app.screen.answer_line()
        assert (field.value, field.selected_text) == ("North", "North")
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, NewGame)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    assert last_setup("duel").names[0] == "NORD"
    assert person_to_ask(last_setup("zen")) is None


async def test_what_is_typed_replaces_the_name_that_stands_there():
    async with driven(program()) as pilot:
        await pilot.press("enter", "enter", *"Alex", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    assert last_setup("duel").names[0] == "Alex"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_all_stops_are_seen_on_a_phone_in_plain_ascii(monkeypatch, language):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    async with driven(program(language=language), (40, 20)) as pilot:
        await home_is_known(pilot)
        stops = pilot.app.screen.query_one(HomeBoard).stops
        assert len(stops) > 8
        assert [stop.words for stop in stops if f"[ {stop.words}]" not in shown(pilot.app)] == []


async def at_the_daily_deal(pilot):
    """Go to the place of the daily deal, and return what is said of it."""
    screen = await home_is_known(pilot)
    await until(pilot, lambda: screen.model.news)
    await pilot.press(*keys_to(pilot, DAILY))
    return screen.said()


@on_screen()
async def test_enter_begins_the_deal_of_today_and_goes_on_with_it(pilot):
    assert await at_the_daily_deal(pilot) == "Daily deal: not played yet today. Enter begins it."
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    table = game_of(pilot.app.screen)
    assert (table.sitters[1].kind, day_of(dealt(table), NOW.date())) == (KIND, NOW.date())
    await pilot.press("enter", "q")
    await until(pilot, lambda: isinstance(pilot.app.screen, Home))
    await until(pilot, lambda: "Daily deal (in play)" in shown(pilot.app))
    await pilot.press(*keys_to(pilot, DAILY), "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    assert game_of(pilot.app.screen).plays == table.plays


def dealt(table) -> list[str]:
    return [table.move_text(at) for at in range(len(table.plays))]


@on_screen()
async def test_after_midnight_enter_begins_the_deal_of_the_new_day(pilot):
    await at_the_daily_deal(pilot)
    outside.now = lambda: NOW + timedelta(1)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    tomorrow = NOW.date() + timedelta(1)
    assert day_of(dealt(game_of(pilot.app.screen)), tomorrow) == tomorrow
