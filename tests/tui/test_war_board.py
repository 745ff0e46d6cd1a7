"""Bataille: its table in lines in windows of any size, and whole games played by keys."""

from __future__ import annotations

import re

import pytest
from pilots import driven, game_of, program, set_pace, shown, until
from wars import dealt, fought, moved, new_table, play_on

from engine.war.game import WAR
from engine.war.history import duel_shown, past_turns
from engine.war.options import WarOptions
from play.frame import Phase
from tui.games.war import rail
from tui.games.war.board import board
from tui.games.war.layout import CIRCLES, layout_for
from tui.games.war.scene import plain_names, short_names
from tui.screens.table import TableScreen
from tui.themes import Depth, set_palette
from words.glyphs import ASCII, UNICODE

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
WINDOWS = [(40, 18), (60, 18), (80, 22), (120, 38), (200, 58)]


def text_of(lines) -> list[str]:
    return ["".join(part.text for part in line).rstrip() for line in lines]


def drawn(state, size=(80, 22), glyphs=UNICODE, names=NAMES, mine=None) -> str:
    view = state.view(None)
    return "\n".join(text_of(board(view, names, layout_for(*size), glyphs, mine)))


def test_the_seats_go_round_the_table_clockwise():
    for players, circle in CIRCLES.items():
        assert len(circle) == players
        assert max(circle) < 8
        first, last = circle[0], circle[-1]
        turned = (*circle[circle.index(min(circle)) :], *circle[: circle.index(min(circle))])
        assert list(turned) == sorted(turned) or players == 2, (first, last)


