"""The first games: each step is done by what happens, whatever else was tried before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game import CHANCE
from engine.games import LESSONS
from engine.lesson import ASTRAY, OVER, Moment
from engine.timeline import TableTimeline
from play.first_game import Advice, FirstGame, Progress, ScriptedPlayer, keep_progress, progress_of
from saves.memory import remember
from saves.store import Store

ELSEWHERE = {"duel": ("44v 36v", "19^ 36^"), "zen": ("G6-E6", "D9-D6")}
"""Two legal first moves after which the lesson cannot go on."""


class Learner:
    """Somebody who plays a first game, without a screen."""

    def __init__(self, game: str, *, anew: bool = False) -> None:
        self.first = FirstGame(game, anew=anew)
        self.table = self.first.session.table
        self.timeline = TableTimeline(self.table, frozenset({self.first.lesson.seat}))

    @property
    def moment(self) -> Moment:
        return self.first.moment(self.timeline)

    @property
    def advice(self) -> Advice:
        return self.first.advice(self.moment)

    def play(self, move: str) -> None:
        """Make a move and let the other seat answer."""
        self.table.play(0, self.table.game.parse(move))
        self.answer()

    def answer(self) -> None:
        if self.table.to_move == (1,):
            self.table.play(1, self.first.session.computer(1).choose(self.table.view(1)))

    def take_back(self) -> None:
        self.table.take_back(self.timeline.last_turn(0), 0)

    def ask(self) -> None:
        self.table.note_hint(0, "")

    def obey(self) -> None:
        """Do what is said."""
        advice = self.advice
        if "{take_back}" in advice.how:
            self.take_back()
        elif "{hint}" in advice.how:
            self.ask()
        else:
            self.play(self.table.game.format(advice.move))


def steps_of(learner: Learner) -> Iterator[int]:
    """Do what is said, to the end; yield the number of each step before it is done."""
    while not learner.advice.is_over:
        yield learner.advice.number
        learner.obey()


@pytest.mark.parametrize("game", LESSONS)
def test_who_does_what_is_said_wins_and_has_done_every_step(game):
    learner = Learner(game)
    assert [*steps_of(learner)] == [1, 3, 4, 5, 6, 7, 8]  # the first two are one whole turn
    assert learner.advice.task == learner.first.lesson.farewell
    assert learner.table.outcome.winners == (0,)
    replies = [play.move for play in learner.table.plays if play.seat == 1]
    assert [*map(str, replies)] == [*learner.first.lesson.replies]


@pytest.mark.parametrize("game", LESSONS)
def test_a_step_is_not_done_by_another_act(game):
    learner = Learner(game)
    place = learner.first.lesson.place
    begun = learner.moment._replace(made=("a step",))
    assert (place(learner.moment), place(begun)) == (0, 1)
    learner.obey()
    assert place(learner.moment) == 2
    learner.ask()
    assert place(learner.moment) == 2


def test_how_one_wins_is_said_first_and_nothing_is_left_unsaid_by_who_asks_for_a_hint_early():
    learner = Learner("duel")
    assert learner.advice.praise == learner.first.lesson.aim
    learner.ask()
    for _ in range(5):
        learner.obey()
    assert learner.advice.number == 8
    assert learner.advice.praise.startswith("One gift a turn.")


@pytest.mark.parametrize("game", LESSONS)
def test_other_legal_moves_are_answered_kindly_and_one_comes_back(game):
    learner = Learner(game)
    learner.play(ELSEWHERE[game][0])
    learner.take_back()
    learner.play(ELSEWHERE[game][1])
    assert learner.advice.task == ASTRAY
    learner.take_back()
    assert learner.advice.number == 4
    assert [*steps_of(learner)] == [4, 5, 6, 7, 8]


def test_a_gift_that_opens_the_opponent_s_pile_leads_astray_too():
    learner = Learner("duel")
    for _ in range(5):
        learner.obey()
    assert learner.advice.number == 7
    learner.play("11^ 20^'")
    assert learner.advice.task == ASTRAY
    learner.take_back()
    assert [*steps_of(learner)] == [7, 8]


@pytest.mark.parametrize("game", LESSONS)
def test_a_game_that_ends_before_the_lesson_is_said_to_be_over(game):
    learner = Learner(game)
    learner.table.forfeit(0, "")
    assert learner.advice.task == OVER
    assert learner.advice.is_over


@pytest.mark.parametrize("game", LESSONS)
def test_one_goes_on_where_one_left_or_begins_anew(game):
    learner = Learner(game)
    for _ in range(4):
        learner.obey()
    learner.first.keep(learner.moment)
    assert progress_of(game).place == 5
    again = Learner(game)
    assert again.advice == learner.advice
    assert again.table.plays == learner.table.plays
    assert [*steps_of(again)] == [6, 7, 8]
    assert Learner(game, anew=True).advice.number == 1
    again.first.keep(again.moment)
    assert progress_of(game) == Progress(is_done=True)
    assert Learner(game).advice.number == 1
    assert Store().paths() == []


def test_the_end_of_a_game_that_taught_nothing_leaves_what_was_learnt_before():
    keep_progress("zen", Progress(is_done=True))
    learner = Learner("zen")
    learner.table.forfeit(0, "")
    learner.first.keep(learner.moment)
    assert progress_of("zen") == Progress(is_done=True)


@pytest.mark.parametrize(
    "kept",
    [
        3,
        {"zen": 3},
        {"zen": {"moves": 3}},
        {"zen": {"moves": ["C9-E9"], "place": "2"}},
        {"zen": {"moves": ["C9-E9"], "place": 2, "more": 1}},
        {"zen": {"moves": ["D9xH5", "C9-C9"], "place": 2}},
        {"zen": {"moves": ["no move"], "place": 2}},
        {"zen": {"moves": ["D8-D5"] * 90, "place": 2}},
    ],
)
def test_what_is_remembered_may_be_damaged(kept):
    remember(first_games=kept)
    learner = Learner("zen")
    assert learner.advice.number == 1
    assert [play for play in learner.table.plays if play.seat != CHANCE] == []


@pytest.mark.parametrize(("game", "illegal"), [("duel", "02^ 03^"), ("zen", "F3-A3")])
def test_the_other_player_chooses_for_itself_where_its_lines_are_illegal_or_at_an_end(
    game, illegal
):
    learner = Learner(game)
    learner.table.play(0, learner.advice.move)
    view, lesson = learner.table.view(1), learner.first.lesson
    other = learner.table.game.computer_players["greedy"](0)

    def chosen(*replies: str) -> str:
        player = ScriptedPlayer(replace(lesson, replies=replies), 1, other)
        return str(player.choose(view))

    assert chosen(*lesson.replies) == lesson.replies[0] != str(other.choose(view))
    assert chosen(illegal) == chosen() == str(other.choose(view))
