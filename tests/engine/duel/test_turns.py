"""Which turns are legal, held against a slow and plain re-statement of the rules."""

from __future__ import annotations

import pytest
import slow_rules
from duels import hands, positions, turns, view_of
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.duel import results
from engine.duel.moves import LAYS, Lay, Pile, Turn, parse_turn
from engine.duel.reasons import Refusal
from engine.duel.rules import Tops, can_lay_two, cards_of, mask_of
from engine.reasons import IllegalMove


def written(lays):
    return [(lay.card, lay.pile.mark) for lay in lays]


def is_legal(view, turn):
    try:
        view.check(turn)
    except IllegalMove:
        return False
    return True


@settings(max_examples=150)
@given(positions, st.data())
def test_a_turn_is_legal_exactly_if_the_plain_rules_say_so(position, data):
    hand, tops = position
    one = st.builds(
        lambda card, pile: LAYS[card, pile], st.sampled_from(sorted(hand)), st.sampled_from(Pile)
    )
    turn = data.draw(
        st.one_of(turns, st.lists(one, min_size=1, max_size=4).map(lambda made: Turn(tuple(made))))
    )
    expected = slow_rules.is_legal_turn(hand, slow_rules.plain(tops), written(turn.lays))
    assert is_legal(view_of(hand, tops), turn) == expected


@settings(max_examples=60)
@given(positions)
def test_every_turn_of_two_cards_is_judged_like_the_plain_rules_do(position):
    hand, tops = position
    view = view_of(hand, tops)
    for lays in slow_rules.sequences(hand, 2):
        turn = parse_turn(" ".join(f"{card:02}{pile}" for card, pile in lays))
        assert is_legal(view, turn) == slow_rules.is_legal_turn(hand, slow_rules.plain(tops), lays)


@settings(max_examples=150)
@given(st.sets(st.integers(2, 59), max_size=6), st.data())
def test_the_way_of_the_compiled_build_finds_the_same_results_each_once(hand, data):
    cards = sorted(hand)
    up, down = (data.draw(st.sampled_from([1, 20, 30, 60, *cards])) for _ in range(2))
    assert_same_by_bits(cards, up, down)


def test_it_takes_an_opponents_card_on_top_and_ones_own_of_this_number_for_the_same_top():
    assert_same_by_bits([20, 30], 30, 20)


def assert_same_by_bits(cards, up, down):
    rest = 7 << 18
    usual = results.own_results(cards, up, down, rest)
    by_bits = results.own_results_by_bits(cards, up, down, rest)
    assert [*map(sorted, usual)] == [*map(sorted, by_bits)]


@settings(max_examples=150)
@given(st.sets(st.integers(2, 59), max_size=4), st.data())
def test_can_lay_two_equals_brute_force(hand, data):
    near = sorted(
        {t for card in hand for t in (card - 10, card - 1, card, card + 1, card + 10)} | {1, 60}
    )
    top = st.sampled_from([t for t in near if 1 <= t <= 60])
    tops = Tops(*(data.draw(top) for _ in range(4)))
    assert can_lay_two(mask_of(hand), tops) == slow_rules.can_lay_two(hand, slow_rules.plain(tops))


@pytest.mark.parametrize(
    ("hand", "tops", "expected"),
    [
        ({45, 35}, Tops(40, 3, 1, 60), True),  # 45^, and the jump back to 35 that it opens
        ({15, 25}, Tops(57, 20, 1, 60), True),  # 15v, and the jump back to 25
        ({30, 35}, Tops(40, 2, 1, 60), True),  # the jump to 30, and 35 above it
        ({46, 35}, Tops(50, 45, 1, 60), False),  # only 35v; 46 is no jump from it
        ({40, 41}, Tops(59, 2, 59, 2), False),  # two gifts, no card of one's own
        ({58}, Tops(1, 60, 59, 2), False),  # one card
        (set(), Tops(1, 60, 59, 2), False),
    ],
)
def test_can_lay_two_in_the_narrow_cases(hand, tops, expected):
    assert can_lay_two(mask_of(hand), tops) is expected
    assert slow_rules.can_lay_two(hand, slow_rules.plain(tops)) is expected


def test_a_jump_opened_by_an_earlier_card_is_legal():
    view_of({45, 35}, Tops(40, 60, 1, 60)).check(parse_turn("45^ 35^"))


@settings(max_examples=60)
@given(positions)
@example(({20, 30, 40, 41, 50, 51}, Tops(30, 31, 45, 15)))
def test_the_results_of_a_turn_are_all_there_and_each_once(position):
    hand, tops = position
    cards = sorted(hand)
    found = results.results(cards, tops)
    read = [
        (
            frozenset(card for place, card in enumerate(cards) if not result >> place & 1),
            tuple(results.tops_of(result)),
        )
        for result in found
    ]
    assert len(read) == len(set(read))
    assert set(read) == slow_rules.all_results(hand, slow_rules.plain(tops))


