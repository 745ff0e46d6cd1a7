"""Home, new game, saved games, replay, help: every key of every screen."""

from __future__ import annotations

import re
from itertools import combinations
from unittest import mock

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from pilots import (
    driven,
    keys_to,
    my_turn,
    on_screen,
    program,
    resize,
    shown,
    table_of,
    until,
)
from setups import duel_setup

from engine.duel.game import DUEL
from play.actions import COMMON
from play.last_setup import keep_setup, last_setup
from play.requests import StartGame
from play.setup import Series
from saves.home import recall
from saves.lock import GameLock
from saves.settings import Settings
from saves.settings_file import read_settings
from tui.games.catalogue import SCENES
from tui.screens import new_game
from tui.screens.help import HelpScreen
from tui.screens.home import BY_ENTER, Home
from tui.screens.keys import every_kind
from tui.screens.menu import Ask, Menu
from tui.screens.pages import RulesScreen
from tui.screens.replay import DONE_BY_MODEL, ReplayScreen
from tui.screens.saved import SavedGames
from tui.screens.table import TableScreen
from tui.screens.waiting import CurtainScreen
from tui.widgets.choices import Choices
from tui.widgets.keyline import KeyLine
from words.translation import language

FINISHED = play_on(new_table(8), ("greedy", "greedy"))


@pytest.fixture
def games(store):
    """Three files in the folder of games: over, in play, broken."""
    saved_game(store.folder, FINISHED, "over")
    saved_game(store.folder, play_on(new_table(9, kinds=("human", "greedy")), turns=6), "played")
    store.path("broken").write_text("{")
    return store


def listed(pilot):
    """Return what a list has rows for; it is read anew some time after a file has changed."""
    return [choice.id for choice in pilot.app.screen.query_one(Choices).choices]


async def test_home_has_its_choices_and_speaks_the_other_language_from_then_on():
    app = program()
    async with driven(app) as pilot:
        assert "no game yet" in shown(pilot.app)
        assert "English" in shown(pilot.app)
        await pilot.press(*keys_to(pilot, "language"), "enter")
        await until(pilot, lambda: "Nouvelle partie" in shown(pilot.app))
        assert language() == "fr"
        assert "Français" in shown(pilot.app)
        await until(pilot, lambda: pilot.app.settings.is_kept(0))
        assert (read_settings().settings, recall()) == (Settings(language="fr"), {})
        await pilot.press("enter")
        await until(pilot, lambda: "New game" in shown(pilot.app))
        await pilot.press(*keys_to(pilot, "rules"), "enter")
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("q")
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)
        await pilot.press("q")
    assert app.return_value == 0


@on_screen()
async def test_a_text_says_whether_there_is_more_of_it_below(pilot):
    screen = HelpScreen([], [(str(at), "a sign") for at in range(30)])
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.said() == "PgDn: more below")
    await pilot.press("end")
    await until(pilot, lambda: screen.said() == "")
    await pilot.press("pageup")
    await until(pilot, lambda: screen.said() == "PgDn: more below")


@on_screen()
async def test_left_and_right_change_a_choice_round_and_round(pilot):
    levels = list(DUEL.computer_players)
    await pilot.press("enter")
    screen = pilot.app.screen
    assert "change" not in screen.query_one(KeyLine).plain()
    await pilot.press("right", *keys_to(pilot, "kind 1"))
    assert "change" in screen.query_one(KeyLine).plain()
    seen = []
    for _ in ("human", *levels):
        await pilot.press("right")
        seen.append(screen.model.setup.kinds[1])
    after = levels.index("novice") + 1
    assert seen == [*levels[after:], "human", *levels[:after]]
    await pilot.press("left")
    assert screen.model.setup.kinds == ("human", seen[-2])
    await pilot.press(*keys_to(pilot, "games"), "left")
    assert screen.model.setup.games == 10
    await pilot.press(*keys_to(pilot, "first"), "l", "h", "h")
    assert screen.model.setup.first == "south"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_level_is_listed_weakest_first_with_its_words(language):
    async with driven(program(language=language)) as pilot:
        await pilot.press("enter", *["down"] * 4, "enter")
        choices = pilot.app.screen.query_one("Choices").choices
    assert [choice.id for choice in choices] == ["human", *DUEL.computer_players]
    assert all(choice.words and choice.note for choice in choices[1:])


