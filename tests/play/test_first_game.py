"""The first games: each step is done by what happens, whatever else was tried before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.game import CHANCE
from engine.games import LESSONS
from engine.hearts.cards import DIAMONDS, HEARTS, QUEEN_MASK, cards_of, parse_card
from engine.hearts.rules import highest
from engine.hearts.view import HeartsView
from engine.lesson import ASTRAY, OTHER_MOVE, OVER, Moment
from engine.timeline import TableTimeline
from engine.zen.board import Position
from engine.zen.geometry import grown
from engine.zen.squares import parse_square
from play.first_game import Advice, FirstGame, Progress, ScriptedPlayer, keep_progress, progress_of
from saves.home import remember
from saves.store import Store

ELSEWHERE = {
    "duel": ("44v 36v", "19^ 36^"),
    "zen": ("G6-E6", "D9-D6"),
    "hearts": ("pass 7C JC 5D", "pass 3S 8S QS"),
}
"""Two legal first moves after which the lesson cannot go on."""
WITH_TAKE_BACK = ("duel", "zen")
"""The games in whose second step a move is taken back."""


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
        while others := [seat for seat in self.table.to_move if seat != 0]:
            computer = self.first.session.computer(others[0])
            self.table.play(others[0], computer.choose(self.table.view(others[0])))

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
    for _step in learner.first.lesson.steps:
        if not learner.advice.is_over:
            yield learner.advice.number
            learner.obey()
    assert learner.advice.is_over


@pytest.mark.parametrize("game", LESSONS)
def test_who_does_what_is_said_wins_and_has_done_every_step(game):
    learner = Learner(game)
    lesson = learner.first.lesson
    assert [*steps_of(learner)] == [*range(1, len(lesson.steps) + 1)]
    assert learner.advice.task == lesson.farewell
    assert game == "hearts" or learner.table.outcome.winners == (0,)
    for seat, replies in lesson.replies.items():
        made = [str(play.move) for play in learner.table.plays if play.seat == seat]
        assert made[: len(replies)] == [*replies]


@pytest.mark.parametrize("game", LESSONS)
def test_a_step_is_not_done_by_another_act(game):
    learner = Learner(game)
    place = learner.first.lesson.place
    game = learner.table.game
    begun = learner.moment._replace(made=game.steps(learner.advice.move)[:1])
    assert place(begun) == 0
    assert learner.first.advice(begun)[2:5] == learner.first.lesson.steps[0].begun
    learner.obey()
    assert place(learner.moment) == 1
    learner.ask()
    assert place(learner.moment) == 1


@pytest.mark.parametrize("game", LESSONS)
def test_how_one_wins_is_said_first_and_a_hint_asked_for_early_passes_no_step_by(game):
    learner = Learner(game)
    assert learner.advice.praise == learner.first.lesson.aim
    numbers = []
    for _step in learner.first.lesson.steps:
        numbers.append(learner.advice.number)
        if "{hint}" not in learner.advice.how:
            learner.ask()
        learner.obey()
    assert numbers == [*range(1, len(learner.first.lesson.steps) + 1)]
    assert learner.advice.is_over


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", LESSONS)
def test_no_act_passes_a_step_that_was_not_said(game, seed):
    chance, learner = random.Random(seed), Learner(game)
    for _ in range(24):
        if learner.advice.is_over:
            break
        before = learner.first.lesson.place(learner.moment)
        act = chance.choice(("obey", "obey", "obey", "ask", "take back", "stray"))
        if act == "ask":
            learner.ask()
        elif act == "take back" and learner.timeline.last_turn(0) is not None:
            learner.take_back()
        elif act == "stray":
            learner.play(str(chance.choice([*learner.table.view(0).legal()])))
        else:
            learner.obey()
        place = learner.first.lesson.place(learner.moment)
        assert place <= before + 1
        learner.first.keep(learner.moment)
        if 0 < place < len(learner.first.lesson.steps) and not learner.table.outcome:
            assert Learner(game).advice == learner.advice, "left and found again"


@pytest.mark.parametrize("game", WITH_TAKE_BACK)
def test_praise_of_a_move_is_said_of_that_move_alone(game):
    learner = Learner(game)
    learner.play(ELSEWHERE[game][0])
    assert (learner.advice.number, learner.advice.praise) == (2, "")


def line_through(position: Position, start: str, end: str) -> int:
    """Return how many pieces stand on the whole line through two squares."""
    here, there = (divmod(parse_square(name), 11) for name in (start, end))
    across, up = ((b > a) - (b < a) for a, b in zip(reversed(here), reversed(there), strict=True))
    squares = [(here[1] + across * step, here[0] + up * step) for step in range(-10, 11)]
    return sum(
        position.occupied >> (row * 11 + column) & 1
        for column, row in squares
        if 0 <= column < 11 and 0 <= row < 11
    )


def test_what_the_first_game_of_zen_says_of_its_board_is_so():
    """Each number and square that is named was looked up on the board as it stands then."""
    learner, told = Learner("zen"), []
    zen = parse_square("I4")

    def piece(name: str) -> str:
        position: Position = learner.table.view(0).position
        square = 1 << parse_square(name)
        names = ((position.zen, "Zen"), (position.own, "Black"), (position.enemy, "White"))
        return next((piece for mask, piece in names if mask & square), "")

    def position() -> Position:
        return learner.table.view(0).position

    for _step in learner.first.lesson.steps:
        advice, number = learner.advice, learner.advice.number
        told.append(f"{advice.praise} {advice.task}")
        if number == 1:
            assert "the Zen, on I4" in advice.task and position().zen == 1 << zen
            assert "Two pieces" in learner.first.lesson.steps[0].typed_task
            assert [piece("C9"), piece("D9"), piece("E9")] == ["Black", "Black", ""]
            assert line_through(position(), "C9", "E9") == 2
        elif number == 4:
            assert "D8, D9 and E9" in advice.praise
            assert {piece(name) for name in ("D8", "D9", "E9")} == {"Black"}
            assert "Four pieces" in advice.task and line_through(position(), "D9", "H5") == 4
            assert (piece("G6"), piece("H5")) == ("Black", "White")
        elif number == 5:
            assert "to F7" in advice.task and piece("I4") == "Zen"
        elif number == 6:
            assert "here it is G6" in advice.praise
            around = grown(1 << parse_square("F7")) & (position().own | position().enemy)
            assert around & ~position().zen == 1 << parse_square("G6")
        elif number == 7:
            assert "from D8 to E8" in advice.task
            assert (piece("D8"), piece("E8")) == ("Black", "")
        learner.obey()
    assert len(told) == 7
    assert learner.advice.is_over


def test_what_the_first_game_of_dame_de_pique_says_of_its_cards_is_so():
    """What each step says of points, sums and cards was looked up at the table as it is then."""
    learner = Learner("hearts")

    def view() -> HeartsView:
        learner.answer()
        return learner.table.view(0)

    for _step in learner.first.lesson.steps:
        before, advice = view(), learner.advice
        if advice.number == 2:
            assert cards_of(before.received) == [*map(parse_card, ("KC", "QD", "JS"))]
            assert str(before.joker) == "5D" and before.passed & QUEEN_MASK
        learner.obey()
        after = view()
        if advice.number == 3:
            assert before.playable & before.joker_mask and before.table[0].suit != before.joker.suit
            assert after.points == (0, 1, 0, 0)
        elif advice.number == 4:
            assert (after.tricks[-1].total, after.tricks[-1].taker, after.slaps) == (20, 1, ())
            assert highest(before.leader, after.tricks[-1].cards) == 0
        elif advice.number == 5:
            assert (after.tricks[-1].total, after.tricks[-1].taker) == (21, 3)
            assert after.points[3] == 1 and after.leader == 0 and after.hand & QUEEN_MASK
        elif advice.number == 6:
            assert min(cards_of(before.hand & HEARTS)) == parse_card("2H") and before.is_broken
            assert after.points[2] == 4 and not after.hand & DIAMONDS
        elif advice.number == 8:
            assert after.points == (0, 1, 17, 1)
    assert learner.advice.is_over


@pytest.mark.parametrize("game", LESSONS)
def test_other_legal_moves_are_answered_kindly_and_one_comes_back(game):
    learner = Learner(game)
    learner.play(ELSEWHERE[game][0])
    learner.take_back()
    learner.table.play(0, learner.table.game.parse(ELSEWHERE[game][1]))
    is_step_done = game in WITH_TAKE_BACK  # by any move
    assert (learner.advice.task == OTHER_MOVE) is not is_step_done
    learner.answer()
    assert learner.advice.task == ASTRAY
    learner.take_back()
    first = 3 if game in WITH_TAKE_BACK else 1
    assert [*steps_of(learner)] == [*range(first, len(learner.first.lesson.steps) + 1)]


def test_a_gift_that_opens_the_opponent_s_pile_leads_astray_too():
    learner = Learner("duel")
    for _ in range(5):
        learner.obey()
    assert learner.advice.number == 6
    learner.play("11^ 20^'")
    assert learner.advice.task == ASTRAY
    learner.take_back()
    assert [*steps_of(learner)] == [6, 7]


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
    assert progress_of(game).place == 4
    again = Learner(game)
    assert again.advice == learner.advice
    assert again.table.plays == learner.table.plays
    assert [*steps_of(again)] == [*range(5, len(again.first.lesson.steps) + 1)]
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
        player = ScriptedPlayer(replace(lesson, replies={1: replies}), 1, other)
        return str(player.choose(view))

    assert chosen(*lesson.replies[1]) == lesson.replies[1][0] != str(other.choose(view))
    assert chosen(illegal) == chosen() == str(other.choose(view))
