"""Views as JSON: every view of every game reads back exactly, and nothing else is a view."""

from __future__ import annotations

import json

import pytest
from every_game import DUEL, HEARTS, OPTIONS, TOY, WAR, ZEN, every_game, random_table
from hypothesis import given, settings
from hypothesis import strategies as st
from sent_views import as_sent
from wars import dealt
from zens import play_moves, quiet_game

from engine.game import CHANCE
from engine.zen.options import ZenOptions
from engine.zen.positions import parse_position
from engine.zen.squares import parse_square
from engine.zen.state import ZenState
from net.view_form import read_view, write_view


@every_game
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_view_reads_back_alone_and_from_an_earlier_one(game, data):
    options = data.draw(st.sampled_from(OPTIONS[game]))
    seed, moves = data.draw(st.integers(0, 2**53 - 1)), data.draw(st.integers(0, 300))
    table = random_table(game, options, seed, moves)
    before = data.draw(st.integers(0, len(table.plays)))
    for seat in (*range(len(table.seats)), None):
        view, known = table.view(seat), table.view_at(before, seat)
        assert as_sent(game, view) == view
        assert as_sent(game, view, known) == view
        assert type(as_sent(game, view)) is type(view)


def test_views_of_the_end_of_a_question_and_of_a_piece_in_the_air_read_back():
    silent = parse_position("11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -")
    asked = ZenState.from_position(ZenOptions(1, "hand"), silent)
    asked = play_moves(asked, "F4-H4", "I4-K4", "E7-G5")
    lifted = ZEN.start(ZenOptions(first="black")).view(0).during((parse_square("F11"),))
    ended = random_table(ZEN, ZenOptions(2), 3, 10_000).view(1)
    assert asked.view(0).is_asked
    assert ended.outcome
    for view in (asked.view(0), lifted, ended):
        assert as_sent(ZEN, view) == view


def test_a_view_of_a_long_round_has_all_its_positions():
    state = play_moves(ZEN.start(ZenOptions(first="black")), *quiet_game(100))
    assert len(write_view(ZEN, state.view(0))["past"]) == 100
    assert as_sent(ZEN, state.view(0)) == state.view(0)


def test_a_view_of_a_message_without_a_variant_is_one_of_variant_1():
    options = ZenOptions(1, first="black")
    document = write_view(ZEN, ZEN.start(options).view(0))
    del document["options"]["variant"]
    assert read_view(ZEN, document).options == options


OTHERS = {
    "seat": (9, True, "0", -1),
    "to_move": (3, [9], [-2], [True]),
    "more": (1,),
    "log": (5, [[0]], [[0, 0]], [[0, 9, ""]], [[-1, 0, ""]], [[0, 0, 5]], [[0, 0, ""]]),
    "outcome": ([], {"winners": [0]}, {"winners": [7], "why": "forfeit", "points": []}),
}
"""What no view of any game has in these places."""

DAMAGES = {
    DUEL: {
        "sides": ([], [1, 2], 3),
        "hands": ([[1], None], [[2.0], None], [[3, 2], None], [[10**12], None], [None], ["", ""]),
        "mover": (2,),
    },
    ZEN: {
        "position": ("11 B -", 7),
        "past": ([1], ["11 B -"]),
        "is_echec": (1,),
        "is_asked": ("no",),
        "lifted": ("Z9", 5),
        "options": (
            *(None, {"variant": 9}, {"x": 1}, {"variant": True}),
            {"variant": 1, "announce": "auto", "players": 2.0},
        ),
        "rounds": ([5], [{"winner": "Z", "why": "mat", "points": 0, "position": "x"}]),
        "outcome": (
            {"winners": [0], "why": "luck", "points": []},
            {"winners": [0], "why": "mat", "points": [-1]},
        ),
    },
    HEARTS: {
        "known": (3, ["", "", ""]),
        "table": ("2C 3C 4C 5C 6C", "2C  3C"),
        "joker": ("1D", 3),
        "lacks": (["2C 2C", "", "", ""], ["D C", "", "", ""], ["CD", "", "", ""]),
        "options": ({"joker": 1}, {"cards": 1}, {"values": "ace"}),
        "scores": ([1, 2, 3], [True] * 4),
        "number": (-1, 1.0),
        "tricks": ([{"leader": 0}],),
        "slaps": ([7],),
        "is_broken": (0,),
        "passed": ("3C 2C",),
    },
    WAR: {
        "options": (
            {"players": 9, "cards": 2, "limit": 9},
            {"players": 2, "cards": 2.0, "limit": 9},
            {"players": 2, "colour": 2},
        ),
        "piles": ([1], [1, -1]),
        "duel": (
            {"number": 1, "challenger": 0, "opponent": 1, "turned": [["2C"]]},
            {"number": 1, "challenger": 0, "opponent": 1, "turned": [["2C", "1X"]]},
            {"number": 1, "challenger": 0, "opponent": 2, "turned": []},
            [],
        ),
        "taker": (7,),
        "out": ([0, 0, 0],),
        "outcome": (
            {"winners": [0], "why": "charm", "points": []},
            {"winners": [0], "why": "limit", "points": [1]},
        ),
    },
    TOY: {"hands": (3,)},
}


@every_game
def test_nothing_else_is_a_view(game):
    view = dealt("2C 3C / 4C 5C").view(0) if game is WAR else None
    view = view or random_table(game, game.options(), 5, 4).view(1)
    document = json.loads(json.dumps(write_view(game, view)))
    assert read_view(game, document) == view
    others = [(name, value) for name, some in OTHERS.items() for value in some]
    others += [(name, value) for name, some in DAMAGES[game].items() for value in some]
    if game is TOY:  # every text tells something there
        others.remove(("log", [[0, 0, ""]]))
    for name, value in others:
        with pytest.raises(ValueError, match=r"."):
            read_view(game, {**document, name: value})
    for name in document.keys() - {"options"}:
        with pytest.raises(ValueError, match=r"."):
            read_view(game, {key: value for key, value in document.items() if key != name})
    for strange in (None, [], {}, "view", 3):
        with pytest.raises(ValueError, match=r"."):
            read_view(game, strange)


@every_game
def test_a_seat_that_is_not_there_has_no_view(game):
    state = game.start(game.options())
    for seat in (len(game.seats(game.options())), CHANCE):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            state.view(seat)
