"""Hints at the table: asked for once, marked above the hand, kept in the record, gone in time."""

from __future__ import annotations

import threading

import pytest
from duels import deal_from, view_of
from pilots import driven, game_of, my_turn, on_screen, program, shown, table_of, until
from setups import ALONE, KEPT, duel_setup

from engine.duel.game import Duel
from engine.duel.hints import explain
from engine.duel.moves import Turn, parse_turn
from engine.duel.rules import Tops
from engine.game import Hint
from engine.table import Event, EventKind
from play.games.duel.controls import HandCursor
from play.setup import Series
from saves.store import Store, inspect_file
from tui.screens.menu import NumberedMoves
from tui.screens.table import TableScreen
from tui.screens.waiting import CurtainScreen
from tui.table.message_line import fitting

SHARED = Series(duel_setup(("human", "human"), ("Zoé", "Max"), first="north"))
DEAL = deal_from([15, 20, 23, 32, 41, 48, 31, 33], [3, 12, 17, 19, 28, 39, 22, 36, 46, 59])
TURN = "15^ 23^ 48v"
OTHER = "15^ 48v"
SHOWN = "15▲ 23▲ 48▼"
ALL = {15: "1▲", 23: "2▲", 48: "3▼", "End": "4"}


class Adviser:
    """Gives the hints in place of the strongest player; may be held up."""

    def __init__(self) -> None:
        self.asked = 0
        self.turn = TURN
        self.free = threading.Event()
        self.free.set()

    def hint(self, view, stop) -> Hint:
        self.asked += 1
        assert self.free.wait(30)
        turn = parse_turn(self.turn)
        return Hint(turn, explain(view, turn), (parse_turn(OTHER),))


@pytest.fixture
def adviser(monkeypatch) -> Adviser:
    adviser = Adviser()
    monkeypatch.setattr(Duel, "hint", adviser.hint)
    return adviser


async def hinted(pilot) -> TableScreen:
    table = await my_turn(pilot)
    await pilot.press("i")
    await until(pilot, lambda: table.said().startswith("Hint"))
    return table


async def late(pilot, adviser: Adviser) -> None:
    """Let a hint that was thought about come now."""
    adviser.free.set()
    for thread in threading.enumerate():
        if thread.name == "thinking":
            thread.join()
    await pilot.pause()
    await pilot.pause()


def above(table: TableScreen) -> dict[object, str]:
    """Return what stands above the cards and above the stop that ends the turn."""
    row = table.scene.hand.plain().split("\n")[0]
    places = [*table.cursor.cards, *[None] * (6 - len(table.cursor.cards))]
    marks = {card: row[1 + 7 * at : 8 + 7 * at].strip() for at, card in enumerate(places)}
    marks["End"] = row[44:].strip()
    return {what: mark for what, mark in marks.items() if mark}


def hints(table: TableScreen) -> list[Event]:
    return [event for event in game_of(table).events if event.kind is EventKind.HINT]


@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_is_said_and_marked_above_the_hand_and_moves_nothing_else(pilot, adviser):
    table = await my_turn(pilot)
    assert above(table) == {}
    before = shown(pilot.app).split("\n")
    await hinted(pilot)
    assert above(table) == ALL
    assert table.said().startswith(f"Hint: {SHOWN} - ")
    after = shown(pilot.app).split("\n")
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 3
    assert "! play hint" in after[-1]
    await pilot.press("right")
    assert table.said() == "20 on your ascending pile: costs 19. Also: ▼ +40."
    assert above(table) == ALL


async def test_a_hint_is_thought_about_and_noted_once_a_turn_and_kept_in_the_file(adviser):
    async with driven(program("new_game", KEPT, DEAL)) as pilot:
        table = await hinted(pilot)
        words = table.said()
        await pilot.press("right", "i")
        assert table.said() == words
        assert adviser.asked == 1
        assert hints(table) == [Event(EventKind.HINT, 1, 0, text=TURN)]
        await pilot.press("q")
    (saved,) = map(inspect_file, Store().paths())
    assert saved.record.table.events == [Event(EventKind.HINT, 1, 0, text=TURN)]


