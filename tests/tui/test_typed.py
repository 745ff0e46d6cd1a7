"""Turns as people type them, and the story of a game."""

from __future__ import annotations

import pytest
from duels import new_table, play_on, turns
from hypothesis import given

from engine.duel.moves import Turn
from engine.reasons import IllegalMove, NotationError
from engine.timeline import TableTimeline
from play.games.duel.controls import read
from play.games.duel.story import DuelStory


@given(turns)
def test_what_the_strict_notation_writes_is_understood(turn):
    assert read(str(turn)) == turn
    assert read(str(turn).replace(" ", "")) == turn
    typed = str(turn).replace("^", "+").replace("v", "-").replace("'", "*")
    assert read(typed) == turn


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("5+ 20-", "05^ 20v"),
        ("5^20V", "05^ 20v"),
        ("jouer 5 monte, 20 descend", "05^ 20v"),
        (" 05 ^ , 20 ^ \u2019 ", "05^ 20^'"),
        ("05^;20v\u2032", "05^ 20v'"),
        ("5ˆ 20ˆ'", "05^ 20^'"),
    ],
)
def test_other_ways_to_type_it_are_understood_too(typed, turn):
    assert str(read(typed)) == turn


@pytest.mark.parametrize(
    ("typed", "card"), [("60^ 5^", "60"), ("0^", "00"), ("5^ 1^", "01"), ("01 up 2 up", "01")]
)
def test_a_card_that_there_is_not_is_named(typed, card):
    with pytest.raises(IllegalMove, match=f"there is no card {card}, only 02 to 59"):
        read(typed)


@pytest.mark.parametrize("typed", ["", "hello", "5", "5^ x", "155^", "^5"])
def test_what_is_no_turn_is_refused(typed):
    with pytest.raises(NotationError):
        read(typed)


def plain_story(table):
    """Tell the story again from the texts of the moves alone."""
    tops = [[1, 60], [1, 60]]
    jumps, gifts, left, leads = [], [], [58, 58], []
    number = 0
    for seat, move in table.plays:
        if not isinstance(move, Turn):
            continue
        number += 1
        back = given_pips = 0
        for text in str(move).split():
            card, pile, theirs = int(text[:2]), "^v".index(text[2]), text.endswith("'")
            owner = 1 - seat if theirs else seat
            step = (card - tops[owner][pile]) * (1, -1)[pile]
            if theirs:
                given_pips = -step
            elif step == -10:
                back += 1
            tops[owner][pile] = card
            left[seat] -= 1
        jumps.append((back, -number, seat))
        gifts.append((given_pips, -number, seat))
        room = [
            10 * (59 - up + down - 2) / count if count else 1000
            for (up, down), count in zip(tops, left, strict=True)
        ]
        winner = table.outcome.winners[0]
        leads.append(round(room[winner]) > round(room[1 - winner]))
    (back, jumped, jumper), (pips, gave, giver) = max(jumps), max(gifts)
    behind = [at for at, lead in enumerate(leads, start=1) if not lead]
    turning = (behind[-1] if behind else 0) + 1
    told = [
        ("ahead from here", turning, f"turn {turning}", table.outcome.winners[0]),
        ("best turn", -jumped, f"turn {-jumped}, {back} jump", jumper),
        ("biggest gift", -gave, f"gift {pips}, turn {-gave}", giver),
    ]
    happened = turning <= len(leads), back, pips
    return [one for one, is_there in zip(told, happened, strict=True) if is_there]


@pytest.mark.parametrize("seed", range(12))
def test_the_story_is_what_the_moves_tell(seed):
    table = play_on(new_table(seed), ("greedy", "random") if seed % 2 else ("greedy", "greedy"))
    found = DuelStory().highlights(TableTimeline(table, frozenset()), table.seats)
    told = [one for one in found if one.name != "longest turn"]
    for one, (name, turn, words, seat) in zip(told, plain_story(table), strict=True):
        assert (one.name, one.turn, one.side) == (name, turn, seat)
        assert words in one.words
