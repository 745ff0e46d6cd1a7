"""How fast the engines of card games are: the rules of the duel and of Dame de Pique.

Of the duel: distinct results of a turn, random games and greedy games a second. Of Dame de Pique:
random rounds a second.

The rates depend on the machine; the ratios, measured side by side, do not. Compared with: the plain
re-statement of the rules in the tests, and the rates of a throw-away prototype.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any

# in place of this folder, where `engine` would be this very script
sys.path[0] = str(Path(__file__).parents[1] / "tests" / "support")

import slow_rules

from engine.duel import results
from engine.duel.game import DUEL
from engine.duel.rules import Tops, cards_of
from engine.duel.state import DuelOptions
from engine.duel.view import DuelView
from engine.game import CHANCE
from engine.hearts.cards import CARDS
from engine.hearts.game import HEARTS
from engine.hearts.moves import CardPass, Move
from engine.hearts.options import HeartsOptions
from engine.shuffle import Lots, seat_seed
from engine.table import Sitter, Table

ROUNDS = 5
PROTOTYPE_RESULTS = 10_000
PROTOTYPE_GAMES = 390
HEARTS_ROUNDS = 400
"""So many random rounds of Dame de Pique a second are the goal."""

Position = tuple[list[int], Tops]


def play(seed: int, kind: str, positions: list[Position] | None = None) -> int:
    """Play a whole game, note its positions, and return its turns."""
    players = [DUEL.computer_players[kind](seat_seed(seed, seat)) for seat in (0, 1)]
    table = Table(DUEL, DuelOptions("north"), [Sitter(kind), Sitter(kind)], seed)
    while table.outcome is None:
        seat = table.to_move[0]
        view = table.view(seat)
        if positions is not None and isinstance(view, DuelView):
            positions.append((cards_of(view.hand), view.tops))
        table.play(seat, players[seat].choose(view))
    return len(table.plays) - 1


def seconds(work: Callable[[], object]) -> float:
    """Return how long the work takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def each(enumerate_results: Callable[..., object], positions: list[Any]) -> None:
    """Enumerate the results of every position."""
    for position in positions:
        enumerate_results(*position)


def some_games(kind: str, count: int, first: int) -> None:
    """Play `count` games with the seeds from `first` on."""
    for seed in range(first, first + count):
        play(seed, kind)


def random_rounds(count: int, first: int) -> None:
    """Play random rounds of Dame de Pique by checked `play`, with the seeds from `first` on."""
    for seed in range(first, first + count):
        random, state, moves = Random(seed), HEARTS.start(HeartsOptions()), 0
        while not state.rounds:
            seat = state.to_move[0]
            if seat == CHANCE:
                move: Move = state.chance(Lots(seed, moves))
            elif state.leader is None:
                hand = [card for card in CARDS if state.hands[seat] >> card & 1]
                move = CardPass(sum(1 << card for card in random.sample(hand, 3)))
            else:
                legal = state.playable(seat)
                move = random.choice([card for card in CARDS if legal >> card & 1])
            state, moves = state.play(seat, move), moves + 1


def main() -> None:
    """Measure in turns, and print medians."""
    positions: list[Position] = []
    for seed in range(12):
        play(seed, "random", positions)
        play(seed, "greedy", positions)
    counts = [len(results.results(*position)) for position in positions]
    sample = [(set(c), slow_rules.plain(t)) for c, t in positions[:: len(positions) // 60]]
    work: dict[str, tuple[int, Callable[[int], object]]] = {
        "results": (len(positions), lambda _: each(results.results, positions)),
        "plain": (len(sample), lambda _: each(slow_rules.all_results, sample)),
        "random": (100, lambda turn: some_games("random", 100, 100 * turn)),
        "greedy": (30, lambda turn: some_games("greedy", 30, 30 * turn)),
        "hearts": (200, lambda turn: random_rounds(200, 200 * turn)),
    }
    rates: dict[str, list[float]] = {name: [] for name in work}
    for turn in range(ROUNDS):
        for name, (amount, do) in work.items():
            rates[name].append(amount / seconds(lambda do=do, turn=turn: do(turn)))  # type: ignore[misc]
    rate = {name: median(values) for name, values in rates.items()}
    print(
        f"{len(positions)} positions, distinct results: mean {mean(counts):.0f}, most {max(counts)}"
    )
    for name, words, prototype in (
        ("results", "enumerations a second", PROTOTYPE_RESULTS),
        ("random", "random games a second", PROTOTYPE_GAMES),
    ):
        ratio = rate[name] / prototype
        print(f"{words:34} {rate[name]:7.0f}   {ratio:5.2f} x the prototype (goal: 1)")
    ratio = rate["hearts"] / HEARTS_ROUNDS
    words = "random rounds of Dame de Pique"
    print(f"{words:34} {rate['hearts']:7.0f}   {ratio:5.2f} x the goal (goal: 1)")
    print(f"{'greedy games a second':34} {rate['greedy']:7.0f}")
    print(f"{'enumeration, fast to plain':34} {rate['results'] / rate['plain']:7.1f} x")
    per_game = rate["results"] / rate["random"]
    before = PROTOTYPE_RESULTS / PROTOTYPE_GAMES
    print(f"{'enumerations in a random game':34} {per_game:7.1f}   (prototype: {before:.1f})")


if __name__ == "__main__":
    main()
