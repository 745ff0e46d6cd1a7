"""Looking ahead: every turn is a candidate, a world is what may be, the best in them is taken."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from random import Random

import pytest
from duels import new_table, play_on

from engine.duel import look_ahead, results
from engine.duel.learned_evaluation import chance, other_rows, own_rows, race_rows, worth
from engine.duel.look_ahead import (
    QUICK,
    WIN,
    LookAhead,
    WorldSampler,
    candidates,
    chance_to_move,
)
from engine.duel.quick_turns import quick_turns
from engine.duel.rules import DECK, Tops, can_lay_two, cards_of, mask_of, swapped_tops
from engine.duel.view import Knowledge, knowledge_of
from engine.game import Stopped, never


def scenes() -> list[Knowledge]:
    """Return what players know at different moments of games, the late ones included."""
    found = []
    for seed, turns in ((1, 0), (2, 5), (3, 9), (4, 14), (5, 20)):
        table = play_on(new_table(seed), ("greedy", "greedy"), turns)
        if table.outcome is None:
            found.append(knowledge_of(table.view(table.to_move[0])))
    late = Random(9).sample(cards_of(DECK), 20)
    mine, theirs = mask_of(late[:6]), mask_of(late[6:10])
    return [
        *found,
        Knowledge(mine, mask_of([58]), theirs, 3, Tops(20, 50, 15, 40)),
        Knowledge(mine, 0, theirs, 2, Tops(20, 50, 15, 40)),
        Knowledge(mine, mask_of([3, 58]), theirs, 4, Tops(20, 50, 15, 40)),
    ]


SCENES = scenes()


def one(knowledge: Knowledge, seed: int = 1):
    return WorldSampler(knowledge, Random(seed)).sample()


def looking(knowledge: Knowledge, seed: int, stop=never) -> LookAhead:
    return LookAhead(knowledge, WorldSampler(knowledge, Random(seed)), stop)


def drawn_after(kept: int, draw: int, gave: bool) -> int:
    """Return how many cards are drawn: two, or up to six after a gift, or what is left."""
    return min(6 - kept.bit_count() if gave else 2, draw.bit_count())


def test_every_result_of_a_turn_is_a_candidate_once():
    for knowledge in SCENES:
        cards = cards_of(knowledge.hand)
        turns = candidates(knowledge)
        assert sorted(turn.result for turn in turns) == sorted(
            results.results(cards, knowledge.tops)
        )
        for turn in turns:
            kept = [card for place, card in enumerate(cards) if not turn.result >> place & 1]
            assert turn.kept == mask_of(kept)
            assert turn.tops == results.tops_of(turn.result)
            assert turn.drawn == drawn_after(
                turn.kept, knowledge.draw, turn.tops[2:] != knowledge.tops[2:]
            )


def worth_of(knowledge: Knowledge, kept: int, tops: Tops, drawn: int) -> int:
    """Return what it is worth to have kept these cards, with these tops."""
    left, theirs = (kept | knowledge.draw).bit_count(), knowledge.unseen.bit_count()
    return worth(
        own_rows(kept, knowledge.draw, tops.up, tops.down, drawn)
        + other_rows(knowledge.unseen, knowledge.their_hand, tops.their_up, tops.their_down)
        + race_rows(left, tops.up, tops.down, theirs, tops.their_up, tops.their_down)
    )


def test_candidates_are_judged_as_what_they_leave_the_best_first():
    for knowledge in SCENES:
        turns = candidates(knowledge)
        for turn in turns:
            if turn.kept or knowledge.draw:
                assert turn.worth == worth_of(knowledge, turn.kept, turn.tops, turn.drawn)
        assert all(better.worth >= worse.worth for better, worse in pairwise(turns))


def test_without_the_race_each_side_is_judged_for_itself():
    knowledge = SCENES[0]
    for turn in candidates(knowledge, sees_race=False):
        own = own_rows(turn.kept, knowledge.draw, turn.tops.up, turn.tops.down, turn.drawn)
        other = other_rows(knowledge.unseen, knowledge.their_hand, *turn.tops[2:])
        assert turn.worth == worth(own + other)


def test_laying_all_there_is_comes_before_everything():
    hand = mask_of([20, 30, 40])
    last, not_last = (
        candidates(Knowledge(hand, draw, mask_of([10, 50]), 2, Tops(1, 60, 30, 31)))
        for draw in (0, mask_of([7]))
    )
    assert last[0].worth == WIN
    assert [turn.worth == WIN for turn in last] == [turn.kept == 0 for turn in last]
    assert all(turn.worth < WIN for turn in not_last)


def test_a_world_agrees_with_all_that_is_known():
    for knowledge in SCENES:
        worlds = WorldSampler(knowledge, Random(3))
        for _ in range(20):
            world = worlds.sample()
            assert world.hand & ~knowledge.unseen == 0
            assert world.hand.bit_count() == knowledge.their_hand
            assert world.own_draws[-1] & ~knowledge.draw == 0
            assert world.their_draws[-1] & ~(knowledge.unseen & ~world.hand) == 0
            assert len(world.own_draws) - 1 == min(6, knowledge.draw.bit_count())
            assert len(world.their_draws) - 1 == min(
                6, knowledge.unseen.bit_count() - knowledge.their_hand
            )


def test_each_more_card_that_is_drawn_comes_on_top_of_those_before():
    for knowledge in SCENES:
        for drawn in (one(knowledge).own_draws, one(knowledge).their_draws):
            assert drawn[0] == 0
            for count, (fewer, more) in enumerate(pairwise(drawn)):
                assert fewer & ~more == 0
                assert more.bit_count() == count + 1


def test_every_world_is_as_likely_as_any_other():
    mine, theirs = range(10, 18), range(40, 50)
    knowledge = Knowledge(mask_of([2, 3]), mask_of(mine), mask_of(theirs), 2, Tops(1, 60, 1, 60))
    counted = {name: Counter() for name in ("hand", "first", "last", "their first", "their last")}
    tries = 4000
    for seed in range(tries):
        world = one(knowledge, seed)
        for card in cards_of(world.hand):
            counted["hand"][card] += 1 / 2
        for whose, cards in (("", world.own_draws), ("their ", world.their_draws)):
            counted[f"{whose}first"][cards[1]] += 1
            counted[f"{whose}last"][cards[6] & ~cards[5]] += 1
    for name, counts in counted.items():
        assert len(counts) == (8 if name in ("first", "last") else 10)
        for count in counts.values():
            assert count == pytest.approx(tries / len(counts), rel=0.15), name


def test_the_same_lots_give_the_same_worlds():
    def some(seed: int) -> list[tuple[int, list[int], list[int]]]:
        worlds = WorldSampler(SCENES[0], Random(seed))
        return [
            (world.hand, world.own_draws, world.their_draws)
            for world in (worlds.sample() for _ in range(5))
        ]

    assert some(1) == some(1)
    assert some(1) != some(2)
    assert len({hand for hand, _, _ in some(1)}) == 5


def test_in_a_world_the_opponent_answers_with_its_cheapest_turn_whatever_it_was_asked_before():
    answers = 0
    for knowledge in SCENES:
        world = one(knowledge)
        for turn in candidates(knowledge)[:30]:
            tops = swapped_tops(turn.tops)
            if can_lay_two(world.hand, tops):
                answers += 1
                assert world.answer(tops) == quick_turns(world.hand, tops, 1)[0]
    assert answers > 50


def test_the_opponent_answers_where_its_one_card_is_the_smallest_gift_as_well():
    knowledge = Knowledge(mask_of([2, 3]), 0, mask_of([45, 55]), 2, Tops(1, 60, 1, 60))
    _, used, *_ = one(knowledge).answer(Tops(51, 10, 57, 60))
    assert cards_of(used) == [45, 55]


# SUD's piles take 49 and 12 alone, and SUD has neither: stuck, unless a gift improves them.
STUCK = Knowledge(
    mask_of([20, 25, 33, 38, 44, 52]),
    mask_of([3, 4, 5, 6, 7, 8]),
    DECK & ~mask_of([49, 12, 59, 2]),
    6,
    Tops(30, 35, 59, 2),
)


@pytest.mark.parametrize("seed", range(5))
def test_the_one_turn_that_wins_in_every_world_is_found_wherever_it_stands(seed):
    gifts, others = [], []
    for turn in candidates(STUCK):
        (gifts if turn.tops[2:] != STUCK.tops[2:] else others).append(turn)
    plain = others[-1]
    for place in (0, 3, 7):
        turns = [*gifts[:place], plain, *gifts[place:7]]
        assert looking(STUCK, seed).best(turns, 8) == plain
        assert looking(STUCK, seed).best(turns, 9, stages=3) == plain


def test_a_turn_after_which_the_opponent_lays_its_last_cards_is_not_taken():
    # 30 and 41 have no place on piles at 50 and 10; on an ascending one at 20 they have
    knowledge = Knowledge(
        mask_of([20, 40, 55, 56]), mask_of([3, 4, 5]), mask_of([30, 41]), 2, Tops(35, 25, 50, 10)
    )
    turns = candidates(knowledge)
    losing = [turn for turn in turns if turn.tops.their_up == 20]
    plain = next(turn for turn in turns if turn.tops[2:] == knowledge.tops[2:])
    assert looking(knowledge, 1).best([*losing[:5], plain], 4) == plain


@pytest.mark.pure
def test_the_flag_is_looked_at_in_every_world():
    knowledge = SCENES[1]
    turns = candidates(knowledge)[:8]
    looks = []
    looking(knowledge, 1, lambda: looks.append(0)).best(turns, 10)
    assert len(looks) == 10
    for before in (0, 1, 5, 9):
        flags = iter([False] * before)
        with pytest.raises(Stopped):
            looking(knowledge, 1, lambda flags=flags: next(flags, True)).best(turns, 10)
        assert list(islice(flags, 1)) == []


@pytest.mark.pure
def test_after_each_stage_the_worse_half_drops_out(monkeypatch):
    knowledge = SCENES[1]
    turns = candidates(knowledge)[:8]
    tried = Counter()

    def tries(_, world, turn) -> float:
        tried[turn] += 1
        return float(turns.index(turn))

    monkeypatch.setattr(look_ahead.LookAhead, "chance_in", tries)
    assert looking(knowledge, 1).best(turns, 40) == turns[-1]
    assert [tried[turn] for turn in turns] == [20] * 4 + [40] * 4
    tried.clear()
    assert looking(knowledge, 1).best(turns, 30, stages=3) == turns[-1]
    assert [tried[turn] for turn in turns] == [10] * 4 + [20] * 2 + [30] * 2


def hopes(knowledge: Knowledge) -> float:
    return chance_to_move(
        knowledge.hand, knowledge.draw, knowledge.tops, knowledge.unseen, knowledge.their_hand
    )


def test_who_can_lay_all_that_is_left_has_won():
    tops = Tops(1, 60, 30, 31)
    hand, theirs = mask_of([20, 30]), mask_of([10, 50])
    assert hopes(Knowledge(hand, 0, theirs, 2, tops)) == 1
    assert 0 < hopes(Knowledge(hand, mask_of([7]), theirs, 2, tops)) < 1


def test_who_cannot_lay_two_has_lost():
    assert (
        hopes(Knowledge(mask_of([30, 41]), mask_of([7]), mask_of([10]), 1, Tops(50, 10, 1, 60)))
        == 0
    )
    assert hopes(Knowledge(0, 0, mask_of([10, 50]), 2, Tops(1, 60, 1, 60))) == 0


def test_the_chance_is_that_of_the_best_quick_turn():
    random = Random(2)
    gave = 0
    for _ in range(150):
        mine, theirs = random.sample(range(2, 60), 14), random.sample(range(2, 60), 12)
        hand, draw, unseen = mask_of(mine[:6]), mask_of(mine[6:]), mask_of(theirs)
        tops = Tops(*(random.randint(1 + place % 2, 59 + place % 2) for place in range(4)))
        worths = []
        for turn in quick_turns(hand, tops, QUICK):
            after = Tops(*turn[2:])
            kept, gives = hand & ~turn[1], after[2:] != tops[2:]
            knowledge = Knowledge(hand, draw, unseen, 5, tops)
            drawn = drawn_after(kept, draw, gives)
            worths.append((worth_of(knowledge, kept, after, drawn), gives))
        if worths:
            best, gives = max(worths)
            gave += gives
            assert hopes(Knowledge(hand, draw, unseen, 5, tops)) == chance(best)
    assert gave >= 5
