"""The toy game at the table: four seats, a choice by all at once, lots, a race, teams."""

from __future__ import annotations

import pytest
from far_host import Server, far
from pilots import driven, game_of, on_screen, program, set_pace, shown, table_of, until
from toy_game import new_table
from toy_moves import ToyOptions, ToyReason

from engine.game import Outcome
from play.frame import Phase
from play.setup import Series, Setup
from tui.games.catalogue import scene_of
from tui.screens.menu import Ask
from tui.screens.table import TableScreen, table_screen
from tui.screens.waiting import CurtainScreen
from words.glyphs import UNICODE

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("North", "East", "South", "West")
PEOPLE = ("human",) * 4
MIXED = ("human", "random", "human", "random")
ALONE = ("human", "random", "saver", "random")
COMPUTERS = ("random", "saver", "random", "saver")


async def settled(pilot) -> TableScreen:
    """Wait until somebody here is asked, or nobody ever is."""
    await until(pilot, lambda: any(isinstance(s, TableScreen) for s in pilot.app.screen_stack))
    table = table_of(pilot)
    await until(pilot, lambda: table.frame.phase in (Phase.CURTAIN, Phase.TURN, Phase.OVER))
    await pilot.pause()
    return table


def show(table, **settings):
    return program("branch", table, **settings)


@pytest.mark.parametrize("teams", [False, True])
async def test_four_people_choose_one_after_the_other_behind_the_curtain(teams):
    options = ToyOptions(rounds=1, teams=teams)
    async with driven(show(new_table(options, seed=4, kinds=PEOPLE))) as pilot:
        table = await settled(pilot)
        seen = []
        while not game_of(table).outcome:
            if isinstance(pilot.app.screen, CurtainScreen):
                words, seat = shown(pilot.app), table.frame.curtain.comes
                assert f"{NAMES[seat]}, it is your turn." in words
                others = ", ".join(name for name in NAMES if name != NAMES[seat])
                assert f"{others}, please look away." in words
                assert "hand" not in words
                seen.append(seat)
                await pilot.press("enter")
            table = await settled(pilot)
            if table.frame.phase is Phase.TURN:
                seat = table.seat
                hands = table.frame.view.hands
                assert [hand is not None for hand in hands] == [at == seat for at in range(4)]
                await pilot.press("right", "left", "enter", "space")
                await settled(pilot)
        assert seen[:4] == [0, 1, 2, 3]
        assert table.said().endswith("all rounds are played.")


@on_screen("branch", new_table(seed=4, kinds=ALONE))
async def test_the_actions_of_a_game_are_its_keys_and_stand_on_key_line_menu_help_and_palette(
    pilot,
):
    table = await settled(pilot)
    assert "l" in table.actions["right"].keys
    assert "Enter choose" in shown(pilot.app)
    await pilot.press("ctrl+p")
    assert "Choose the card." in shown(pilot.app)
    await pilot.press("escape")
    await pilot.press("question_mark")
    assert "Go to the previous card." in shown(pilot.app)
    await pilot.press("escape", "m")
    assert "Choose    Enter" in shown(pilot.app)
    await pilot.press("escape")


@on_screen("branch", new_table(seed=4, kinds=COMPUTERS), pace=60)
async def test_computers_alone_play_to_the_end_and_can_be_looked_at_from_every_seat(pilot):
    table = table_of(pilot)
    await pilot.press("p")
    assert table.seat == 0
    for seat in (1, 2, 3, 0):
        await pilot.press("f")
        assert table.seat == seat
        assert f"you are {NAMES[seat]}" in shown(pilot.app)
    set_pace(table, 0.01)
    await pilot.press("p")
    await until(pilot, lambda: game_of(table).outcome is not None)
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, Ask)


async def test_a_spectator_far_away_sees_what_everybody_may_see_and_nothing_else():
    server = Server(new_table(seed=4, kinds=COMPUTERS))
    async with driven(program()) as pilot:
        screen = table_screen(
            scene_of("toy", UNICODE), far(server, frozenset()), None, pilot.app.timing
        )
        pilot.app.push_screen(screen)
        await pilot.pause()
        assert (
            screen.refusal("pause") == screen.refusal("step") == screen.refusal("take_back") == ""
        )
        while not server.table.outcome:
            seat = server.table.to_move[0]
            server.table.play(seat, next(server.table.view(seat).legal()))
            await pilot.pause()
            assert screen.frame.view == server.table.view(None)
            if not server.table.outcome:
                assert screen.frame.view.hands == (None,) * 4
        assert "all rounds are played" in screen.said()
    for seat, hand in enumerate(first_hands(server.table)):
        assert f"deal {' '.join(map(str, hand))}" not in server.sent.split('"outcome":{')[0], seat


def first_hands(table):
    return [table.view_at(1, seat).hands[seat] for seat in range(4)]


def test_the_score_of_games_in_a_row_counts_by_side():
    setup = Setup("toy", PEOPLE, NAMES, "", 3, (("players", 4), ("teams", True), ("rounds", 1)))
    first = Series(setup, 1)
    second = first.after(Outcome((1, 3), ToyReason.ROUNDS), began=0)
    assert (second.number, second.score) == (2, (0, 1))
    third = second.after(Outcome((0, 1, 2, 3), ToyReason.ROUNDS), began=1)
    assert (third.number, third.score) == (3, (1, 2))
    alone = Series(setup.with_option("teams", False), 1)
    assert alone.after(Outcome((2,), ToyReason.ROUNDS), began=0).score == (0, 0, 1, 0)


@on_screen("branch", new_table(ToyOptions(rounds=1), seed=4, kinds=MIXED), motion="full")
async def test_no_curtain_falls_before_what_was_played_is_shown(pilot):
    table = table_of(pilot)
    shown_at = []
    changed = table.controller.changed

    def note():
        frame = table.frame
        if frame.phase is Phase.CURTAIN:
            shown_at.append(table.controller.model.playback.is_on)
        changed()

    table.controller.changed = note
    while not game_of(table).outcome:
        await until(pilot, lambda: table.frame.phase in (Phase.CURTAIN, Phase.TURN, Phase.OVER))
        await pilot.press("enter", "space")
    assert shown_at
    assert not any(shown_at)
