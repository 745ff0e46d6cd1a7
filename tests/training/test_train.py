"""The trainer: the same seeds give the same weights, and the engine reads them as it means them."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from engine.duel.learned_evaluation import ONE, other_rows, own_rows, race_rows, worth
from engine.duel.open_evaluation import open_chance
from engine.duel.referee import Position, Referee
from engine.duel.rules import DECK, Tops, cards_of, mask_of, swapped_tops

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")


@pytest.fixture(scope="module")
def train():
    spec = importlib.util.spec_from_file_location("train", ROOT / "training" / "train.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["train"]


@pytest.fixture(scope="module")
def kernel(train, tmp_path_factory):
    return train.Kernel(tmp_path_factory.mktemp("kernel"))


def test_the_same_seeds_give_the_same_weights(train, kernel):
    said = []
    first = train.packed(train.train(kernel, 0.0005, said.append))
    again = train.packed(train.train(kernel, 0.0005, said.append))
    assert first == again
    assert len(said) == 2 * len(train.ROUNDS)
    assert first != train.packed(kernel.fresh(kernel.rows, 1))


def test_a_little_learning_beats_none(train, kernel):
    learned = train.Player(train.train(kernel, 0.002, lambda line: None))
    ignorant = train.Player(kernel.fresh(kernel.rows, 1))
    assert kernel.share(learned, ignorant, 50) > 80


def test_the_engine_judges_as_the_kernel_does(train, kernel):
    weights = train.unpacked(kernel, (ROOT / "engine" / "duel" / "weights.bin").read_bytes())
    random = Random(7)
    for _ in range(300):
        kept, draw, left = some_cards(random, 4), some_cards(random, 52), some_cards(random, 58)
        draw &= ~kept
        up, down, their_up, their_down = (random.randint(1, 60) for _ in range(4))
        drawn, hand = random.randint(0, 6), random.randint(0, 6)
        ours = worth(
            own_rows(kept, draw, up, down, drawn)
            + other_rows(left, hand, their_up, their_down)
            + race_rows((kept | draw).bit_count(), up, down, left.bit_count(), their_up, their_down)
        )
        kernels = kernel.worth_after(
            weights, kept, draw, up, down, drawn, left, hand, their_up, their_down
        )
        assert ours / (ONE * ONE) == pytest.approx(kernels, abs=1e-9)


def test_the_engine_judges_open_hands_as_the_kernel_does(train, kernel):
    weights = train.unpacked(kernel, (ROOT / "engine" / "duel" / "open_weights.bin").read_bytes())
    random = Random(8)
    for _ in range(300):
        hand, their_hand = some_cards(random, 6), some_cards(random, 6)
        draw, their_draw = some_cards(random, 52) & ~hand, some_cards(random, 52) & ~their_hand
        tops = Tops(*(random.randint(1, 60) for _ in range(4)))
        kernels = kernel.open_chance(
            weights, hand, draw, *tops[:2], their_hand, their_draw, *tops[2:]
        )
        ours = open_chance(hand, draw, tops, their_hand, their_draw)
        assert ours == pytest.approx(kernels, abs=1e-9)


def test_the_net_for_open_hands_learns_the_same_and_something(train, kernel):
    light = train.unpacked(kernel, (ROOT / "engine" / "duel" / "weights.bin").read_bytes())
    first, again = (
        train.packed(train.train_open(kernel, light, 0.0005, lambda line: None)) for _ in range(2)
    )
    assert first == again
    assert first != train.packed(kernel.fresh(kernel.open_rows, 5))


def test_a_player_that_looks_ahead_beats_greedy(train, kernel):
    player = train.Player(train.unpacked(kernel, train.WEIGHTS.read_bytes()), worlds=8)
    assert kernel.share(player, train.Player(), 60) > 70


def test_games_that_are_played_on_end_exactly_once_no_lot_is_left(train, kernel):
    light = train.Player(train.unpacked(kernel, train.WEIGHTS.read_bytes()))
    random, won = Random(9), 0
    for at in range(300):
        held, theirs = (random.sample(cards_of(DECK), 8) for _ in range(2))
        kept, draw, their_hand = map(mask_of, (held[:6], held[6 : 6 + at % 3], theirs[:6]))
        tops = Tops(*(random.randint(1, 60) for _ in range(4)))
        chance = Referee().chance(Position(their_hand, 0, kept, draw, swapped_tops(tops)))
        left = kept, draw, *tops[:2], 0, their_hand, 6, *tops[2:]
        assert kernel.share_after(light, 1, 1, *left) == 1 - chance
        won += chance > 0
    assert 100 < won < 290


def some_cards(random: Random, most: int) -> int:
    return mask_of(random.sample(cards_of(DECK), random.randint(0, most)))
