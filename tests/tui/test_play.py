"""Playing at the table: whole games, every key, the curtain, take-backs, the end."""

from __future__ import annotations

import json
import re

import pytest
from duels import deal_from, new_table, play_on, state_at
from games_on_disk import saved_game
from pilots import (
    at_once,
    driven,
    game_of,
    home_is_known,
    my_turn,
    on_screen,
    program,
    shown,
    table_of,
    until,
)
from setups import ALONE, duel_setup
from textual.pilot import Pilot

from engine.duel.game import DUEL
from engine.duel.moves import Turn, parse_turn
from engine.table import EventKind
from play.frame import Phase
from play.games.duel.controls import END_TURN, MENU, HandCursor
from play.setup import Series
from saves.store import Store, inspect_file
from tui.screens.help import HelpScreen
from tui.screens.home import Home
from tui.screens.menu import Ask, Menu
from tui.screens.replay import ReplayScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import CurtainScreen
from tui.widgets.keyline import KeyLine

SHARED = Series(duel_setup(("human", "human"), ("Zoé", "Max"), first="north"))


def game_in_play(kinds: tuple[str, str], turns: int):
    """Save a game with so many turns in the folder of games; return its file and its table."""
    table = play_on(new_table(9, kinds=kinds), ("greedy", "greedy"), turns)
    return saved_game(Store().folder, table)[0], table


async def lay(pilot, table: TableScreen, turn: Turn) -> None:
    """Lay a turn with arrows and Enter alone."""
    for step in turn.lays:
        while table.cursor.card != step.card:
            at = table.cursor.cards.index(step.card)
            await pilot.press("right" if table.cursor.place < at else "left")
        while table.cursor.chosen() != step:
            await pilot.press("up")
        await pilot.press("enter")
    while table.cursor.place != END_TURN:
        await pilot.press("right" if table.cursor.place < END_TURN else "left")
    await pilot.press("enter")


async def test_a_whole_game_with_arrows_and_enter_alone():
    async with driven(program(seed=5)) as pilot:
        greedy = DUEL.computer_players["greedy"](0)
        await pilot.press("enter")  # New game
        await pilot.press("enter", "enter")  # Begin, and no name
        while not game_of(table := await my_turn(pilot)).outcome:
            await lay(pilot, table, greedy.choose(game_of(table).view(table.seat)))
        await pilot.pause()
        await until(pilot, lambda: re.search(" wins| win ", shown(pilot.app)))
        assert None not in table.frame.view.hands
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Ask)
        await pilot.press("end", "enter")
        assert isinstance(pilot.app.screen, Home)
    (saved,) = map(inspect_file, Store().paths())
    assert saved.record.table.outcome
    assert saved.holder is None


@on_screen("new_game", SHARED)
async def test_two_people_take_turns_behind_the_curtain(pilot):
    for name, other in (("Zoé", "Max"), ("Max", "Zoé"), ("Zoé", "Max")):
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        assert f"{name}, it is your turn." in shown(pilot.app)
        assert f"{other}, please look away." in shown(pilot.app)
        assert "║" not in shown(pilot.app)
        await pilot.press("enter")
        table = await my_turn(pilot)
        assert table.names()[table.seat] == name
        assert table.frame.view.hands[1 - table.seat] is None
        await lay(pilot, table, next(game_of(table).view(table.seat).legal()))
        assert "These are your cards now." in table.said()
        assert table.names()[table.seat] == name
        await pilot.press("enter")


@on_screen("new_game", SHARED, key_pause=1000)
async def test_keys_just_after_the_curtain_fell_are_dropped(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter", "space", "enter")
    assert isinstance(pilot.app.screen, CurtainScreen)
    pilot.app.timing.key_pause = 0
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, TableScreen)


@on_screen("new_game", ALONE)
async def test_the_keys_of_a_turn(pilot):
    table = await my_turn(pilot)
    cards = table.cursor.cards
    await pilot.press("l")
    assert table.cursor.card == cards[1]
    await pilot.press("h")
    assert table.cursor.card == cards[0]
    await pilot.press("end")
    assert table.cursor.card == cards[-1]
    await pilot.press("home")
    assert table.cursor.card == cards[0]
    tens, ones = f"{cards[3]:02}"
    await pilot.press(tens)
    assert table.said() == f"{tens}_"
    await pilot.press(ones)
    assert table.cursor.card == cards[3]
    await pilot.press("0", "1")
    assert table.said() == "01 is not in your hand."
    await pilot.press("space")
    assert table.said() == "At least two cards must be laid, not 0."
    await pilot.press("backspace")
    assert table.said() == "You have laid no card this turn."
    before = table.cursor.chosen()
    await pilot.press("k")
    assert table.cursor.chosen() != before
    await pilot.press("j", "enter")
    assert table.cursor.draft.made == (before,)
    assert str(before) not in shown(pilot.app).split("Turns")[1]
    await pilot.press("backspace")
    assert table.cursor.draft.made == ()
    assert table.cursor.card == cards[3]