async def test_a_list_that_gets_room_for_all_its_rows_shows_the_first_ones_again():
    async with driven(program()) as pilot:
        await pilot.press("enter", *["down"] * 4, "enter", "end")
        choices = pilot.app.screen.query_one(Choices)
        await resize(pilot, 80, 12)
        assert choices.choices[0].words not in choices.plain()
        await resize(pilot, 80, 24)
        assert choices.plain().splitlines()[0].startswith(f"   {choices.choices[0].words}  ")
        assert choices.row_at(0) == 0


async def test_a_program_that_plays_is_one_of_the_choices(monkeypatch):
    command = "exec:./bot --level 3 [bold] " + "long " * 20
    monkeypatch.setattr(new_game, "last_setup", lambda _game=None: duel_setup(("human", command)))
    async with driven(program()) as pilot:
        await pilot.press("enter")
        assert "exec:./bot --leve" in shown(pilot.app)
        await pilot.press(*["down"] * 4, "enter")
        assert pilot.app.screen.query_one("Choices").current.id == command
        await pilot.press("q", "right", "left")
        assert pilot.app.screen.model.setup.kinds == ("human", command)


@on_screen()
async def test_saved_games_are_listed_with_their_state_and_a_broken_one_is_not_opened(pilot, games):
    screen = await saved_games(pilot, "broken")
    text = shown(pilot.app)
    rows = pilot.app.screen.query_one("Choices").plain().splitlines()
    assert rows[-1].startswith(" ▸ broken   damaged: line 1, column 2")
    (played,) = (row for row in rows if "played" in row)
    assert played.split()[-5:] == ["played", "turn", "7", "today", "08:54"]
    assert any("won" in row for row in rows)
    assert str(games.folder)[:36] in text
    await pilot.press("o")
    assert pilot.app.screen is screen
    assert screen.said().startswith("line 1, column 2")


async def saved_games(pilot, name) -> SavedGames:
    await pilot.press(*keys_to(pilot, "saved"), "enter")
    await pilot.press(*keys_to(pilot, f"{name}.json"))
    assert isinstance(pilot.app.screen, SavedGames)
    return pilot.app.screen


@on_screen()
async def test_a_saved_game_is_opened_or_stepped_through(pilot, games):
    await saved_games(pilot, "played")
    await pilot.press("o")
    assert isinstance(pilot.app.screen, TableScreen)
    await pilot.press("q")
    await saved_games(pilot, "over")
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, ReplayScreen)
    await pilot.press("q")
    await pilot.press("r")
    assert isinstance(pilot.app.screen, ReplayScreen)


async def test_a_saved_game_is_copied_renamed_and_deleted(games):
    async with driven(program()) as pilot:
        await saved_games(pilot, "played")
        for key, name in (("s", "copy"), ("f2", "other/name")):
            await pilot.press(key)
            field = pilot.app.screen.query_one("Input")
            assert field.selected_text == field.value != ""
            await pilot.press(*("slash" if letter == "/" else letter for letter in name), "enter")
            await pilot.pause()
            saved = "copy" if key == "s" else "other name"
            await until(pilot, lambda saved=saved: f"{saved}.json" in listed(pilot))
            await pilot.press(*keys_to(pilot, "played.json" if key == "s" else "other name.json"))
        await pilot.press("delete")
        assert isinstance(pilot.app.screen, Ask)
        await pilot.press("enter")  # no
        assert games.path("other name").exists()
        await pilot.press("delete", "down", "enter")
        await pilot.pause()
    assert {path.stem for path in games.paths()} == {"over", "broken", "copy"}


