"""Dame de Pique at the full-screen table, played by keys."""

from __future__ import annotations

import pytest
from games_on_disk import saved_game
from hearts_looks import ALONE, PEOPLE, new_table, play_on, series
from hearts_tables import REFLEX
from pilots import driven, game_of, on_screen, program, settled, shown, table_of, until
from tour import played

from engine.game import CHANCE
from engine.hearts.moves import SLAP, CardPass
from engine.hearts.options import HeartsOptions
from engine.hearts.view import HeartsView
from host.races import Races
from play.frame import Phase
from play.games.hearts.controls import ACTION, MENU
from play.setup import usual_setup
from programs.thinking import Reaction
from saves.reading import read_record
from saves.settings import Settings
from saves.store import Store
from tui.screens.replay import ReplayScreen
from tui.screens.table import TableScreen
from tui.screens.text import TextPageScreen
from tui.screens.waiting import CurtainScreen

PASS = ("enter", "right", "enter", "right", "enter", "enter")
"""Chooses the first three cards and passes them."""
ASKED = (Phase.TURN, Phase.RACE, Phase.ROUND_OVER, Phase.OVER, Phase.CURTAIN)


async def asked(pilot, *phases: Phase) -> TableScreen:
    """Wait until somebody here is asked for something."""
    await until(pilot, lambda: any(isinstance(s, TableScreen) for s in pilot.app.screen_stack))
    table = table_of(pilot)

    def is_so() -> bool:
        is_there = table.frame.phase in (phases or ASKED)
        is_down = isinstance(pilot.app.screen, CurtainScreen)
        return is_there and is_down == (table.frame.phase is Phase.CURTAIN)

    await until(pilot, is_so)
    return table


def standing(is_there, options=HeartsOptions(), kinds=ALONE, seed=3):  # noqa: B008
    """Return the program at a game that was played by lot until a state was reached."""
    return program("branch", play_on(new_table(options, seed, kinds), is_there))


def slapping(state) -> bool:
    return isinstance(state.view(None), HeartsView) and state.view(None).timeout_play is not None


@on_screen("new_game", series())
async def test_three_cards_are_chosen_kept_and_passed_then_a_trick_is_played(pilot):
    table = await asked(pilot, Phase.TURN)
    first = table.cursor.cards[0]
    await pilot.press("enter")
    assert table.cursor.draft.made == (first,)
    assert table.said().endswith("goes to West; Enter keeps it.")
    await pilot.press("enter")
    assert table.cursor.draft.made == ()
    await pilot.press("space")
    assert table.said() == "Three cards are passed, not 0."
    await pilot.press(*PASS[:5])
    assert table.cursor.place == ACTION
    await pilot.press("backspace")
    assert (len(table.cursor.draft.made), table.cursor.place) == (2, 2)
    await pilot.press("enter")
    chosen = table.cursor.draft.chosen
    await pilot.press("space")
    await until(pilot, lambda: game_of(table).state.leader is not None)
    mine = [play.move for play in game_of(table).plays if play.seat == 0]
    assert mine[0] == CardPass(chosen)
    await asked(pilot, Phase.TURN)
    view = table.frame.view
    flat = [at for at, card in enumerate(table.cursor.cards) if not view.playable >> card & 1]
    assert "d last trick" not in shown(pilot.app)
    await pilot.press("d")
    assert "No trick has been taken yet." in shown(pilot.app)
    if flat:
        table.controller.put(table.cursor.at(flat[0]))
        await pilot.press("enter")
        assert table.frame.view.table == view.table
    await pilot.press("tab")
    card = table.cursor.card
    assert view.playable >> card & 1
    await pilot.press("enter")
    await until(pilot, lambda: any(p == (0, card) for p in game_of(table).plays))
    await asked(pilot, Phase.TURN)
    await pilot.press("d")
    assert isinstance(pilot.app.screen, TextPageScreen)
    assert "led" in shown(pilot.app)
    await pilot.press("q", "S")
    assert "so far" in shown(pilot.app)
    await pilot.press("q")