@on_screen("new_game", ALONE)
async def test_the_cursor_goes_to_end_turn_by_itself_only_when_nothing_more_can_be_laid(pilot):
    table = await my_turn(pilot)
    while table.cursor.draft.legal_steps():
        assert table.cursor.place < END_TURN
        await pilot.press("enter")
    assert table.cursor.place == END_TURN
    assert table.said().startswith("Ends the turn: draws 2")
    await pilot.press("right")
    assert table.cursor.place == MENU
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, Menu)
    await pilot.press("q")


@on_screen("new_game", ALONE)
async def test_a_turn_can_be_typed_as_french_keyboards_write_it(pilot):
    table = await my_turn(pilot)
    one, two, *_rest = table.cursor.cards
    await pilot.press("colon")
    assert pilot.app.screen.is_asking
    for letter in f"{two}-{one}V":
        await pilot.press({"-": "minus"}.get(letter, letter))
    await pilot.press("enter")
    await until(pilot, lambda: len(game_of(table).plays) > 1)
    assert game_of(table).move_text(1) == f"{two:02}v {one:02}v"


@pytest.mark.parametrize("press", [at_once, Pilot.press])
@on_screen("new_game", ALONE)
async def test_keys_typed_at_once_after_the_colon_are_one_line_and_no_actions(pilot, press):
    table = await my_turn(pilot)
    one, two, *_rest = table.cursor.cards
    line = f"q{two:02}v{one:02}v"
    keys = [*line, *["left"] * 6, "backspace", "end", "enter"]
    await press(pilot, "colon", *keys, "question_mark")
    await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
    await until(pilot, lambda: len(game_of(table).plays) > 1)
    assert game_of(table).move_text(1) == f"{two:02}v {one:02}v"


@on_screen()
async def test_the_palette_takes_what_is_typed_at_once_after_its_key(pilot):
    await home_is_known(pilot)
    await at_once(pilot, "ctrl+p", *"statis", "down", "up", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, StatisticsScreen))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("hello", "That is not a turn. Write it like 15^ 20^' 48v:"),
        ("2 ^ 2 ^", "02 is not in hand."),
    ],
)
@on_screen("new_game", ALONE)
async def test_a_typed_turn_that_cannot_be_comes_back_with_the_reason_to_be_mended(
    pilot, typed, words
):
    table = await my_turn(pilot)
    assert 2 not in table.cursor.cards
    await pilot.press("colon")
    pilot.app.screen.query_one("Input").value = typed
    await pilot.press("enter")
    await until(pilot, lambda: table.said() == words)
    assert len(game_of(table).plays) == 1
    assert table.is_asking
    assert table.query_one("Input").value == typed
    one, two, *_rest = table.cursor.cards
    table.query_one("Input").value = f"{one}^ {two}^"
    await pilot.press("enter")
    await until(pilot, lambda: len(game_of(table).plays) > 1)
    assert not table.is_asking


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "10 fits on no pile: yours are at 59▲ 05▼, the opponent's at 01▲ 60▼."),
        ("fr", "10 ne va nulle part : vos piles sont à 59▲ 05▼, les adverses à 01▲ 60▼."),
    ],
)
async def test_a_card_that_cannot_be_laid_says_why(language, words):
    deal = deal_from([10, 20, 30, 40, 58, 59], [50, 51, 52, 53, 54, 55])
    async with driven(program("new_game", ALONE, deal, language=language)) as pilot:
        table = await my_turn(pilot)
        await lay(pilot, table, parse_turn("58^ 59^"))
        await my_turn(pilot)
        assert table.cursor.card == 2
        cards = table.cursor.cards
        assert table.cursor.dull() <= set(cards)
        table.controller.put(
            HandCursor(state_at(0, ([10, 20], []), ([], []), north=(59, 5)).view(0).draft())
        )
        await pilot.pause()
        assert table.said().replace("\xa0", " ") == words
        await pilot.press("enter")
        await until(pilot, lambda: table.said().replace("\xa0", " ") == words)


