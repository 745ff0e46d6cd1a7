"""What is said of the deal of a finished game, where it is stepped through."""

from __future__ import annotations

from dataclasses import replace

import pytest
from line_modes import Played
from pilots import driven, program, shown, until

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.series import SeriesPlace
from engine.table import Sitter, Table
from play.deal_words import deal_words
from saves.cut import Cut, CutDeal
from saves.record import Record

DEAL = CutDeal("t", (Cut(0, "north"), Cut(1, "south")))
RIGHT, WRONG = "The deal is the one that was cut.", "The deal is not the one that was cut."


def record_of(*, cut=DEAL, is_over=True, number=None):
    table = Table(DUEL, DuelOptions(), [Sitter("a"), Sitter("b")], DEAL.seed)
    if is_over:
        table.forfeit(0, "resigned")
    now = "2026-01-01T00:00:00Z"
    series = SeriesPlace(number, 2, (0, 0), pair=(0, 0)[: 2 * (number == 2)]) if number else None
    return Record(table, now, now, "0", {}, cut=cut, series=series)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (record_of(), RIGHT),
        (record_of(cut=replace(DEAL, table="another")), WRONG),
        (record_of(cut=replace(DEAL, cuts=DEAL.cuts[:1])), WRONG),
        (record_of(cut=None), ""),
        (record_of(is_over=False), ""),
        (record_of(number=1), RIGHT),
        (record_of(number=2), ""),
    ],
)
def test_a_finished_game_says_whether_its_deal_is_the_one_that_was_cut(record, words):
    assert deal_words(record) == words


def test_it_is_said_in_words_before_the_first_turn(tmp_path):
    file = tmp_path / "cut.json"
    file.write_bytes(record_of().to_bytes())
    first, *_rest = Played("duel", f"replay {file}", "next").answers
    assert first.startswith(f"{RIGHT}\nBy lot, ")


async def test_it_is_said_on_the_screen_before_the_first_turn(tmp_path):
    file = tmp_path / "cut.json"
    file.write_bytes(record_of().to_bytes())
    async with driven(program("replay_file", file)) as pilot:
        await until(pilot, lambda: RIGHT in shown(pilot.app))