async def test_a_card_is_clicked_once_to_go_there_and_twice_to_play_it():
    async with driven(standing(lambda state: state.tricks and state.to_move == (0,))) as pilot:
        table = await asked(pilot, Phase.TURN)
        scene, view = table.scene, table.frame.view
        where = scene.table.places
        place = next(at for at, one in enumerate(table.cursor.cards) if view.playable >> one & 1)
        card = table.cursor.cards[place]
        spot = (where.left + place * where.sizes.step + 1, 2)
        table.controller.put(table.cursor.at(MENU))
        await pilot.click(scene.hand, offset=spot)
        assert table.cursor.card == card
        await pilot.click(scene.hand, offset=spot)
        await until(pilot, lambda: any(p == (0, card) for p in game_of(table).plays))


async def test_one_person_slaps_by_space_while_the_computer_takes_its_time(monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3600)
    app = standing(slapping, REFLEX)
    monkeypatch.setattr(Reaction, "milliseconds", range(3_600_000, 3_600_001))
    async with driven(app) as pilot:
        table = await asked(pilot, Phase.TURN)
        assert "SLAP!  Space" in shown(pilot.app)
        before = len(game_of(table).plays)
        await pilot.press("space")
        await until(pilot, lambda: len(game_of(table).plays) > before)
        assert game_of(table).plays[before] == (0, SLAP)
        await until(pilot, lambda: "1st Zoé" in shown(pilot.app))


async def test_nobody_has_to_be_fast_where_lots_decide_the_slaps():
    async with driven(standing(slapping, REFLEX)) as pilot:
        pilot.app.settings.now = Settings(slap="off")
        table = await asked(pilot, Phase.TURN)
        table.client.stop_thinking()  # the race begins anew
        tricks = len(game_of(table).state.tricks)
        await until(pilot, lambda: len(game_of(table).state.tricks) > tricks)
        plays = game_of(table).plays[-4:]
        assert sorted(plays) == [(seat, SLAP) for seat in range(4)]


async def test_people_slap_by_their_keys_with_all_hands_covered_and_then_look_away(monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3600)
    async with driven(
        standing(lambda s: slapping(s) and len(s.tricks) < 9, REFLEX, PEOPLE)
    ) as pilot:
        table = await asked(pilot, Phase.CURTAIN, Phase.RACE)
        assert table.frame.phase is Phase.RACE
        assert table.frame.view == game_of(table).view(None)
        assert "SLAP!  [1]Zoé [2]Ana [3]Bo [4]Cleo" in shown(pilot.app)
        assert "[1] Zoé, [2] Ana, [3] Bo, [4] Cleo" in table.said()
        before = len(game_of(table).plays)
        await pilot.press("3", "3", "5", "1")
        await until(pilot, lambda: len(game_of(table).plays) == before + 2)
        await until(pilot, lambda: "1st Bo, 2nd Zoé" in shown(pilot.app))
        assert table.frame.phase is Phase.RACE
        await pilot.press("4", "2")
        await until(pilot, lambda: len(game_of(table).plays) == before + 4)
        assert [play.seat for play in game_of(table).plays[before:]] == [2, 0, 3, 1]
        assert game_of(table).state.tricks[-1].taker == 1
        table = await asked(pilot, Phase.CURTAIN)
        assert table.frame.curtain.comes == 1
        await pilot.press("enter")
        await asked(pilot, Phase.TURN)
        assert table.frame.view.seat == table.seat == 1


@on_screen("new_game", series(PEOPLE))
async def test_four_people_pass_one_after_the_other_behind_the_curtain(pilot):
    seen = []
    while game_of(await asked(pilot)).state.leader is None:
        table = await asked(pilot)
        if table.frame.phase is Phase.CURTAIN:
            assert "♣" not in shown(pilot.app)
            await pilot.press("enter")
            table = await asked(pilot, Phase.TURN)
        seen.append(table.seat)
        known = [table.frame.view.known[seat].bit_count() for seat in range(4)]
        assert [count == 13 for count in known] == [seat == table.seat for seat in range(4)]
        await pilot.press(*PASS)
    assert seen == [0, 1, 2, 3]


