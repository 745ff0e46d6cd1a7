"""What follows a game that is over is looked up beside the loop, in all saved games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from at_table import Sitting
from duels import new_table, play_on
from games_on_disk import NOW, saved_game

from play.controller import Controller
from play.frame import Phase
from play.games.duel.controls import DuelControls
from play.ladder import Step
from play.playback import Pace
from saves.feats import FeatKind
from saves.record import Record
from saves.store import Store

UP = Step("casual", True)


def won(seed: int):
    """Return a duel without help that a person won against novice with its last turn."""
    while True:
        table = play_on(new_table(seed, kinds=("human", "novice")), ("club", "random"))
        if table.outcome.winners == (0,) and table.last_turn(0) == len(table.plays) - 1:
            return table
        seed += 1


class Seat(Sitting):
    """A person before the last turn of a duel; the saved games are looked at when a test says."""

    def __init__(self, *, is_over: bool = False) -> None:
        over = won(7)
        table = new_table(over.seed, kinds=("human", "novice"))
        *turns, self.last = over.plays[len(table.plays) :]
        for seat, turn in [*turns, self.last] if is_over else turns:
            table.play(seat, turn)
        super().__init__(table)
        self.searches = []
        self.changes = 0
        self.controller = Controller(
            self.client, DuelControls(), self.loop, Pace(0, shows=False), self._think
        )
        self.controller.model.look_back.record = lambda: Record.new(table, NOW)
        self.controller.changed = self._changed
        self.controller.begin()
        if not is_over:
            self.searches.clear()

    def _think(self, thought):
        self.searches.append(thought)
        return thought.stop

    def _changed(self):
        self.changes += 1

    def win(self):
        """Make the last turn; return the search for what follows."""
        self.controller.play(self.last.move)
        self.loop.settle()
        assert self.controller.frame.phase is Phase.OVER
        return self.searches.pop()

    def end(self, search):
        """Let the search come to its end, and the loop hear of it."""
        search.think()
        self.loop.settle()

    @property
    def found(self):
        return self.controller.model.look_back.found


def saved_before() -> None:
    """Save a game of the same person that was won the day before."""
    saved_game(Store().folder, won(1), moment=NOW - timedelta(days=1))


def test_the_end_waits_for_no_saved_game_and_what_follows_changes_the_table_once_it_is_known():
    saved_before()
    seat = Seat()
    search, before = seat.win(), seat.changes
    assert (seat.found, seat.controller.model.step) == (None, None)
    assert seat.controller.frame.refusal("level") is not None
    seat.end(search)
    assert seat.changes == before + 1
    assert seat.controller.model.step == UP
    assert seat.controller.frame.refusal("level") is None


@pytest.mark.parametrize("is_known", [False, True])
def test_a_take_back_of_the_end_takes_back_what_follows(is_known):
    saved_before()
    seat = Seat()
    search = seat.win()
    if is_known:
        seat.end(search)
    seat.controller.take_back()
    seat.end(search)
    assert seat.controller.frame.phase is Phase.TURN
    assert seat.found is None


def test_a_face_that_says_it_with_the_end_waits_for_it():
    saved_before()
    seat = Seat()
    search = seat.win()
    assert seat.controller.model.look_back.at_once().step == UP
    assert seat.controller.frame.refusal("level") is None
    follows = seat.found
    seat.end(search)
    assert seat.found is follows


@pytest.mark.parametrize("is_at_once", [False, True])
def test_the_feats_of_a_game_are_told_at_its_end_and_not_when_it_is_opened_again(is_at_once):
    ended, opened = Seat(), Seat(is_over=True)
    ended.end(ended.win())
    if is_at_once:
        opened.controller.model.look_back.at_once()
    else:
        opened.end(opened.searches.pop())
    assert ended.found.feats
    assert opened.found == ended.found._replace(feats=())


def test_a_game_that_has_not_ended_is_followed_by_nothing():
    assert Seat().controller.model.look_back.at_once() is None


@pytest.mark.parametrize("is_won", [True, False], ids=["a game won long ago", "games lost alone"])
def test_saved_games_are_read_however_many_of_them_no_list_has_read_yet(is_won):
    """After an update of the program nothing is remembered of any."""
    lost = play_on(new_table(2, kinds=("human", "novice")), ("random", "club"))
    assert lost.outcome.winners == (1,)
    for number in range(30):
        table = won(1) if is_won and not number else lost
        moment = NOW - timedelta(days=40 - number)
        saved_game(Store().folder, table, f"{number}", moment)
    seat = Seat()
    seat.end(seat.win())
    told = [feat.kind for feat in seat.found.feats]
    assert (FeatKind.FIRST_WIN in told) == (not is_won)