@settings(max_examples=40)
@given(positions)
def test_legal_gives_one_legal_turn_for_each_result(position):
    hand, tops = position
    view = view_of(hand, tops)
    reached = set()
    for turn in view.legal():
        view.check(turn)
        left, after = slow_rules.play_out(hand, slow_rules.plain(tops), written(turn.lays))
        reached.add((frozenset(left), tuple(after.values())))
    assert reached == slow_rules.all_results(hand, slow_rules.plain(tops))
    assert len(list(view.legal())) == len(reached)


@settings(max_examples=60)
@given(positions)
def test_a_draft_offers_exactly_the_steps_that_can_become_a_turn(position):
    hand, tops = position
    draft = view_of(hand, tops).draft()
    firsts = {
        lays[0]
        for lays in slow_rules.sequences(hand, 2)
        if slow_rules.is_legal_turn(hand, slow_rules.plain(tops), lays)
    }
    offered = {(step.card, step.pile.mark) for step, why in draft.steps().items() if why is None}
    assert offered == firsts
    assert {(step.card, step.pile.mark) for step in draft.legal_steps()} == firsts


@settings(max_examples=80)
@given(positions, st.data())
def test_walking_a_draft_gives_legal_turns_and_nothing_else(position, data):
    hand, tops = position
    view = view_of(hand, tops)
    draft = view.draft()
    while True:
        open_steps = [step for step, why in draft.steps().items() if why is None]
        assert sorted(map(str, open_steps)) == sorted(map(str, draft.legal_steps()))
        if draft.move:
            view.check(draft.move)
            assert draft.finish() == draft.move
        else:
            with pytest.raises(IllegalMove) as refused:
                draft.finish()
            assert refused.value.reason is Refusal.TOO_FEW
        if not open_steps:
            break
        draft = draft.add(data.draw(st.sampled_from(open_steps)))


@given(hands, st.data())
def test_the_view_during_a_turn_shows_the_cards_laid_so_far(hand, data):
    view = view_of(hand, Tops(1, 60, 30, 31))
    steps = view.draft().legal_steps()
    if not steps:
        return
    step = data.draw(st.sampled_from(steps))
    seen = view.during([step])
    assert cards_of(seen.hand) == sorted(hand - {step.card})
    assert seen.tops == view.tops.after(step)
    assert seen.sides[0].hand_size == len(hand) - 1
    assert view.during([]) == view


REFUSALS = [
    ("40^ 50^", Refusal.NOT_IN_HAND, "40 is not in hand"),
    ("41^ 41v", Refusal.LAID_TWICE, "41 is laid twice"),
    ("28^ 19^", Refusal.NOT_UP, "19^ cannot go on an ascending pile at 28"),
    ("19v 28v", Refusal.NOT_DOWN, "28v cannot go on a descending pile at 19"),
    ("41^' 28^", Refusal.NO_HELP_UP, "41^' does not improve the opponent's ascending pile at 30"),
    (
        "28v' 41^",
        Refusal.NO_HELP_DOWN,
        "28v' does not improve the opponent's descending pile at 31",
    ),
    ("19^' 41v'", Refusal.SECOND_GIFT, "41v' would be a second card on the opponent's piles"),
    ("41^", Refusal.TOO_FEW, "at least two cards must be laid, not 1"),
]


@pytest.mark.parametrize(("text", "reason", "words"), REFUSALS)
def test_a_refusal_says_why(text, reason, words):
    view = view_of({19, 28, 41}, Tops(10, 50, 30, 31))
    with pytest.raises(IllegalMove) as refused:
        view.check(parse_turn(text))
    assert refused.value.reason is reason
    assert str(refused.value) == words


def test_a_first_card_that_leaves_no_second_is_refused_with_that_reason():
    draft = view_of({25, 35}, Tops(34, 2, 1, 60)).draft()
    wrong, right = Lay(35, Pile.UP), Lay(35, Pile.UP)
    assert draft.steps()[right] is None  # 35^ opens the jump to 25
    draft = view_of({25, 36}, Tops(35, 2, 30, 60)).draft()
    wrong = Lay(36, Pile.UP)
    assert draft.steps()[wrong] is None  # 25^' is left as a gift
    draft = view_of({25, 36}, Tops(35, 2, 1, 60)).draft()
    assert str(draft.steps()[wrong]) == "36^ first would leave no second card"
    with pytest.raises(IllegalMove) as refused:
        draft.add(wrong)
    assert refused.value.reason is Refusal.NO_SECOND
    assert draft.add(Lay(25, Pile.UP)).add(wrong).move == parse_turn("25^ 36^")


def test_a_gift_that_leaves_no_card_of_ones_own_is_refused():
    draft = view_of({25, 36}, Tops(35, 2, 1, 20)).draft()
    assert draft.steps()[Lay(36, Pile.THEIR_DOWN)] is None  # then the jump 25^
    draft = view_of({24, 36}, Tops(35, 2, 1, 20)).draft()
    assert draft.steps()[Lay(36, Pile.THEIR_DOWN)].reason is Refusal.NO_SECOND
    assert draft.steps()[Lay(36, Pile.UP)] is None  # then the gift 24v'
