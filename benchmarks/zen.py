"""How fast Zen is: moves, ends, échecs, random games, nodes of the look ahead, `master`.

The rates depend on the machine; the ratio to a version with dictionaries, measured side by side in
turns, does not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter

# in place of this folder, where `engine` would be a script
sys.path[0] = str(Path(__file__).parents[1])

from arena.statistics import quantile
from engine.shuffle import seat_seed
from engine.table import Sitter, Table
from engine.zen.board import Position, after, moves
from engine.zen.ending import is_echec, result
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from engine.zen.positions import START
from engine.zen.search import Search
from engine.zen.squares import squares_of

ROUNDS = 5
GOAL = 3
GAMES = 12
NODES = 10_000
MASTERS = 3
MOST_SECONDS = 1

Place = tuple[int, int]
Board = dict[Place, str]

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
BOARD = [(x, y) for y in range(11) for x in range(11)]


def _ray(place: Place, way: Place) -> list[Place]:
    x, y = place
    ray = [(x + n * way[0], y + n * way[1]) for n in range(1, 11)]
    return [at for at in ray if 0 <= at[0] < 11 and 0 <= at[1] < 11]


RAYS = {place: [(_ray(place, (x, y)), _ray(place, (-x, -y))) for x, y in WAYS] for place in BOARD}


def plain_moves(board: Board, side: str, barred: Place | None) -> list[tuple[Place, Place]]:
    """Return every move, with dictionaries and ready-made rays: what one would write at first."""
    found = []
    enemy = "W" if side == "B" else "B"
    for start, piece in board.items():
        if piece == enemy:
            continue
        for rays in RAYS[start]:
            count = 1 + sum(place in board for place in chain(*rays))
            for ray in rays:
                if len(ray) < count or board.get(ray[count - 1]) == side:
                    continue
                if any(board.get(place) == enemy for place in ray[: count - 1]):
                    continue
                end = ray[count - 1]
                if piece == "Z" and (end == barred or not _touches(board, end)):
                    continue
                found.append((start, end))
    return found


def _touches(board: Board, end: Place) -> bool:
    return any(ray and board.get(ray[0], "Z") != "Z" for rays in RAYS[end] for ray in rays)


def as_board(position: Position) -> tuple[Board, str, Place | None]:
    """Return a position as the plain version has it."""
    board = {
        (square % 11, square // 11): letter
        for letter, mask in zip("BWZ", position[:3], strict=True)
        for square in squares_of(mask)
    }
    barred = [(square % 11, square // 11) for square in squares_of(position.barred)]
    return board, "BW"[position.side], barred[0] if barred else None


def some_positions() -> list[Position]:
    """Return the positions of random games."""
    found, chance = [], Random(1)
    for _ in range(GAMES):
        position = START
        while result(position, 1) is None:
            found.append(position)
            position = after(position, chance.choice(moves(position, 1)))
    return found


def play(seed: int) -> int:
    """Play a whole game of random players, and return its turns."""
    options = ZenOptions(first="black")
    players = [ZEN.computer_players["random"](seat_seed(seed, seat)) for seat in (0, 1)]
    table = Table(ZEN, options, [Sitter(name) for name in options.seats], seed)
    while table.outcome is None:
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.view(seat)))
    return len(table.plays)


def look_ahead(position: Position) -> int:
    """Look ahead as the strongest players do, and return the nodes."""
    return Search(1).best(position, NODES).nodes


def masters_decisions() -> list[float]:
    """Return how many seconds `master` took for each move of whole games against `club`."""
    taken = []
    for seed in range(MASTERS):
        options = ZenOptions(first="black" if seed % 2 else "white")
        players = [ZEN.computer_players[kind](seed) for kind in ("master", "club")]
        table = Table(ZEN, options, [Sitter(name) for name in options.seats], seed)
        while table.outcome is None:
            seat = table.to_move[0]
            view = table.view(seat)
            begin = perf_counter()
            move = players[seat].choose(view)
            if seat == 0:
                taken.append(perf_counter() - begin)
            table.play(seat, move)
    return sorted(taken)


def seconds(work: Callable[[], object]) -> float:
    """Return how long the work takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def main() -> None:
    """Measure in turns, and print medians."""
    positions = some_positions()
    few = positions[:: len(positions) // 400]
    boards = [as_board(position) for position in few]
    for position, board in zip(few, boards, strict=True):
        assert len(moves(position, 1)) == len(plain_moves(*board))
    goes: dict[str, tuple[int, Callable[[], object]]] = {
        "plain": (len(boards), lambda: [plain_moves(*board) for board in boards]),
        "moves": (len(positions), lambda: [moves(position, 1) for position in positions]),
        "result": (len(positions), lambda: [result(position, 1) for position in positions]),
        "echec": (len(few), lambda: [is_echec(position, 1) for position in few]),
    }
    rates: dict[str, list[float]] = {name: [] for name in (*goes, "turns", "nodes")}
    for number in range(ROUNDS):
        for name, (amount, work) in goes.items():
            rates[name].append(amount / seconds(work))
        begin = perf_counter()
        turns = sum(play(seed) for seed in range(2 * number, 2 * number + 2))
        rates["turns"].append(turns / (perf_counter() - begin))
        begin = perf_counter()
        nodes = sum(look_ahead(position) for position in few[number :: len(few) // 4])
        rates["nodes"].append(nodes / (perf_counter() - begin))
    rate = {name: median(values) for name, values in rates.items()}
    counts = [len(moves(position, 1)) for position in positions]
    print(f"{len(positions)} positions, moves: mean {mean(counts):.0f}, most {max(counts)}")
    ratio = rate["moves"] / rate["plain"]
    print(f"{'full move generations a second':34} {rate['moves']:8.0f}")
    print(f"{'the same with dictionaries':34} {rate['plain']:8.0f}")
    print(f"{'bit boards to dictionaries':34} {ratio:8.1f} x   (goal: {GOAL})")
    print(f"{'looks for the end a second':34} {rate['result']:8.0f}")
    print(f"{'looks for échec a second':34} {rate['echec']:8.0f}")
    print(f"{'turns of random games a second':34} {rate['turns']:8.0f}")
    print(f"{'nodes of the look ahead a second':34} {rate['nodes']:8.0f}")
    ratio = rate["nodes"] / rate["moves"]
    print(f"{'nodes to move generations':34} {ratio:8.1f} x")
    taken = masters_decisions()
    print(f"{f'master, {len(taken)} decisions, median':34} {1000 * median(taken):8.0f} ms")
    longest = f"{1000 * quantile(taken, 0.95):8.0f} ms   (goal: {1000 * MOST_SECONDS:.0f})"
    print(f"{'  95 % take no longer':34} {longest}")


if __name__ == "__main__":
    main()