@on_screen("new_game", KEPT, DEAL)
async def test_a_hint_asked_for_again_after_leaving_is_not_noted_again(pilot, adviser):
    await hinted(pilot)
    await pilot.press("q")
    await pilot.press("enter")
    table = await hinted(pilot)
    assert adviser.asked == 2
    assert len(hints(table)) == 1


@on_screen("new_game", ALONE, DEAL)
async def test_the_cursor_aims_where_the_hint_says_when_it_comes_to_its_card(pilot, adviser):
    adviser.turn = "48^ 15v"
    table = await hinted(pilot)
    await pilot.press("4", "8")
    assert str(table.cursor.chosen()) == "48^"
    await pilot.press("down")
    assert str(table.cursor.chosen()) == "48v"
    await pilot.press("up", "enter")
    assert above(table) == {15: "1▼", "End": "2"}
    await pilot.press("1", "5")
    assert str(table.cursor.chosen()) == "15v"


@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_in_the_middle_of_a_turn_says_what_is_left_of_it(pilot, adviser):
    table = await my_turn(pilot)
    await pilot.press("4", "8", "enter")  # in another order than the hint
    await hinted(pilot)
    assert table.said().startswith(f"Hint: {SHOWN} - ")
    assert above(table) == {15: "1▲", 23: "2▲", "End": "3"}
    await pilot.press("1", "5", "enter", "2", "3", "enter")
    assert above(table) == {"End": "1"}
    await pilot.press("i")
    assert table.said() == "Hint: end the turn here."
    assert adviser.asked == 1


@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_that_the_cards_laid_do_not_lead_to_says_so(pilot, adviser):
    table = await my_turn(pilot)
    await pilot.press("2", "3", "enter")  # 15 no longer fits
    await hinted(pilot)
    assert table.said().startswith(f"Hint (take your cards back first): {SHOWN} - ")
    assert above(table) == {}
    await pilot.press("backspace")
    assert above(table) == ALL


@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_is_gone_with_its_turn_and_after_a_take_back(pilot, adviser):
    adviser.turn = "32^ 41^"
    table = await hinted(pilot)
    await pilot.press("enter", "enter", "space")
    await until(pilot, lambda: len(game_of(table).plays) == 3 and table.cursor is not None)
    assert above(table) == {}
    assert "Hint" not in shown(pilot.app)
    await hinted(pilot)
    assert above(table) == {32: "1▲", 41: "2▲", "End": "3"}
    await pilot.press("u", "enter")
    await until(pilot, lambda: len(game_of(table).plays) == 1 and table.cursor is not None)
    assert above(table) == {}
    assert "Hint" not in shown(pilot.app)


async def test_after_the_curtain_nothing_is_left_of_the_other_player_s_hint(adviser):
    def above_nothing(table) -> bool:
        return not table.scene.hand.plain().split("\n")[0].strip()

    async with driven(program("new_game", SHARED, DEAL)) as pilot:
        await pilot.press("enter")
        table = await hinted(pilot)
        assert table.seat == 0
        pilot.app.app_resume_signal.publish(pilot.app)
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        await pilot.press("enter")
        assert table.seat == 0
        assert above(table) == {}
        assert "Hint" not in shown(pilot.app)
        await hinted(pilot)
        await pilot.press("enter", "enter", "space")
        assert above_nothing(table)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CurtainScreen))
        assert "Hint" not in shown(pilot.app)
        await pilot.press("enter")
        assert table.seat == 1
        assert above(table) == {}
        assert "Hint" not in shown(pilot.app)


@pytest.mark.parametrize("keys", [("right",), ("2",), ("x",), ("colon", "escape"), ("m", "q")])
@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_that_comes_after_another_key_is_dropped(pilot, adviser, keys):
    adviser.free.clear()
    table = await my_turn(pilot)
    await pilot.press("i")
    assert table.said() == "Looking for a hint."
    await pilot.press("i")
    assert table.said() == "Looking for a hint."
    await pilot.press(*keys)
    assert table.said() != "Looking for a hint."
    await late(pilot, adviser)
    assert adviser.asked == 1
    assert above(table) == {}
    assert "Hint" not in shown(pilot.app)
    assert hints(table) == []
    await hinted(pilot)


