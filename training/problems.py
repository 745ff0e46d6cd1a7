"""Finds the problems anew: `python training/problems.py duel`, and `zen`.

Computers play games, weak ones too, for their games come to narrow places. Each position of a game
is asked whether it is a problem, by the proof in `engine/KEY/problems.py`. The levels then try each
problem, and its first rating is what these results are worth by Glicko-2. Games are numbered, and
the lots of each follow from its number: the same sources find the same problems.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.duel.game import DUEL
from engine.duel.players import LevelPlayer
from engine.duel.problems import SURVIVE, WIN, DuelProblem
from engine.duel.results import turn_to
from engine.duel.rules import cards_of
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import knowledge_of
from engine.game import Player, State, never
from engine.games import describe
from engine.problems import read_problem
from engine.table import Sitter, Table
from engine.zen.forced import DEEPEST, ForcedWins
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from engine.zen.problems import ZenProblem
from engine.zen.state import ZenState
from saves.problems import MAX_BYTES, path_of
from saves.rating import USUAL, Met, Rating, rated

WANTED: Final = {
    "duel": {SURVIVE: 700, WIN: 320},
    "zen": {"win 1": 90, "win 2": 130, "win 3": 90},
}
"""How many problems of each kind are wanted."""

MOST_OF_A_GAME: Final = 2
"""The most problems of a kind that one game gives."""

FEWEST_OUTCOMES: Final = 5
"""The fewest outcomes of a turn among which there is something to find."""

ERRING: Final = 0.1
"""How often a player of the duel's games lays by lot."""

LAST_DRAWS: Final = 6
PLAYOUTS: Final = 16
"""From a position with so few cards to draw, so many ends are played by lot, each problems too."""

OPENING: Final = 8
LONGEST: Final = 150
LAST_MOVES: Final = 6
"""Of a game of Zen: its first moves, which are by lot, its most moves, its last ones."""

TRIES: Final = {
    "duel": {"random": 4, "novice": 8, "casual": 8, "greedy": 1, "club": 1, "expert": 3},
    "zen": {"random": 4, "novice": 6, "greedy": 1, "casual": 6, "club": 3},
}
"""How often each level tries a problem."""


def play(
    start: State[Any], choose: Callable[[int, Any], Any], most: int = 1_000
) -> Iterator[State[Any]]:
    """Yield each state of a game in which somebody is to move."""
    state = start
    for _ply in range(most):
        if not state.to_move:
            return
        yield state
        (seat,) = state.to_move
        state = state.play(seat, choose(seat, state.view(seat)))


def _choose(player: Player[Any], _seat: int, view: Any) -> Any:
    return player.choose(view)


def duel_game(number: int) -> list[str]:
    """Return the problems in a game of the duel."""
    random = Random(f"duel {number}")
    kinds = [random.choice(["greedy", "greedy", "random"]) for _seat in range(2)]
    players = [DUEL.computer_players[kind](number + seat) for seat, kind in enumerate(kinds)]
    erring = DUEL.computer_players["random"](number)

    def choose(seat: int, view: Any) -> Any:
        return (erring if random.random() < ERRING else players[seat]).choose(view)

    found: dict[str, str] = {}
    start = Table(DUEL, DuelOptions(), [Sitter("NORD"), Sitter("SUD")], number).state
    playouts = 0
    for state in play(start, choose):
        assert isinstance(state, DuelState)
        _ask_duel(state, found)
        if 0 < sum(map(len, state.decks)) <= LAST_DRAWS:
            for _playout in range(PLAYOUTS):
                playouts += 1
                lots = DUEL.computer_players["random"](number + 1_000_003 * playouts)
                for later in play(state, partial(_choose, lots)):
                    assert isinstance(later, DuelState)
                    _ask_duel(later, found)
    return _few(found)


def _ask_duel(state: DuelState, found: dict[str, str]) -> None:
    """Add the problem in a state, if there is one."""
    known = knowledge_of(state.view(state.mover))
    kind = SURVIVE
    if known.knows_their_hand:
        if known.draw:
            return
        kind = WIN
    problem = DuelProblem(kind, known)
    if len(problem.results()) >= FEWEST_OUTCOMES and problem.is_proper():
        found.setdefault(str(problem), kind)