async def test_a_game_in_play_elsewhere_is_neither_renamed_nor_deleted(games):
    from games_on_disk import NOW

    lock = GameLock(games.path("played"), NOW)
    async with driven(program()) as pilot:
        screen = await saved_games(pilot, "played")
        await pilot.press("delete", "down", "enter")
        await until(pilot, lambda: "open elsewhere" in screen.said())
        await pilot.press("f2")
        pilot.app.screen.query_one("Input").value = "new"
        await pilot.press("enter")
        await until(pilot, lambda: "cannot be renamed" in screen.said())
        await pilot.press("o")
        assert isinstance(pilot.app.screen, Ask)
        assert "is open elsewhere" in shown(pilot.app)
    lock.release()
    assert games.path("played").exists()


@on_screen("replay", FINISHED)
async def test_replay_goes_by_turn_and_by_card_and_everywhere(pilot):
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    place = lambda: tuple(screen.replay.place)  # noqa: E731
    await pilot.press("right", "right")
    assert place() == (2, 0)
    await pilot.press("left")
    assert place() == (1, 0)
    await pilot.press("down")
    assert place() == (1, 1)
    await pilot.press("up")
    assert place() == (1, 0)
    await pilot.press("end")
    assert place() == (screen.replay.turns, 0)
    assert "North wins" in shown(pilot.app)
    await pilot.press("less_than_sign")
    assert place() == (0, 0)
    await pilot.press("greater_than_sign", "home")
    assert place() == (0, 0)
    await pilot.press("g", "1", "2", "enter")
    await pilot.pause()
    assert place() == (12, 0)
    await pilot.press("g", "9", "9", "9", "enter")
    await until(pilot, lambda: "There is no turn 999" in screen.said())
    await pilot.press("pageup")
    assert place() == (2, 0)
    assert re.search(r"seen by\n +● North\n", shown(pilot.app))
    await pilot.press("f", "f")
    assert re.search(r"seen by\n +○ South\n", shown(pilot.app))
    await pilot.press("n")
    assert place()[0] in [told.turn for told in screen.model.marks]
    assert "best turn" in shown(pilot.app)
    await pilot.press("plus", "space")
    assert "speed 2" in shown(pilot.app)
    assert "Space pause" in shown(pilot.app)
    await pilot.press("minus", "minus", "space")
    assert "Space play" in shown(pilot.app)
    await pilot.click("#log", offset=(3, 4))
    assert place()[0] == screen.scene.log.turn_at(4)
    await pilot.click("#message", offset=(4, 0))
    assert place() == (0, 0)
    await pilot.press("m")
    assert isinstance(pilot.app.screen, Menu)


async def test_the_replay_of_a_game_in_play_keeps_its_secrets_behind_a_curtain():
    table = play_on(new_table(9), ("greedy", "greedy"), 7)
    async with driven(program("replay", table)) as pilot:
        assert isinstance(pilot.app.screen, CurtainScreen)
        await pilot.press("enter")
        await pilot.press("f")
        assert "while" in pilot.app.screen.said().lower()
    async with driven(program("replay", table)) as pilot:
        assert isinstance(pilot.app.screen, CurtainScreen)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, Home)


def test_one_letter_means_one_thing_in_the_whole_program():
    meanings: dict[str, set[str]] = {}
    scenes = [load() for load in SCENES.values()]
    own = [action for scene in scenes for action in scene.new_controls.actions.values()]
    for action in own:  # a game may have fewer keys, or another word, for what all games share
        if action.id in COMMON:
            assert action.help == COMMON[action.id].help
            assert {*action.keys} <= {*COMMON[action.id].keys}
    of_games = [action for action in own if action.id not in COMMON]
    for one, other in combinations(of_games, 2):
        assert one.id != other.id or one.keys == other.keys, "one name stands for one thing"
    for action in (*COMMON.values(), *own):
        for key in action.keys:
            if len(key) == 1:
                meanings.setdefault(key, set()).add(action.id)
    same = [
        {"right", "square_right", "card_right", "step", "next_turn", "next_value", "next_tile"},
        {"left", "square_left", "card_left", "previous_turn", "previous_value", "previous_tile"},
        {"up", "square_up", "previous_card", "previous_step", "row_up"},
        {"down", "square_down", "next_card", "next_step", "row_down"},
        {"back", "quit", "to_game"},
        {"open", "saved"},
        {"play", "pause"},
        {"invite", "close"},
    ]
    for key, ids in meanings.items():
        assert len(ids) == 1 or any(ids <= group for group in same), (key, ids)