@pytest.mark.parametrize("leave", ["q", "take back"])
@on_screen("new_game", ALONE, DEAL)
async def test_a_hint_for_a_turn_that_is_no_more_is_dropped(pilot, adviser, leave):
    table = await my_turn(pilot)
    await pilot.press("enter", "enter", "space")
    await until(pilot, lambda: len(game_of(table).plays) == 3 and table.cursor is not None)
    adviser.free.clear()
    table.controller.seek_hint()
    if leave == "take back":
        table.controller.take_back()
    else:
        table.do_quit()
    await late(pilot, adviser)
    assert hints(table) == []
    assert "Hint" not in shown(pilot.app)


@on_screen("new_game", SHARED, DEAL)
async def test_a_hint_that_comes_behind_the_curtain_is_dropped(pilot, adviser):
    await pilot.press("enter")
    table = await my_turn(pilot)
    adviser.free.clear()
    await pilot.press("i")
    table.controller.look_away()
    await late(pilot, adviser)
    assert hints(table) == []
    await pilot.press("enter")
    assert "Hint" not in shown(pilot.app)


async def test_there_is_no_hint_while_another_player_is_to_move(adviser):
    both = Series(duel_setup(("greedy", "greedy"), first="north"))
    async with driven(program("new_game", both, pace=60)) as pilot:
        table = table_of(pilot)
        await pilot.press("p", "i")
        assert "Paused" in table.said()
        assert table.refusal("hint") == ""
        assert "hint" not in table.offered()
        assert "hint" not in table.menu_actions()
        assert adviser.asked == 0


@pytest.mark.parametrize(
    ("laid", "left"),
    [("", "30^ 20^ 50v"), ("50v", "30^ 20^"), ("30^ 50v", "20^"), ("20^", None), ("40^", None)],
)
def test_what_is_left_of_a_turn_ends_as_the_turn_does(laid, left):
    cursor = HandCursor(view_of({20, 30, 40, 50}, Tops(15, 60, 1, 60)).draft())
    for step in laid.split():
        cursor = cursor.on_card(int(step[:2])).aimed_at(parse_turn(step).lays[0]).laid()
    rest = cursor.steps_to(parse_turn("30^ 20^ 50v"))
    assert (rest and str(Turn(rest))) == left


def test_of_the_reasons_those_are_said_that_have_room():
    words = ("Hint: {turn} - {reasons}", TURN, ["jump back", "costs only 3"])
    assert fitting(*words, 78) == f"Hint: {TURN} - jump back, costs only 3"
    assert fitting(*words, 40) == f"Hint: {TURN} - jump back"
    assert fitting(*words, 10) == f"Hint: {TURN} - jump back"
    longer = (*words[:2], ["leaves somebody no jump", "jump back"], 40)
    assert fitting(*longer) == f"Hint: {TURN} - jump back"
    assert fitting(*words[:2], [], 40) == f"Hint: {TURN}"


@on_screen("new_game", ALONE, DEAL)
async def test_one_key_plays_the_hint_as_it_is(pilot, adviser):
    table = await my_turn(pilot)
    await pilot.press("exclamation_mark")
    assert len(game_of(table).plays) == 1
    assert "! plays a hint; i gives one." in shown(pilot.app)
    await hinted(pilot)
    await pilot.press("exclamation_mark")
    await until(pilot, lambda: len(game_of(table).plays) > 1)
    assert game_of(table).move_text(1) == TURN


@pytest.mark.parametrize(("key", "turn"), [("2", OTHER), ("é", OTHER), ("enter", TURN)])
async def test_a_move_is_chosen_from_a_numbered_list_by_its_digit_or_with_enter(adviser, key, turn):
    async with driven(program("new_game", ALONE, DEAL)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("I")
        await until(pilot, lambda: isinstance(pilot.app.screen, NumberedMoves))
        assert "1  15▲ 23▲ 48▼" in shown(pilot.app)
        assert "2  15▲ 48▼" in shown(pilot.app)
        await pilot.press("9", key)
        await until(pilot, lambda: len(game_of(table).plays) > 1)
        assert game_of(table).move_text(1) == turn
        assert len(hints(table)) == 1
