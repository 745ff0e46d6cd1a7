"""Our own chance, against values worked out by hand with `sha256sum`."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shuffle import Lots, seat_seed

# printf 42/0/0 | sha256sum, and 42/0/1: the first eight words of seed 42, event 0
WORDS = [
    *(0xC034E71B69057D15, 0x84206692E2B56ED8, 0x16FB8CE058956733, 0x0C43CAD326B9E55C),
    *(0xFC3E0D831DCE42E7, 0x080BF8EBD3166DCE, 0x035FE2120F14CAE9, 0xC9D767916695E08B),
]


def test_the_words_are_those_of_the_digest_in_order():
    lots = Lots(42, 0)
    assert [lots.below(1 << 64) for _ in WORDS] == WORDS


def test_a_word_gives_its_remainder():
    lots = Lots(42, 0)
    assert (
        [lots.below(6) for _ in WORDS] == [word % 6 for word in WORDS] == [5, 2, 5, 4, 3, 0, 5, 3]
    )


def test_words_beyond_the_last_whole_multiple_are_rejected():
    assert Lots(42, 0).below((1 << 63) + 1) == WORDS[2]  # the first two are above 2**63


def test_the_shuffle_is_fisher_yates_from_the_last_place_down():
    # 13849948858983218453 % 6 = 5: F stays. 9520722393316028120 % 5 = 0: E changes with A.
    # 1656072183175538483 % 4 = 3: D stays. 883772960131376476 % 3 = 1: C changes with B.
    # 18175980002905834215 % 2 = 1: C stays.
    assert Lots(42, 0).shuffled("ABCDEF") == ["E", "C", "B", "D", "A", "F"]


def test_another_event_and_another_seed_draw_other_lots():
    firsts = {
        (seed, event): Lots(seed, event).below(1 << 64)
        for seed in range(5)
        for event in range(-2, 5)
    }
    assert len(set(firsts.values())) == len(firsts)
    assert firsts[1, 2] == Lots(1, 2).below(1 << 64)


@given(st.integers(0, 2**64), st.lists(st.integers()))
def test_a_shuffle_loses_and_invents_nothing(seed, things):
    assert Counter(Lots(seed, 0).shuffled(things)) == Counter(things)


def test_every_order_is_about_equally_likely():
    tries = 240 * factorial(4)
    counts = Counter(tuple(Lots(seed, 0).shuffled("ABCD")) for seed in range(tries))
    expected = tries / factorial(4)
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert len(counts) == factorial(4)
    assert chi_squared < 49.7  # 23 degrees of freedom, one in a thousand is above


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_there_must_be_something_to_draw_from(bound):
    with pytest.raises(ValueError, match="lots are drawn from 1"):
        Lots(1, 1).below(bound)


def test_each_seat_gets_a_seed_of_its_own_that_json_readers_keep():
    seeds = [seat_seed(7, seat) for seat in range(8)]
    assert len(set(seeds)) == 8
    assert all(0 <= seed < 1 << 53 for seed in seeds)