@pytest.mark.parametrize("size", WINDOWS, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_ones_own_pile_is_below_and_marked(size, players):
    state = new_table(WarOptions(players, 6), 5).state
    for mine in range(players):
        lines = drawn(state, size, mine=mine).splitlines()
        (row,) = (y for y, line in enumerate(lines) if f"{NAMES[mine]} you" in line)
        assert row == max(spot.y for spot in layout_for(*size).spots(players, mine))
    assert "you" not in drawn(state, size)


def test_the_name_of_ones_own_seat_is_whole_in_a_narrow_window():
    shown = drawn(new_table(WarOptions(4), 5).state, (40, 18), names=["Player 1"] * 4, mine=2)
    assert "Player 1 you" in shown


@pytest.mark.parametrize("size", WINDOWS, ids=str)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_name_pile_and_card_has_room(size, players):
    state = play_on(new_table(WarOptions(players, 6), 5), 3).state
    shown = drawn(state, size)
    lines = shown.splitlines()
    assert all(len(line) <= layout_for(*size).room[0] for line in lines)
    assert len(lines) <= size[1]
    for name in NAMES[:players]:
        assert name in shown
    for seat, count in enumerate(state.view(None).piles):
        spot = layout_for(*size).spots(players)[seat]
        pile = " ".join(line[spot.x : spot.x + 18] for line in lines[spot.y : spot.y + 5])
        assert str(count) in pile, (seat, count)


def test_a_pile_is_as_deep_as_it_is_and_six_at_most():
    for cards, strips in ((1, 0), (2, 1), (6, 5), (20, 5)):
        lines = drawn(new_table(WarOptions(2, cards), 1).state).splitlines()
        assert sum(line.count("▗" * strips + "▗▄▄▄▖") for line in lines) == 2, cards
        assert not any("▗" * (strips + 2) + "▄" in line for line in lines)


def test_the_challenger_to_come_has_a_sign_and_who_is_out_stays():
    shown = drawn(fought(dealt("2C / 3D / 4H")))
    assert "▸ Bo" in shown
    assert "Ana out" in shown
    assert "╌╌╌" in shown


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_ones_own_place_is_marked_beside_out(size):
    ana = drawn(fought(dealt("2C / 3D / 4H")), size, mine=0)
    assert re.search(r"Ana you +out|Ana you.*\n.* out", ana)


@pytest.mark.parametrize(
    ("piles", "sign", "words"),
    [
        ("AC 2C / KD 3C", ">", "Ana takes 2 cards"),
        ("2C AC / KD 3C", "<", "Bo takes 2 cards"),
        ("KC 2C / KD 3C", "=", "Equal: once more"),
    ],
)
def test_a_sign_stands_between_the_two_cards(piles, sign, words):
    shown = drawn(moved(dealt(piles), "turn"), (60, 18))
    assert f" {sign} " in shown
    assert words in shown


def test_the_cards_of_a_tie_are_told_below_those_that_decide_it():
    shown = drawn(moved(dealt("KC 2C 4C / KD 3C 5C"), "turn", "turn"))
    assert "after K♣=K♦" in shown
    assert "Bo takes 4 cards" in shown


def test_a_duel_stays_in_sight_until_the_next_cards_are_turned():
    before = moved(dealt("AC 2C / KD 3C"), "turn")
    after = moved(before, "shuffle AC KD")
    assert duel_shown(after.view(0)) == duel_shown(before.view(0))
    assert duel_shown(dealt("AC / KD").view(0)) is None
    assert duel_shown(moved(after, "turn").view(0))[0].number == 2


def test_the_last_turns_are_read_from_the_end_of_the_log():
    table = play_on(new_table(WarOptions(3, 10), 5), 60)
    view = table.view(None)
    every = past_turns(view, 1000)
    assert len(every) == table.turns
    assert past_turns(view, 0) == []
    for count in (1, 2, 7):
        assert past_turns(view, count) == every[-count:]
    for upto in (0, 1, 5, 40):
        made = [turn for turn in every if turn.ply < upto]
        assert past_turns(view, 4, upto) == made[-4:]
    assert past_turns(table.states[1].view(None), 5) == []


def test_without_colours_and_in_ascii_outlines_tell_the_same():
    set_palette("baize", Depth.NONE)
    state = play_on(new_table(WarOptions(8, 6), 5), 150).state
    assert "║║║║║║" in drawn(state)
    plain = drawn(state, glyphs=ASCII)
    assert plain.isascii()
    assert "######" in plain
    assert "> Bo" in plain


def test_the_rail_tells_turns_and_cards():
    table = play_on(new_table(WarOptions(3, 4), 5), 14)
    view = table.view(None)
    turns = past_turns(view, 6)
    rows = rail.rows(turns, NAMES[:3], 25, UNICODE, table.turns)
    assert [row.turn for row in rows] == [*range(table.turns - 5, table.turns + 1)]
    words = text_of(row.words for row in rows)
    assert words[-1].startswith("▸")
    assert all(len(line) <= 25 for line in words)
    for line, turn in zip(words, turns, strict=True):
        assert ("tie" in line) == (turn.taker is None)
    listed = text_of(rail.cards(view, NAMES[:3], 25, UNICODE))
    assert len(listed) == 5
    counts = [int(line.split()[-1]) for line in listed[2:] if "out" not in line]
    assert counts == sorted(counts, reverse=True)
    narrow = text_of(row.words for row in rail.rows(turns, NAMES[:3], 15, UNICODE, 14))
    assert all(len(line) <= 15 for line in narrow)


def test_seats_that_nobody_has_named_are_numbers_in_a_narrow_list():
    seats = WarOptions(3).seats
    names = plain_names(("Zoé", "Player 2 (random)", "Player 3"), seats)
    assert names == ("Zoé", "Player 2", "Player 3")
    assert short_names(names, seats) == ("Zoé", "2", "3")


def at_table(pilot) -> bool:
    screen = pilot.app.screen
    return isinstance(screen, TableScreen) and screen.frame.phase is Phase.TURN


def of_people(players: int = 3, cards: int = 3, turns: int = 0):
    table = play_on(new_table(WarOptions(players, cards), 5, "human"), turns)
    return program("branch", table)


async def test_a_whole_game_is_played_with_one_key():
    async with driven(of_people(2, 3), (60, 20)) as pilot:
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        keys = iter(["space", "enter"] * 200)
        while table.outcome is None:
            done = table.turns
            await pilot.press(next(keys))
            await until(pilot, lambda done=done: table.turns == done + 1)
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        assert sum(map(len, table.state.piles)) == 6


async def test_end_goes_to_the_end_and_p_plays_by_itself():
    async with driven(of_people(3, 4)) as pilot:
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        set_pace(pilot.app.screen, 0.01)
        await pilot.press("p")
        await until(pilot, lambda: table.turns >= 3)
        await pilot.press("end")
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        words = shown(pilot.app)
        assert re.search(rf"Duels +{table.state.duel.number}\n", words)
        assert "what next" in words


async def test_the_log_is_looked_back_in_and_a_turn_taken_back():
    app = of_people(2, 26, 63)
    table_turns = 63
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(pilot))
        table = game_of(pilot.app.screen)
        await until(pilot, lambda: "▸60" in shown(pilot.app))
        await pilot.press("pageup")
        await until(pilot, lambda: "▸60" not in shown(pilot.app))
        await pilot.press("pagedown")
        await pilot.press("u", "enter")
        await until(pilot, lambda: table.turns == table_turns - 1)


async def test_a_game_is_replayed_turn_by_turn():
    table = play_on(new_table(WarOptions(3, 2), 5))
    assert table.game is WAR
    async with driven(program("replay", table)) as pilot:
        await until(pilot, lambda: "1/" in shown(pilot.app) or "turn" in shown(pilot.app))
        await pilot.press("right", "right")
        await until(pilot, lambda: "Turn 2 of 29" in shown(pilot.app))
        rows = pilot.app.screen.scene.log.plain().splitlines()
        (y,) = [y for y, row in enumerate(rows) if "▸" in row]
        await pilot.click("#log", offset=(3, y + 1))
        await until(pilot, lambda: "Turn 3 of 29" in shown(pilot.app))
        await pilot.press("end")
        await until(pilot, lambda: "Nobody else has a card left." in shown(pilot.app))
        assert f"Player {table.outcome.winners[0] + 1} wins" in shown(pilot.app)
