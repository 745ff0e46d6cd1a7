"""The learned judgement, held against the same net told again lane by lane."""

from __future__ import annotations

import zlib
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from struct import unpack

import pytest

from engine.duel import learned_evaluation
from engine.duel.learned_evaluation import (
    chance,
    other_rows,
    own_rows,
    race_rows,
    worth,
    worth_by_lanes,
)
from engine.duel.rules import mask_of

LANES = 16
ONE = 1024
OWN = {
    "tops": 16 * 16,
    "room": 25 * 15,
    "gaps": 17 * 17 * 2,
    "both": 17 * 17 * 4,
    "hand": 7 * 7,
    "left": 30 * 7,
    "near": 9 * 9 * 4,
    "fit": 15 * 15,
    "two": 64 * 7,
    "three": 32 * 32,
    "four": 64 * 7,
    "wide": 17 * 17,
    "chain": 4 * 4 * 7,
    "third": 17 * 17,
    "dead": 16 * 32,
}
OTHER = {
    "their tops": 16 * 16,
    "their room": 25 * 15,
    "their near": 9 * 9 * 4,
    "their wide": 17 * 17,
    "their fit": 15 * 15,
    "their hand": 7 * 20,
    "their dead": 16 * 32,
}
RACE = {"both rooms": 16 * 16, "both left": 31 * 31}
SIZES = OWN | OTHER | RACE
BEGINS = dict(zip(SIZES, accumulate([0, *SIZES.values()]), strict=False))
ROWS = sum(SIZES.values())

FILE = zlib.decompress((Path(learned_evaluation.__file__).parent / "weights.bin").read_bytes())
NUMBERS = [number - (1 << 15) for number in unpack(f"<{len(FILE) // 2}H", FILE)]
TABLE = [NUMBERS[at : at + LANES] for at in range(0, ROWS * LANES, LANES)]
OUTPUTS = NUMBERS[ROWS * LANES :]


def nearest(gaps: list[int]) -> list[int]:
    return [*sorted(gaps), 60, 60, 60, 60][:4]


def wide_is(gap: int) -> int:
    return 0 if gap == 60 else min(gap, 16)


def cheapest(count: int, ups: list[int], downs: list[int]) -> int:
    """Return the least that so many cards cost on the two piles together, as a feature has it."""
    up, down = [0, *ups], [0, *downs]
    return min(63, 20 + min(up[n] + down[count - n] for n in range(count + 1)))


