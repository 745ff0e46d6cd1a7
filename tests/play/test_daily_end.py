"""The end of a daily deal: how the master did at the same seat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from play import daily_end
from play.daily import DailyResult
from play.daily_end import MastersGame
from words.translation import set_language

DAY = date(2026, 11, 20)
WON = DailyResult("daily master", True, 18, 0)


class Asked:
    """An analyst that notes what it is asked, and answers when it is told to."""

    def __init__(self, _loop: object) -> None:
        self.questions: list[object] = []
        self.is_closed = False

    def ask(self, _work: object, item: object, told: Callable[[Any], None]) -> None:
        self.questions.append(item)
        self.answer = told

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def game(monkeypatch):
    """Return a game of the master, and the list to which each change is noted."""
    monkeypatch.setattr(daily_end, "ProcessAnalyst", Asked)
    monkeypatch.setattr(MastersGame, "known", {})
    changes = []
    return MastersGame(None, lambda: changes.append(1)), changes


def test_the_master_plays_once_and_meanwhile_that_is_said(game):
    masters, changes = game
    assert masters.words(DAY) == masters.words(DAY) == "The master is playing at your seat"
    assert masters._analyst.questions == [DAY]
    masters._analyst.answer(WON)
    assert changes == [1]
    assert masters._analyst.is_closed
    assert masters.words(DAY) == "The master at your seat: won in 18 turns"
    set_language("fr")
    assert masters.words(DAY) == "Le maître à votre place\xa0: gagné en 18 tours"


def test_what_was_played_is_known_to_the_next_game(game):
    masters, _changes = game
    MastersGame.known[DAY] = WON
    assert masters.words(DAY).endswith("won in 18 turns")
    assert masters._analyst.questions == []


def test_without_room_for_a_process_nothing_is_said(game):
    masters, changes = game
    masters.words(DAY)
    masters._analyst.answer(OSError("no room"))
    assert (masters.words(DAY), changes) == ("", [1])


def test_work_that_is_told_to_stop_stops():
    from engine.game import Stopped

    with pytest.raises(Stopped):
        daily_end.play_masters_game(DAY, lambda: True)
