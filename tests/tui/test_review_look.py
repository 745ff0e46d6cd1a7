"""Pictures of the analysis of a replay, in all sizes and without colours."""

from __future__ import annotations

import pytest
from analysts import PreparedAnalyst
from duels import new_table, play_on
from pilots import program

from tui.themes import Depth, set_palette

FINISHED = play_on(new_table(8), ("greedy", "greedy"))
LOSSES = {7: 12.0, 10: 3.0, 16: 6.0}
SIZES = {"80x24": (80, 24), "60x20": (60, 20), "40x20": (40, 20), "120x40": (120, 40)}


@pytest.fixture(autouse=True)
def _judged_at_once(monkeypatch):
    monkeypatch.setattr(
        "play.replay_model.ProcessAnalyst", lambda loop: PreparedAnalyst(loop, FINISHED, LOSSES)
    )


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_loss(look, size):
    assert look(program("replay", FINISHED), "a", "n", size=size)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["120x40"]], ids=["80x24", "120x40"])
def test_where_the_result_comes_from(look, size):
    assert look(program("replay", FINISHED, language="fr"), "a", "end", size=size)


@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["60x20"]], ids=["80x24", "60x20"])
def test_a_loss_in_ascii_without_colours(look, size, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    set_palette("baize", Depth.NONE)
    assert look(program("replay", FINISHED), "a", "n", size=size)


def test_a_loss_in_sixteen_colours(look):
    set_palette("baize", Depth.SIXTEEN)
    assert look(program("replay", FINISHED), "a", "n")
