"""Problems of the duel, held against the plain rules."""

from __future__ import annotations

from random import Random

import pytest
import slow_rules
from endgames import results_of, turned, wins

from engine.duel.game import DUEL
from engine.duel.moves import Turn, parse_turn
from engine.duel.problems import DuelProblem, read
from engine.duel.reasons import Failure, Proof
from engine.duel.results import turn_to
from engine.duel.rules import cards_of, draw_count
from engine.reasons import NotationError

SURVIVING = (
    "survive 57^ 21v 46^' 55v' hand 15 20 39 45-46 49 draw 06 09-10 22 40 47 53 58 "
    "unseen 04 10 12 19 27 29 31 34 36 41 45 52 54-55 58-59 holds 6"
)
WINNING = "win 50^ 09v 59^' 02v' hand 24 27 47 57 draw - unseen 06 20 29 45 55 holds 5"


def turns(problem: DuelProblem) -> list[Turn]:
    """One turn for each outcome."""
    cards = cards_of(problem.known.hand)
    return [turn_to(result, cards, problem.known.tops) for result in problem.results()]


def after(problem: DuelProblem, turn: Turn) -> tuple[frozenset[int], tuple[int, ...]]:
    laid = [(lay.card, lay.pile.mark) for lay in turn.lays]
    tops = slow_rules.plain(problem.known.tops)
    played = slow_rules.play_out({*cards_of(problem.known.hand)}, tops, laid)
    assert played is not None
    return frozenset(played[0]), tuple(played[1].values())


def test_a_win_is_a_win_by_the_plain_rules_and_nothing_else_is():
    problem = read(WINNING)
    theirs = frozenset(cards_of(problem.known.unseen))
    for turn in turns(problem):
        left, tops = after(problem, turn)
        assert problem.solves(turn) == (not left or not wins(theirs, left, turned(tops))), turn
    assert [*map(problem.solves, turns(problem))].count(True) == 1


def test_who_solves_it_lays_two_cards_next_time_in_whatever_world():
    problem, random = read(SURVIVING), Random(3)
    (turn,) = problem.solutions()
    for _world in range(20):
        for can_lay in played_on(problem, turn, random):
            assert can_lay


def played_on(problem: DuelProblem, turn: Turn, random: Random) -> list[bool]:
    """Whether two cards can be laid after each reply in a world made by lot."""
    known = problem.known
    left, tops = after(problem, turn)
    theirs = frozenset(random.sample(cards_of(known.unseen), known.their_hand))
    count = draw_count(len(left), known.draw.bit_count(), tops[2:] != known.tops[2:])
    hand = {*left, *random.sample(cards_of(known.draw), count)}
    replies = {turned(tops) for _kept, tops in results_of(theirs, turned(tops))}
    return [slow_rules.can_lay_two(hand, slow_rules.plain(tops)) for tops in replies]


def test_each_other_turn_fails_in_the_way_that_is_told():
    problem = read(SURVIVING)
    failing = [turn for turn in turns(problem) if not problem.solves(turn)]
    assert len(failing) == len(turns(problem)) - 1
    for turn in failing:
        why = problem.refuted(turn)
        left, tops = after(problem, turn)
        drawn = {int(card) for card in str(why.facts.get("cards", "")).split()}
        assert drawn <= {*cards_of(problem.known.draw)}
        given = why.facts.get("lay")
        if given is not None:
            assert given.card in cards_of(problem.known.unseen)
            assert slow_rules.may_lay(given.card, given.pile.mark, slow_rules.plain(turned(tops)))
            place = given.pile - 2
            tops = (*tops[:place], given.card, *tops[place + 1 :])
        assert not slow_rules.can_lay_two({*left, *drawn}, slow_rules.plain(tops))


def test_the_answer_that_wins_is_told():
    problem = read(WINNING)
    losing = next(turn for turn in turns(problem) if not problem.solves(turn))
    why = problem.refuted(losing)
    left, tops = after(problem, losing)
    theirs = problem.start().play(0, losing)
    if theirs.outcome is None:
        theirs.view(1).check(why.facts["turn"])
    assert why.reason is Failure.ANSWERED and wins(
        frozenset(cards_of(problem.known.unseen)), left, turned(tops)
    )


@pytest.mark.parametrize("text", [SURVIVING, WINNING])
def test_the_state_is_one_that_its_player_sees_as_the_problem_tells(text):
    problem = read(text)
    state = problem.start()
    view, known = state.view(problem.seat), problem.known
    assert view.to_move == (problem.seat,) and view.hand == known.hand and view.tops == known.tops
    assert view.unseen(1) == known.unseen
    assert view.sides[1].hand_size == known.their_hand
    (turn,) = problem.solutions()
    assert state.play(problem.seat, turn).outcome is None or problem.kind == "win"
    assert DUEL.explain(view, turn, problem.wins_in())


def test_a_solution_is_told_with_what_it_is_proved_to_do_unless_it_ends_the_game():
    for text, said in ((SURVIVING, (Proof.SURVIVES,)), (WINNING, ())):
        problem = read(text)
        (turn,) = problem.solutions()
        assert tuple(why.reason for why in problem.proved(turn)) == said


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("survive 01^ 60v 01^' 60v' hand 02-03 draw 50-59 unseen 02-09 holds 6", 4),
        ("win 40^ 21v 37^' 12v' hand 41-42 draw - unseen 02 holds 1", 3),
        ("win 58^ 03v 30^' 31v' hand 02 10 20 59 draw - unseen 33-34 holds 2", 0),
    ],
)
def test_a_position_with_several_solutions_or_none_is_no_problem(text, count):
    problem = read(text)
    assert len(problem.solutions()) == count and not problem.is_proper()
    assert [*map(problem.solves, turns(problem))].count(True) == count


def test_another_order_of_the_same_cards_solves_it_too():
    problem = read("win 40^ 21v 37^' 12v' hand 41 44 draw - unseen 02 holds 1")
    assert problem.solves(parse_turn("41^ 44^"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        WINNING.replace("win", "survive"),
        SURVIVING.replace("survive", "win"),
        WINNING.replace("24 27", "27 24"),
        SURVIVING.replace("45-46", "45 46"),
        SURVIVING.replace("holds 6", "holds 7"),
        WINNING.replace("50^", "61^"),
        WINNING.replace("24 27 47 57", "24 27"),
        WINNING.replace("06 20", "60 70"),
    ],
)
def test_no_other_text_is_a_problem(text):
    with pytest.raises(NotationError):
        read(text)