async def test_take_back_is_asked_once_and_brings_the_same_cards():
    def taken(table) -> str:
        return game_of(table).events[0].moves[0]

    async with driven(program("new_game", ALONE)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("u")
        assert table.said() == "You have no finished turn to take back."
        hand, states = table.cursor.cards, list(game_of(table).states)
        await lay(pilot, table, next(game_of(table).view(0).legal()))
        await my_turn(pilot)
        later = list(game_of(table).states)
        await pilot.press("u")
        assert isinstance(pilot.app.screen, Ask)
        await pilot.press("down", "enter")  # no
        assert game_of(table).states == later
        await pilot.press("u", "enter")
        await my_turn(pilot)
        assert game_of(table).states == states
        assert table.cursor.cards == hand
        assert [event.kind for event in game_of(table).events] == [EventKind.TAKE_BACK]
        await lay(
            pilot,
            table,
            later[1].view(0).draft() and game_of(table).game.parse(taken(table)),
        )
        await my_turn(pilot)
        assert game_of(table).states == later


@on_screen("new_game", SHARED)
async def test_a_shared_take_back_falls_behind_the_curtain(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter")
    table = await my_turn(pilot)
    for _ in range(2):
        await lay(pilot, table, next(game_of(table).view(table.seat).legal()))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await pilot.press("enter")
        await my_turn(pilot)
    await pilot.press("u", "enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter")
    assert len(game_of(table).plays) == 1
    assert table.seat == 0


async def test_the_same_deal_with_seats_swapped():
    both = Series(duel_setup(("greedy", "greedy"), first="north"))
    async with driven(program("new_game", both)) as pilot:
        table = table_of(pilot)
        await until(pilot, lambda: table.frame.phase is Phase.OVER)
        deal = next(play.move for play in game_of(table).plays if hasattr(play.move, "decks"))
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: table_of(pilot) is not table)
        swapped = game_of(table_of(pilot)).plays[0].move
        assert swapped.decks == (deal.decks[1], deal.decks[0])


async def test_the_end_leads_to_the_replay():
    both = Series(duel_setup(("greedy", "greedy"), first="north"))
    async with driven(program("new_game", both)) as pilot:
        table = table_of(pilot)
        await until(pilot, lambda: table.frame.phase is Phase.OVER)
        await pilot.press("enter", "down", "down", "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("q")
        assert pilot.app.screen is table
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


@on_screen("new_game", ALONE)
async def test_cards_not_yet_seen_are_shown(pilot):
    table = await my_turn(pilot)
    await pilot.press("c")
    text = shown(pilot.app)
    assert "Cards not seen yet" in text
    mine = text.split("North")[1].split("South")[0]
    assert all(f"{card:02}" not in mine for card in table.cursor.cards)
    await pilot.press("q")
    assert pilot.app.screen is table


def opened_with_its_last_round_shown(key_pause: float):
    """Return the program at a game of six turns, the last of which are shown for a long time."""
    path, _ = game_in_play(("human", "greedy"), 6)
    return program("open_game", path, motion="full", pace=60, key_pause=key_pause)


async def test_a_key_that_does_nothing_else_skips_what_is_shown_and_no_card_is_laid_unasked():
    async with driven(opened_with_its_last_round_shown(key_pause=3600)) as pilot:
        screen = table_of(pilot)
        playback = screen.controller.model.playback
        await until(pilot, lambda: playback.is_on)
        for key in ("question_mark", "m", "c"):
            await pilot.press(key)
            await until(pilot, lambda: pilot.app.screen is not screen)
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is screen)
            assert playback.is_on
        await pilot.press("pageup")
        assert playback.is_on
        await pilot.press("enter")
        assert not playback.is_on
        assert screen.cursor is not None
        await pilot.press("enter", "right", "space", "enter")
        assert screen.cursor.draft.made == ()
        assert screen.cursor.place == 1
        pilot.app.timing.key_pause = 0
        while screen.cursor.chosen() is None:
            await pilot.press("right")
        await pilot.press("enter")
        assert screen.cursor.draft.made != ()


@pytest.mark.parametrize(
    ("key", "does"),
    [
        ("right", lambda screen: screen.cursor.place == 1),
        ("u", lambda screen: isinstance(screen.app.screen, Ask)),
        ("i", lambda screen: screen.frame.seeks_hint or screen.frame.hint is not None),
    ],
)
async def test_the_key_that_skips_what_is_shown_does_what_it_is_for(key, does):
    async with driven(opened_with_its_last_round_shown(key_pause=0)) as pilot:
        screen = table_of(pilot)
        await until(pilot, lambda: screen.frame.phase is Phase.SHOWING)
        assert screen.query_one(KeyLine).plain().split()[:3] == ["any", "key", "skip"]
        await pilot.press(key)
        await until(pilot, lambda: does(screen))
        assert not screen.controller.model.playback.is_on


@pytest.mark.parametrize("key", ["2", "enter", "space", "plus", "x"])
async def test_a_key_that_could_make_a_move_and_one_that_does_nothing_only_skip(key):
    async with driven(opened_with_its_last_round_shown(key_pause=0)) as pilot:
        screen = table_of(pilot)
        await until(pilot, lambda: screen.frame.phase is Phase.SHOWING)
        await pilot.press(key)
        await until(pilot, lambda: screen.cursor is not None)
        assert (screen.cursor.place, screen.cursor.draft.made) == (0, ())
        assert screen.frame.typed == ""


@on_screen("new_game", ALONE, motion="full", pace=60)
async def test_a_take_back_while_the_computer_s_cards_are_shown(pilot):
    table = await my_turn(pilot)
    hand = table.cursor.cards
    await lay(pilot, table, next(game_of(table).view(0).legal()))
    await until(pilot, lambda: table.controller.model.playback.is_on)
    table.controller.take_back()
    await pilot.pause()
    assert (await my_turn(pilot)).cursor.cards == hand


async def test_a_player_the_program_does_not_know_is_named():
    path, _ = game_in_play(("human", "oracle"), 7)
    async with driven(program("open_game", path)) as pilot:
        screen = table_of(pilot)
        await until(pilot, lambda: "oracle, which is not known here" in screen.said())


@on_screen("new_game", SHARED)
async def test_ctrl_z_keeps_the_cards_laid_and_lets_the_curtain_fall_once(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter")
    table = await my_turn(pilot)
    await pilot.press("enter")
    laid = table.cursor.draft.made
    pilot.app.app_resume_signal.publish(pilot.app)
    pilot.app.app_resume_signal.publish(pilot.app)
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    assert "Zoé, it is your turn." in shown(pilot.app)
    assert sum(isinstance(screen, CurtainScreen) for screen in pilot.app.screen_stack) == 1
    await pilot.press("enter")
    assert table.cursor.draft.made == laid


async def test_the_cards_of_a_begun_turn_are_found_again_and_can_be_taken_back():
    async with driven(program("new_game", ALONE)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("enter", "right", "enter")
        made = table.cursor.draft.made
        assert len(made) == 2
        await pilot.press("q")
        await home_is_known(pilot)
        await pilot.press("enter")
        table = await my_turn(pilot)
        assert table.cursor.draft.made == made
        await pilot.press("backspace", "backspace")
        assert table.cursor.draft.made == ()
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        await pilot.press("enter")
        assert (await my_turn(pilot)).cursor.draft.made == ()
    (saved,) = Store().folder.glob("*.json")
    assert "draft" not in json.loads(saved.read_bytes())


@on_screen("new_game", SHARED)
async def test_behind_the_curtain_only_who_began_a_turn_finds_it_again(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter")
    table = await my_turn(pilot)
    await pilot.press("enter")
    made = table.cursor.draft.made
    await pilot.press("q")
    await until(pilot, lambda: isinstance(pilot.app.screen, Home))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    assert str(made[0]) not in shown(pilot.app)
    await pilot.press("q")  # before the curtain is lifted
    await until(pilot, lambda: isinstance(pilot.app.screen, Home))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
    await pilot.press("enter")
    table = await my_turn(pilot)
    assert table.cursor.draft.made == made


@pytest.mark.parametrize(
    "draft",
    [
        {"seat": 0, "at": 7, "steps": ["02^"]},
        {"seat": 0, "at": 7, "steps": ["15^", "15^"]},
        {"seat": 0, "at": 7, "steps": ["hello"]},
        {"seat": 0, "at": 5, "steps": ["15^"]},
        {"seat": 9, "at": 7, "steps": ["15^"]},
    ],
)
async def test_a_draft_that_does_not_fit_is_dropped(draft):
    path, table = game_in_play(("human", "greedy"), 6)
    assert len(table.plays) == 7
    document = json.loads(path.read_bytes())
    path.write_text(json.dumps({**document, "draft": draft}))
    async with driven(program("open_game", path)) as pilot:
        table = await my_turn(pilot)
        assert table.cursor.draft.made == ()
    assert "draft" not in json.loads(path.read_bytes())


async def test_a_game_of_a_row_that_is_left_keeps_its_number_and_the_score():
    row = Series(duel_setup(("human", "greedy"), first="north", games=5), 3, (1, 1))
    async with driven(program("new_game", row)) as pilot:
        await my_turn(pilot)
        assert "Game 3 of 5, 1-1" in shown(pilot.app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        await pilot.press("enter")
        table = await my_turn(pilot)
        assert "Game 3 of 5, 1-1" in shown(pilot.app)
        table.client.resign(0)
        await until(pilot, lambda: "Game 3 of 5, 1-2" in shown(pilot.app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: "Game 4 of 5, 1-2" in shown(pilot.app))
