"""What an analysis says below a log: what has no room is left out whole."""

from __future__ import annotations

from typing import Any

import pytest
from analysts import judged_turn
from duels import new_table, play_on
from looks import told

from engine.analysis import Measure
from engine.game import Hint
from play.review import Verdict
from tui.table.verdict import Side, change_forms, ledger_lines, round_lines, verdict_lines
from words.glyphs import UNICODE

TABLE = play_on(new_table(8), ("greedy", "greedy"))
LOSS = judged_turn(TABLE, 7, 12.0)
ROWS = (("the deal", 1.3), ("the draws", 18.0), ("avoidable losses", -11.5), ("together", 7.8))
REASONS = ("refills your hand to six", "gives South only 4")
SIDE = Side("●", "North")


def rail(height: int, width: int = 24, ledgers=(), judged=LOSS, side=SIDE) -> list[str]:
    better = Hint(LOSS.best, ()) if judged else None
    verdict = Verdict(7, judged, True, better, ledgers, "")
    lines = verdict_lines(verdict, "20v 10v", REASONS, side, width, height, UNICODE)
    return [row.strip() for row in told(lines).splitlines()]


def test_a_reason_without_room_for_its_end_is_left_out():
    whole = rail(99, width=18)
    assert whole[-4:] == ["refills your", "hand to six", "gives South only", "4"]
    for height in range(len(whole) + 1):
        last = "" if not (shown := rail(height, width=18)) else shown[-1]
        assert len(shown) <= height
        assert last not in ("refills your", "gives South only")


def test_few_lines_have_the_chances_and_the_loss_and_no_rule():
    assert rail(1) == []
    assert rail(2) == ["● 50% → 51%", "blunder, 12 points"]
    assert rail(4)[0].strip("─") == ""


@pytest.mark.parametrize(
    ("width", "words"),
    [(29, "● 50% → 51%   analysis 7/27"), (20, "● 50% → 51%   7/27"), (14, "● 50% → 51%")],
)
def test_how_far_the_analysis_is_stands_behind_the_chances_where_it_has_room(width, words):
    verdict = Verdict(7, LOSS, True, None, (), "analysis 7/27")
    assert rows_of(verdict_lines(verdict, "", (), SIDE, width, 2, UNICODE))[0].strip() == words


def test_the_ledgers_are_told_whole_or_not_at_all_and_before_the_turn():
    size = len(ledger_lines(ROWS, SIDE, 24, UNICODE))
    assert [row.split()[0] for row in rail(size + 1, ledgers=ROWS)[1:]] == [
        *("●", "the", "the", "avoidable", "together"),
    ]
    assert not any("together" in row for row in rail(size - 1, ledgers=ROWS))


def test_before_the_first_turn_no_line_stands_empty():
    assert "" not in rail(99, ledgers=ROWS, judged=None)


def test_long_names_of_ledgers_take_two_lines_on_a_narrow_rail():
    rows = told(ledger_lines(ROWS, SIDE, 15, UNICODE)).splitlines()
    assert [row.split() for row in rows[3:5]] == [["avoidable"], ["losses", "-11"]]


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (Measure.CHANCE, "50% → 51%"),
        (Measure.POINTS, "6.5 → 5.2 points"),
        (Measure.CARDS, "50% → 51% of the cards"),
    ],
)
def test_values_before_and_after_are_told_with_what_they_are(measure, words):
    values: dict[str, Any] = {"measure": measure}
    if measure is Measure.POINTS:
        values |= {"before": 19.5, "after": 20.8}
    assert change_forms(LOSS._replace(**values), UNICODE)[0] == words


@pytest.mark.parametrize(
    ("width", "words"),
    [(30, "Ana 6.5 → 5.2 points"), (18, "Ana 6.5 → 5.2"), (12, "6.5 → 5.2")],
)
def test_a_player_without_a_coin_stands_before_the_points_by_name(width, words):
    points = LOSS._replace(measure=Measure.POINTS, before=19.5, after=20.8)
    assert rail(2, width, judged=points, side=Side("", "Ana"))[0] == words


ROUNDS = dict.fromkeys((9, 10), (("own losses", -19.46), ("together", 6.5)))


def test_each_round_has_a_line_below_the_names_of_the_ledgers():
    assert rows_of(round_lines(ROUNDS, 32, UNICODE)) == [
        " The result of each round",
        "           own losses  together",
        " round 9        -19.5      +6.5",
        " round 10       -19.5      +6.5",
    ]


def test_few_cells_have_the_words_of_a_name_below_each_other_and_numbers_of_rounds():
    assert rows_of(round_lines(ROUNDS, 25, UNICODE)) == [
        " The result of each round",
        "       own",
        "    losses together",
        " 9   -19.5     +6.5",
        " 10  -19.5     +6.5",
    ]


def rows_of(lines) -> list[str]:
    return [row.rstrip() for row in told(lines).splitlines()]
