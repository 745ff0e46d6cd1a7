"""The end of a duel is played exactly: held against trying everything by the plain rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from endgames import Endgame, Result, endgame, turned, wins

from engine.duel import look_ahead, results
from engine.duel.game import DUEL
from engine.duel.look_ahead import Candidate, best_with_their_hand_known, candidates
from engine.duel.moves import Turn
from engine.duel.results import EndgameSolver
from engine.duel.rules import DECK, Tops, cards_of, mask_of
from engine.duel.view import Knowledge, knowledge_of
from engine.game import Stopped, never

LEVELS = ("novice", "casual", "club", "expert", "master")


@cache
def some(count: int, fewest: int, most: int, draw: int = 0) -> list[Endgame]:
    random = Random(f"{fewest}/{most}/{draw}")
    return [endgame(random, fewest, most, draw) for _ in range(count)]


def turn_of(end: Endgame, result: int) -> Turn:
    return results.turn_to(result, sorted(end.hand), end.tops)


def solved(end: Endgame) -> Turn | None:
    result = EndgameSolver().winning_result(mask_of(end.hand), mask_of(end.their_hand), end.tops)
    return None if result is None else turn_of(end, result)


def is_won(end: Endgame) -> bool:
    return wins(end.hand, end.their_hand, end.tops)


def known(knowledge: Knowledge, turns: list[Candidate], draws: int = 4) -> Candidate:
    return best_with_their_hand_known(knowledge, turns, Random(1), draws, never)


class Looks:
    """A flag that is raised at a certain look."""

    def __init__(self, last: int = 1 << 30) -> None:
        self.count, self.last = 0, last

    def __call__(self) -> bool:
        self.count += 1
        return self.count >= self.last


def test_a_win_is_found_exactly_where_there_is_one():
    kinds = Counter()
    for end in [*some(60, 4, 4), *some(20, 3, 5)]:
        turn = solved(end)
        assert (turn is not None) == is_won(end), end
        if turn is None:
            kinds["lost"] += 1
        else:
            end.view.check(turn)
            assert end.is_won_by(end.after(turn)), end
            kinds["now" if any(map(end.is_over_after, end.results())) else "later"] += 1
    assert min(kinds["lost"], kinds["now"], kinds["later"]) >= 5, kinds


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_keeps_a_win_once_nothing_is_left_to_draw(level):
    player = DUEL.computer_players[level](1)
    tempting = [
        end for end in some(60, 4, 4) if is_won(end) and not all(map(end.is_won_by, end.results()))
    ]
    assert len(tempting) >= 20
    for end in tempting[:20]:
        assert end.is_won_by(end.after(player.choose(end.view))), end


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_that_has_lost_still_lays_a_legal_turn(level):
    player = DUEL.computer_players[level](1)
    lost = [end for end in some(60, 4, 4) if not is_won(end)]
    assert len(lost) >= 5
    for end in lost[:5]:
        end.view.check(player.choose(end.view))


def test_of_several_winning_turns_one_that_lays_most_cards_is_taken():
    for end in filter(is_won, some(60, 4, 4)):
        fewest_left = min(len(left) for left, tops in end.results() if end.is_won_by((left, tops)))
        assert len(end.after(solved(end))[0]) == fewest_left, end


def test_what_a_solver_found_before_does_not_mislead_it():
    solver = EndgameSolver()
    for first in some(40, 4, 4):
        other = sorted(first.hand)[1:]
        for hand in (
            first.hand,
            first.hand.difference(other[:1]),
            first.hand.difference(other[1:]),
        ):
            for end in (first._replace(hand=hand), changed_over(first)._replace(their_hand=hand)):
                found = solver.winning_result(mask_of(end.hand), mask_of(end.their_hand), end.tops)
                assert (found is not None) == is_won(end), end


def test_an_end_in_which_both_draw_all_after_their_next_turn_is_solved_as_trying_everything_does():
    random, kinds = Random(4), Counter()
    for end in [*some(30, 3, 4, 1), *some(10, 3, 3, 2)]:
        seen = end.hand | end.their_hand | {*end.draw}
        theirs = tuple(random.sample([card for card in cards_of(DECK) if card not in seen], 2))
        piles = mask_of(end.draw), mask_of(theirs)
        masks = mask_of(end.hand), mask_of(end.their_hand)
        result = EndgameSolver().winning_result(
            *masks, end.tops, draw=piles[0], their_draw=piles[1]
        )
        winning = [result for result in end.results() if not can_win_after(end, result, theirs)]
        kinds[bool(winning)] += 1
        assert (result is not None) == bool(winning), end
        assert result is None or end.after(turn_of(end, result)) in winning, end
    assert min(kinds[False], kinds[True]) >= 5, kinds


def can_win_after(end: Endgame, result: Result, their_draw: tuple[int, ...]) -> bool:
    """Say whether the opponent wins after this result, when all piles are drawn at once."""
    left, tops = result
    reply = Endgame(end.their_hand, left.union(end.draw), their_draw, Tops(*turned(tops)))
    return bool(reply.their_hand) and any(map(reply.is_won_by, reply.results()))


def changed_over(end: Endgame) -> Endgame:
    """Return the end with the opponent to move."""
    return Endgame(end.their_hand, end.hand, (), Tops(*turned(end.tops)))


def test_the_solver_stops_at_the_look_that_says_so():
    end = next(
        end
        for end in some(60, 4, 4)
        if is_won(end) and not any(map(end.is_over_after, end.results()))
    )
    hands = mask_of(end.hand), mask_of(end.their_hand)
    looks = Looks()
    EndgameSolver(looks).winning_result(*hands, end.tops)
    assert looks.count >= 3
    for last in range(1, looks.count + 1):
        until = Looks(last)
        with pytest.raises(Stopped):
            EndgameSolver(until).winning_result(*hands, end.tops)
        assert until.count == last


def test_the_play_is_exact_where_the_turn_is_followed_by_the_last_draws(monkeypatch):
    monkeypatch.setattr(look_ahead, "REPLIES", 1 << 30)  # else some of the opponent's are left out
    tempting = 0
    for end in [*some(60, 3, 3, draw=2), *some(25, 4, 4, draw=1)]:
        knowledge = knowledge_of(end.view)
        turns = candidates(knowledge)
        winning = set(filter(end.is_won_by, end.results()))
        if 0 < len(winning) < len(turns):
            tempting += not any(map(end.is_over_after, winning))
            for order in (turns, turns[::-1]):
                assert end.after(turn_of(end, known(knowledge, order).result)) in winning, end
    assert tempting >= 15


def test_a_turn_after_which_the_opponent_is_stuck_is_found_wherever_it_stands():
    found = 0
    for end in some(60, 3, 5, draw=8):
        knowledge = knowledge_of(end.view)
        turns = candidates(knowledge)
        ending = [turn for turn in turns if end.is_over_after(end.after(turn_of(end, turn.result)))]
        others = [turn for turn in turns if turn not in ending]
        if ending and others:
            found += 1
            for few in ([*others[-5:], ending[-1]], [ending[-1], *others[-5:]]):
                assert known(knowledge, few) == ending[-1], end
    assert found >= 10


def test_a_turn_after_which_the_opponent_can_lay_all_is_worth_nothing():
    found = 0
    for end in some(60, 2, 3, draw=8):
        knowledge = knowledge_of(end.view)
        lost, others = [], []
        for turn in candidates(knowledge):
            _, tops = end.after(turn_of(end, turn.result))
            replies = changed_over(end._replace(tops=Tops(*tops))).results()
            (others if all(left for left, _ in replies) else lost).append(turn)
        if lost and others:
            found += 1
            assert known(knowledge, [*others[-2:], *lost[:5]]) in others, end
    assert found >= 10


def unfinished(turns: list[Candidate]) -> list[Candidate]:
    """Return the turns as if none of them won."""
    return [turn._replace(worth=0) for turn in turns]


@pytest.mark.pure
def test_the_opponent_is_not_held_to_see_what_is_drawn(monkeypatch):
    """Half the draws are met by one reply, half by another: it can choose only one of the two."""
    knowledge = Knowledge(
        mask_of([20, 21, 40, 41]), mask_of([3, 4, 5, 6]), mask_of([30, 31]), 2, Tops(1, 60, 1, 60)
    )
    turns = candidates(knowledge)
    guessed = next(turn for turn in turns if turn.kept == mask_of([20, 21]))
    certain = next(turn for turn in turns if turn.kept == mask_of([40, 41]))

    def chance_after(reply, hand, *_):
        if hand & certain.kept:
            return 0.25
        return float(reply.tops.up % 2 == bool(hand & mask_of([3])))

    monkeypatch.setattr(look_ahead, "_chance_after", chance_after)
    # the opponent would lay both its cards
    monkeypatch.setattr(look_ahead, "candidates", lambda *known: unfinished(candidates(*known)))
    assert known(knowledge, [certain, guessed], draws=40) == guessed


def test_it_looks_at_the_flag_for_every_candidate_and_stops_when_told():
    most = 0
    for end in some(5, 5, 6, draw=8):
        knowledge = knowledge_of(end.view)
        turns = candidates(knowledge)[:8]
        looks = Looks()
        best_with_their_hand_known(knowledge, turns, Random(1), 8, looks)
        assert looks.count >= len(turns)
        most = max(most, looks.count)
        for last in {1, 2, looks.count // 2, looks.count}:
            until = Looks(last)
            with pytest.raises(Stopped):
                best_with_their_hand_known(knowledge, turns, Random(1), 8, until)
            assert until.count == last
    assert most > 100