def picked_own(
    kept: set[int], draw: set[int], up: int, down: int, drawn: int
) -> list[tuple[str, int]]:
    """Return the features of the side that has laid: which table, which of its rows."""
    ups, downs = (
        nearest([c - up for c in kept if c > up]),
        nearest([down - c for c in kept if c < down]),
    )
    near_up, near_down = [wide_is(gap) for gap in ups], [wide_is(gap) for gap in downs]
    jump_up, jump_down = up - 10 in kept, down + 10 in kept
    fall = [-10, *ups] if jump_up else ups
    rise = [-10, *downs] if jump_down else downs
    two, three, four = (cheapest(count, fall, rise) for count in (2, 3, 4))
    lower = [card for card in kept if card + 10 in kept]
    chains_up = min(3, sum(card > up for card in lower))
    chains_down = min(3, sum(card + 10 < down for card in lower))
    every = kept | draw
    edge = 61 - down
    return [
        ("tops", up // 4 * 16 + edge // 4),
        ("room", (up + edge) // 5 * 15 + len(every) // 4),
        ("gaps", (near_up[0] * 17 + near_up[1]) * 2 + jump_up),
        ("gaps", (near_down[0] * 17 + near_down[1]) * 2 + jump_down),
        ("both", (near_up[0] * 17 + near_down[0]) * 4 + 2 * jump_up + jump_down),
        ("hand", len(kept) * 7 + drawn),
        ("left", len(every) // 2 * 7 + drawn),
        ("near", near(draw, up, down, 8, 9) * 4 + 2 * (up - 10 in draw) + (down + 10 in draw)),
        ("fit", sum(c > up for c in every) // 4 * 15 + sum(c < down for c in every) // 4),
        ("two", two * 7 + len(kept)),
        ("three", two // 2 * 32 + three // 2),
        ("four", four * 7 + len(kept)),
        ("wide", near(draw, up, down, 16, 17)),
        ("chain", (chains_up * 4 + chains_down) * 7 + len(kept)),
        ("third", near_up[1] * 17 + near_down[1]),
        ("dead", dead(every, up, down)),
    ]


def dead(cards: set[int], up: int, down: int) -> int:
    return min(15, sum(down <= card <= up for card in cards)) * 32 + min(31, len(cards))


def near(cards: set[int], up: int, down: int, reach: int, base: int) -> int:
    above = sum(up < card <= up + reach for card in cards)
    return above * base + sum(down - reach <= card < down for card in cards)


def picked_other(left: set[int], hand_size: int, up: int, down: int) -> list[tuple[str, int]]:
    """Return the features of the other side."""
    edge = 61 - down
    return [
        ("their tops", up // 4 * 16 + edge // 4),
        ("their room", (up + edge) // 5 * 15 + len(left) // 4),
        (
            "their near",
            near(left, up, down, 8, 9) * 4 + 2 * (up - 10 in left) + (down + 10 in left),
        ),
        ("their wide", near(left, up, down, 16, 17)),
        ("their fit", sum(c > up for c in left) // 4 * 15 + sum(c < down for c in left) // 4),
        ("their hand", hand_size * 20 + len(left) // 3),
        ("their dead", dead(left, up, down)),
    ]


def picked_race(
    mine: int, up: int, down: int, theirs: int, their_up: int, their_down: int
) -> list[tuple[str, int]]:
    """Return the features of both sides together; the numbers of their cards come first."""
    room, their_room = (up + 61 - down) // 8, (their_up + 61 - their_down) // 8
    return [
        ("both rooms", room * 16 + their_room),
        ("both left", finely(mine) * 31 + finely(theirs)),
    ]


def finely(count: int) -> int:
    return count if count < 16 else 16 + (count - 16) // 3


def lanes_of(picked: list[tuple[str, int]]) -> list[int]:
    rows = []
    for name, at in picked:
        assert 0 <= at < SIZES[name], (name, at)
        rows.append(TABLE[BEGINS[name] + at])
    return [sum(lane) for lane in zip(*rows, strict=True)]


def slow_worth(lanes: list[int]) -> int:
    straight, *clipped = lanes
    return ONE * straight + sum(
        weight * max(-ONE, min(ONE, lane))
        for weight, lane in zip(OUTPUTS[1:], clipped, strict=True)
    )


def some_positions(count: int):
    """Yield what `own_rows` and `other_rows` are given, with sets for masks."""
    random = Random(7)
    for _ in range(count):
        mine = random.sample(range(2, 60), random.randint(1, 58))
        theirs = set(random.sample(range(2, 60), random.randint(0, 58)))
        up, their_up = (random.randint(1, 59) for _ in range(2))
        down, their_down = (random.randint(2, 60) for _ in range(2))
        kept = random.randint(0, 4)
        near_cards = [
            c for c in (up - 10, up + 1, up + 3, up + 11, down + 10, down - 2) if c in mine
        ]
        cards = [*near_cards, *mine] if random.random() < 0.5 else mine
        hand = set(cards[:kept])
        draw = set(mine) - hand
        drawn = random.randint(0, min(6 - len(hand), len(draw)))
        size = random.randint(0, min(6, len(theirs)))
        yield (hand, draw, up, down, drawn), (theirs, size, their_up, their_down)


def test_the_learned_judgement_equals_its_plain_retelling():
    worths = set()
    for (kept, draw, up, down, drawn), (left, size, *tops) in some_positions(1500):
        race = (len(kept | draw), up, down, len(left), *tops)
        fast = worth(
            own_rows(mask_of(kept), mask_of(draw), up, down, drawn)
            + other_rows(mask_of(left), size, *tops)
            + race_rows(*race)
        )
        picked = picked_own(kept, draw, up, down, drawn) + picked_other(left, size, *tops)
        picked += picked_race(*race)
        assert len(picked) == 16 + 7 + 2
        assert fast == slow_worth(lanes_of(picked)), (kept, draw, up, down, drawn, left, size, tops)
        worths.add(fast)
    assert len(worths) > 1000


def test_the_file_holds_the_rows_and_one_output_weight_for_each_lane():
    assert learned_evaluation.SIZE == ROWS
    assert len(NUMBERS) == (ROWS + 1) * LANES
    assert OUTPUTS[0] == 0  # lane 0 counts straight


def test_no_lane_can_overflow_whatever_rows_are_picked():
    tables = [name for name, _ in picked_own(set(), set(), 1, 60, 0)]
    tables += [name for name, _ in picked_other(set(), 0, 1, 60)]
    tables += [name for name, _ in picked_race(0, 1, 60, 0, 1, 60)]
    assert len(tables) == 25
    for lane in range(LANES):
        largest = {
            name: max(abs(row[lane]) for row in TABLE[begin : begin + SIZES[name]])
            for name, begin in BEGINS.items()
        }
        assert sum(largest[name] for name in tables) < 1 << 15, lane


def test_a_lane_that_is_as_low_or_as_high_as_it_can_be_leaves_the_others_alone():
    ones = [1 << 16 * lane for lane in range(LANES)]
    for lane in range(1, LANES):
        for value in (-(1 << 15), -ONE - 1, -ONE, -1, 1, ONE, ONE + 1, (1 << 15) - 1):
            assert worth(value * ones[lane]) == slow_worth(
                [value if place == lane else 0 for place in range(LANES)]
            )
            assert worth(value * ones[lane] - 7 * ones[0]) == worth(value * ones[lane]) - 7 * ONE
            assert worth_by_lanes(value * ones[lane]) == worth(value * ones[lane])


def test_the_chance_grows_with_the_worth_from_0_over_a_half_to_1():
    worths = [part * ONE * ONE // 8 for part in range(-400, 401)]
    chances = list(map(chance, worths))
    assert chance(0) == 0.5
    assert all(low < high for low, high in pairwise(chances))
    assert 0 < chances[0] < 0.01
    assert 0.99 < chances[-1] < 1
    assert all(
        low + high == pytest.approx(1) for low, high in zip(chances, chances[::-1], strict=True)
    )