async def test_a_round_that_is_over_is_looked_at_before_the_next_one():
    async with driven(
        standing(lambda state: len(state.tricks) > 11 and state.to_move == (0,))
    ) as pilot:
        table = await asked(pilot, Phase.TURN)
        while table.frame.phase is Phase.TURN:
            before = len(game_of(table).plays)
            await pilot.press("enter")
            await until(pilot, lambda before=before: len(game_of(table).plays) > before)
            await asked(pilot, Phase.TURN, Phase.ROUND_OVER)
        assert table.said().startswith("Round 1:")
        assert "round total" in shown(pilot.app)
        assert "13 cards" not in shown(pilot.app)
        await pilot.press("enter")
        await asked(pilot, Phase.TURN)
        assert table.cursor.is_passing


@pytest.mark.parametrize("kinds", [ALONE, PEOPLE], ids=["alone", "four people"])
@pytest.mark.parametrize("at", ["pass", "trick", "slap"])
async def test_a_game_is_resumed_in_the_middle_of_a_pass_a_trick_and_a_slap(at, kinds, monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3600)
    there = {
        "pass": lambda state: state.passes[0] == 0 and state.passes[1] != 0,
        "trick": lambda state: len(state.table) == 2 and state.to_move == (0,),
        "slap": lambda state: slapping(state) and len(state.slaps) == 1,
    }[at]
    table = new_table(REFLEX, 3, kinds)
    if at == "pass":
        seat = table.to_move[1]
        table.play(seat, next(table.view(seat).legal()))
    begun = play_on(table, there)
    path, _ = saved_game(Store().folder, begun)
    count = len(begun.plays)
    async with driven(program("open_game", path)) as pilot:
        table = await asked(pilot, Phase.TURN, Phase.CURTAIN, Phase.RACE)
        assert (table.frame.phase is Phase.RACE) == (at == "slap" and kinds == PEOPLE)
        if table.frame.phase is Phase.CURTAIN:
            await pilot.press("enter")
            await asked(pilot, Phase.TURN)
        keys = {"pass": PASS, "trick": ("enter",), "slap": ("space", "1", "2")}[at]
        await pilot.press(*keys)
        await until(pilot, lambda: len(game_of(table).plays) > count)
    assert len(read_record(path.read_bytes()).table.plays) > count


async def test_the_game_is_replayed_and_branched_from():
    finished = play_on(new_table(kinds=PEOPLE), lambda state: False)
    async with driven(program("replay", finished)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        turns = sum(play.seat != CHANCE for play in finished.plays)
        assert screen.replay.turns == turns
        assert "round 1, pass" in shown(pilot.app)
        await pilot.press(*["right"] * 12)
        assert "Round 1, trick 2" in shown(pilot.app)
        assert "round 1, trick 2" in shown(pilot.app)
        await pilot.press("end")
        await until(pilot, lambda: "100 points are reached" in shown(pilot.app))
        await pilot.press("home", "right", "right", "b", "enter")
        table = await asked(pilot, Phase.CURTAIN)
        assert len(game_of(table).to_move) == 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"slap": "reflex"}, {"joker": False, "sums": False}])
@pytest.mark.parametrize("kinds", [ALONE, PEOPLE], ids=["alone", "four people"])
async def test_a_whole_game_is_played_by_keys(options, kinds):
    async with driven(program("new_game", series(kinds, **options))) as pilot:
        table = await asked(pilot)
        while table.frame.phase is not Phase.OVER:
            frame = table.frame
            if frame.phase in (Phase.CURTAIN, Phase.ROUND_OVER):
                await pilot.press("enter")
            elif frame.phase is Phase.RACE:
                await pilot.press("1", "2", "3", "4")
            elif frame.cursor.is_passing:
                await pilot.press(*PASS)
            else:
                await pilot.press("space" if frame.cursor.is_slapping else "enter")
            await asked(pilot)
        assert "100 points are reached" in shown(pilot.app)
        await pilot.press("enter")
        assert "Another game" in shown(pilot.app)


async def test_how_the_game_ended_has_the_lines_of_the_hand_and_gives_them_back():
    over = played(usual_setup("hearts"), 5)
    async with driven(program("replay", over)) as pilot:
        screen = pilot.app.screen
        for action, is_over in (("last", True), ("first", False), ("last", True)):
            screen.action_run(action)
            await settled()
            trick, hand = screen.query_one("#trick"), screen.query_one("#hand")
            assert bool(hand.size.height) != is_over
            assert len(trick.lines) <= trick.size.height