def zen_game(number: int) -> list[str]:
    """Return the problems in a game of Zen."""
    random = Random(f"zen {number}")
    kinds = [random.choice(["novice", "greedy", "casual"]) for _seat in range(2)]
    players = [ZEN.computer_players[kind](number + seat) for seat, kind in enumerate(kinds)]
    lots = ZEN.computer_players["random"](number)

    def choose(seat: int, view: Any) -> Any:
        return (lots if len(view.log) < OPENING else players[seat]).choose(view)

    start = Table(ZEN, ZenOptions(), [Sitter("B"), Sitter("W")], number).state
    states = [*play(start, choose, LONGEST)]
    found: dict[str, str] = {}
    for state in states[-LAST_MOVES:]:
        assert isinstance(state, ZenState)
        prover = ForcedWins()
        for moves in range(1, DEEPEST + 1):
            if prover.wins(state.position, moves):
                problem = ZenProblem(moves, state.position)
                if problem.is_proper():
                    found[str(problem)] = problem.kind
                break
    return _few(found)


def _few(found: dict[str, str]) -> list[str]:
    """Return some problems of each kind: those of one game resemble each other."""
    taken: Counter[str] = Counter()
    few = []
    for text, kind in found.items():
        if taken[kind] < MOST_OF_A_GAME and len(text) < MAX_BYTES - 40:
            taken[kind] += 1
            few.append(text)
    return few


def try_all(game: str, text: str) -> int:
    """Return what the tries of the levels are worth: the rating of a problem."""
    problem = read_problem(game, text)
    view = problem.start().view(problem.seat)
    rating, worth = Rating(), describe(game).worth
    results = []
    for kind, tries in TRIES[game].items():
        for seed in range(tries):
            is_solved = problem.solves(_first_thought(game, kind, seed, view))
            results.append(Met(USUAL + worth[kind], 0.0 if is_solved else 1.0))
    return round(rated(rating, results).points)


def _first_thought(game: str, kind: str, seed: int, view: Any) -> Any:
    """Return the move of a level; one of the duel does not solve the end exactly here."""
    player = (DUEL if game == "duel" else ZEN).computer_players[kind](seed)
    if not isinstance(player, LevelPlayer):
        return player.choose(view)
    known = knowledge_of(view)
    result = player.choose_result(view, known, Random(seed), never)
    return turn_to(result, cards_of(known.hand), known.tops)


def find(game: str, processes: int) -> dict[str, list[str]]:
    """Return the problems of the first games, by kind."""
    wanted = WANTED[game]
    found: dict[str, list[str]] = {kind: [] for kind in wanted}
    with Pool(processes) as pool:
        games = duel_game if game == "duel" else zen_game
        for number, texts in enumerate(pool.imap(games, count(), 8), 1):
            for text in texts:
                kind = read_problem(game, text).kind
                if len(found[kind]) < wanted[kind] and text not in found[kind]:
                    found[kind].append(text)
            if not number % 100:
                print(number, {kind: len(some) for kind, some in found.items()}, flush=True)
            if all(len(found[kind]) == wanted[kind] for kind in wanted):
                return found
    raise AssertionError("there are games without end")


def main() -> None:
    """Find the problems of a game, rate them, and write their file, the easiest first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=WANTED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--most", type=int, help="so many of each kind, for a trial")
    parser.add_argument("--out", type=Path, help="another file")
    options = parser.parse_args()
    if options.most:
        WANTED[options.game] = dict.fromkeys(WANTED[options.game], options.most)
    texts = [text for some in find(options.game, options.processes).values() for text in some]
    with Pool(options.processes) as pool:
        ratings = pool.map(partial(try_all, options.game), texts, 8)
    found = sorted(zip(ratings, texts, strict=True))
    lines = [json.dumps({"rating": rating, "problem": text}) for rating, text in found]
    path = options.out or path_of(options.game)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    print(len(lines), max(map(len, lines)), *sorted(ratings)[:: max(1, len(ratings) // 10)])


if __name__ == "__main__":
    main()