@pytest.mark.parametrize(
    "screen",
    sorted(every_kind(), key=lambda screen: screen.__name__),
    ids=lambda s: s.__name__,
)
def test_every_action_a_screen_offers_is_there(screen):
    offers = {*screen.OFFERS} - {"whole"}  # which all have, those too that are only completed later
    done = {id_ for id_ in offers if hasattr(screen, f"do_{id_}")}
    done |= {*DONE_BY_MODEL} if issubclass(screen, ReplayScreen) else {*()}
    done |= {*BY_ENTER} if screen is Home else {*()}
    assert offers <= screen.ACTIONS.keys() & done


@pytest.mark.parametrize("key", SCENES)
def test_every_action_a_scene_offers_is_one_of_all_games_or_its_own(key):
    scene = SCENES[key]()
    assert {*scene.offers} <= {*COMMON, *scene.new_controls.actions}
    assert {action.id for action in scene.new_controls.actions.values() if action.keys} <= {
        *scene.offers
    }
    assert not scene.typed_action or scene.typed_action in scene.offers


@pytest.mark.parametrize("keys", [("m", "enter", "enter"), ("u", "enter", "enter")])
@on_screen()
async def test_a_second_key_for_a_question_is_dropped(pilot, games, keys):
    await pilot.press("enter")
    table = await my_turn(pilot)
    await pilot.press(keys[0])
    pilot.app.screen.query_one("Choices").take()
    pilot.app.screen.query_one("Choices").take()
    await pilot.pause()
    assert table in pilot.app.screen_stack


async def test_beginning_twice_deals_one_game():
    async with driven(program()) as pilot:
        keep_setup(last_setup())  # a name was asked for
        await pilot.press("enter")
        choices = pilot.app.screen.query_one("Choices")
        with mock.patch.object(pilot.app, "new_game", wraps=pilot.app.new_game) as begun:
            choices.take()
            choices.take()
            await pilot.pause()
            await pilot.pause()
        begun.assert_called_once()


async def test_a_folder_that_cannot_be_read_is_said_and_harms_nothing(tmp_path):
    (tmp_path / "tapis-home").mkdir()
    (tmp_path / "tapis-home" / "games").write_text("not a folder")
    async with driven(program()) as pilot:
        assert "no game yet" in shown(pilot.app)
        await pilot.press(*keys_to(pilot, "saved"), "enter")
        assert pilot.app.screen.said() == "Not a directory"


async def test_what_is_renamed_or_deleted_is_what_was_asked_for(games):
    async with driven(program()) as pilot:
        screen = await saved_games(pilot, "played")
        await pilot.press("delete")
        screen.query_one("Choices").cursor = 0
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.press(*keys_to(pilot, "over.json"), "f2", "tab", "down", "shift+tab")
        pilot.app.screen.query_one("Input").value = "renamed"
        await pilot.press("enter")
        await pilot.pause()
    assert {path.stem for path in games.paths()} == {"renamed", "broken"}


@on_screen()
async def test_a_screen_that_asked_for_another_one_drops_keys_and_asks_for_no_second_one(pilot):
    home = pilot.app.screen
    home.request(StartGame(Series(duel_setup(("human", "human"), first="north"))))
    assert not home.is_on_top
    home.request(StartGame(Series(duel_setup(("human", "human"), first="south"))))
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    assert table_of(pilot).client.timeline.options.first == "north"
    await pilot.press("q")
    await until(pilot, lambda: pilot.app.screen is home)
    assert home.is_on_top


async def test_a_window_too_small_is_left_by_the_key_it_names_while_one_types_too():
    alone = Series(duel_setup(("human", "greedy"), first="north"))
    async with driven(program("new_game", alone)) as pilot:
        played = await my_turn(pilot)
        await pilot.press("colon", "1")
        await resize(pilot, 39, 19)
        await until(pilot, lambda: "q leaves" in shown(pilot.app))
        await pilot.press("2", "q")
        await until(pilot, lambda: pilot.app.screen is not played)
