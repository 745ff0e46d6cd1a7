"""The compiled build against the sources, side by side: `python benchmarks/compiled.py FOLDER`.

FOLDER has the compiled wheel as `pip install --target` lays it out; `make test-fast` does that.
Children of each build do the same work; where their answers differ the first one is named, and the
status is 1.

- functions: every thinking function of each game, asked `--inputs` times.
- games: the computer players, in `--games` games of each game, by a hash of each game's moves.
- speeds: how many times as fast the compiled build is (goals: enumerations of the duel 4, its
  `master` 2, that of Dame de Pique 3, the nodes of Zen 2), in `--rounds` rounds by turns.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
MOST_MOVES: Final = 120
"""The moves after which a game is compared; a round of Dame de Pique has 57."""


def hand_and_tops(random: Random, most: int = 6) -> tuple[list[int], Any]:
    """Return a hand and tops of the duel."""
    from engine.duel.rules import Tops

    hand = sorted(random.sample(range(2, 60), random.randint(1, most)))
    return hand, Tops(*(random.randint(1 + place % 2, 59 + place % 2) for place in range(4)))


def masks(random: Random, *most: int) -> tuple[int, ...]:
    """Return masks of different cards of the duel, each of at most so many cards."""
    cards = random.sample(range(2, 60), 58)
    found = []
    for size in most:
        count = random.randint(0, size)
        found.append(sum(1 << card for card in cards[:count]))
        del cards[:count]
    return tuple(found)


def duel_results(random: Random) -> object:
    """Ask for the results of a turn, two turns to them, what can be laid, and pip values."""
    from engine.duel import results, rules
    from engine.duel.players import pip_values

    hand, tops = hand_and_tops(random)
    mask = rules.mask_of(hand)
    found = sorted(results.results(hand, tops))
    turns = [results.turn_to(found[at], hand, tops) for at in (0, -1)] if found else []
    laid = rules.can_lay_one(mask, tops, random.random() < 0.5), rules.can_lay_two(mask, tops)
    return found, turns, laid, sorted(pip_values(mask, tops, *masks(random, 20)))[:3]


def duel_rows(random: Random) -> object:
    """Ask for rows of both nets, and what they are worth."""
    from engine.bits import count_bits
    from engine.duel import learned_evaluation as net
    from engine.duel.open_evaluation import open_chance

    kept, draw, theirs, their_draw = masks(random, 6, 20, 6, 20)
    _, (up, down, their_up, their_down) = hand_and_tops(random)
    tops = up, down, their_up, their_down
    rows = net.own_rows(kept, draw, up, down, random.randint(0, 6))
    rows += net.other_rows(theirs | their_draw, random.randint(0, 6), their_up, their_down)
    left, their_left = count_bits(kept | draw), count_bits(theirs | their_draw)
    rows += net.race_rows(left, up, down, their_left, their_up, their_down)
    worth = net.worth(rows)
    chance = open_chance(kept, draw, hand_and_tops(random)[1], theirs, their_draw)
    return rows, worth, net.worth_by_lanes(rows), net.chance(worth), tops, chance


def duel_quick_turns(random: Random) -> object:
    """Ask for quick turns, the chance by them, and what listening makes of a turn."""
    from engine.duel import results
    from engine.duel.listening import HeardTurn, odds_of, weights_of
    from engine.duel.look_ahead import chance_to_move
    from engine.duel.quick_turns import quick_turns
    from engine.duel.rules import mask_of

    hand, tops = hand_and_tops(random, 5)  # so that a sixth card may have been kept
    draw, unseen = masks(random, 20, 26)
    most = random.randint(1, 12)
    found = quick_turns(mask_of(hand), tops, most)
    chance = chance_to_move(mask_of(hand), draw, tops, unseen, 5, random.random() < 0.5, most)
    legal = sorted(results.results(hand, tops))
    if not legal:
        return found, chance
    lays = results.turn_to(random.choice(legal), hand, tops).lays
    heard = [HeardTurn(lays, tops, random.randint(0, 4), random.randint(0, 4))] * 3
    return found, chance, odds_of(lays, tops), weights_of(heard, random.sample(range(2, 60), 12))


def duel_ends(random: Random) -> object:
    """Ask for the referee's chances, an exact end, and cards drawn by lot."""
    from engine.duel.referee import Position, Referee, drawn_by_lot
    from engine.duel.results import EndgameSolver

    hand, tops = hand_and_tops(random, 5)
    own = sum(1 << card for card in hand)
    draw, theirs, their_draw = (mask & ~own for mask in masks(random, 8, 4, 8))
    referee = Referee()
    chances = [
        referee.chance_by_play(Position(own, mine, theirs, their, tops), random)
        for mine, their in ((draw, their_draw), (0, 0))
    ]
    won = EndgameSolver().winning_result(own, theirs, tops)
    return chances, won, drawn_by_lot(draw, random.randint(0, 6), random)


def hearts_hands(random: Random) -> tuple[list[int], list[int]]:
    """Return the cards of Dame de Pique in random order, and four hands of them as masks."""
    cards = random.sample(range(52), 52)
    return cards, [sum(1 << card for card in cards[at : at + 13]) for at in range(0, 52, 13)]


def hearts_passes(random: Random) -> object:
    """Ask for passes, leads, the number of worlds and one of them."""
    from engine.hearts import playout
    from engine.hearts.master import Chances
    from engine.hearts.worlds import Worlds

    cards, hands = hearts_hands(random)
    mine, seen = hands[0], hands[1]
    threes = playout.pass_three(mine), playout.strength(mine), playout.danger(cards[0], mine)
    led = playout.lead(mine, mine, seen)
    others = hands[1] | hands[2] | hands[3]
    worlds = Worlds(others, (0, 13, 13, 13), (0, others & ~(1 << cards[13]), others, others))
    world = worlds.draw(Chances(random.getrandbits(50)))
    return threes, led, playout.lead_for_all(mine, mine, seen), worlds.count, world


def hearts_tricks(random: Random) -> object:
    """Ask for the cards that may follow, the one that does, and what a trick and a round bring."""
    from engine.hearts import playout, rules
    from engine.hearts.cards import SUIT_OF, mask_of

    cards, hands = hearts_hands(random)
    size = random.randint(1, 13)
    hand, seen, joker = mask_of(cards[:size]), hands[1], 1 << random.choice(rules.JOKERS)
    trick, is_first = cards[48:], random.random() < 0.2
    led, count = trick[0], random.randint(1, 3)
    suit = SUIT_OF[led]
    best = max(card for card in trick[:count] if suit >> card & 1)
    legal = rules.may_follow(hand, led, is_first, joker)
    points = rules.count_points(mask_of(trick[:count]), joker)
    taken = [mask_of(cards[at::4]) for at in range(4)]
    return (
        legal,
        rules.may_lead(hand, is_first, random.random() < 0.5),
        rules.shown_by(hands[2], cards[0], random.choice((led, None)), is_first, True, joker),
        playout.follow(hand, legal, led, best, count, points, seen),
        playout.discard(hand, legal, seen),
        playout.follow_for_all(legal, led, best),
        rules.highest(random.randrange(4), trick),
        rules.round_points(taken, joker),
        playout.threat_of([0, taken[1], 0, random.choice((0, taken[2]))], 8),
    )


def hearts_rounds(random: Random) -> object:
    """Ask for the points of a round that is played out from the middle."""
    from engine.hearts import rules
    from engine.hearts.cards import mask_of
    from engine.hearts.playout import Playout

    cards, _ = hearts_hands(random)
    tricks, laid, leader = random.randint(1, 12), random.randint(0, 3), random.randrange(4)
    begin = 4 * tricks + laid
    left = [0] * 4
    for number, card in enumerate(cards[begin:]):
        left[(leader + laid + number) % 4] |= 1 << card
    taken = [0] * 4
    for at in range(0, 4 * tricks, 4):
        taken[random.choice((leader, random.randrange(4)))] |= mask_of(cards[at : at + 4])
    playout = Playout(
        left,
        cards[4 * tricks : begin],
        leader,
        taken,
        1 << random.choice(rules.JOKERS),
        rules.VALUES[random.choice([*rules.VALUES])],
        random.random,
        is_first=False,
        is_broken=random.random() < 0.5,
    )
    seat = (leader + laid) % 4
    first = (left[seat] & -left[seat]).bit_length() - 1
    return playout.finish(first, random.randrange(-1, 4)), playout.taken, playout.leader


def zen_position(random: Random) -> Any:
    """Return a position of Zen, often in a few rows, where groups and stuck pawns are found."""
    from engine.zen.board import Position

    first = random.randint(0, 8)
    places = [*range(121)] if random.random() < 0.4 else [*range(11 * first, 11 * first + 33)]
    random.shuffle(places)
    pawns = places[: random.randint(2, 24)]
    cut = random.randint(max(1, len(pawns) - 12), min(12, len(pawns) - 1))
    black, white = (sum(1 << at for at in some) for some in (pawns[:cut], pawns[cut:]))
    zen, barred = random.choice(((0, 0), (1 << places[24], random.choice((0, 1 << places[25])))))
    return Position(black, white, zen, random.randrange(2), barred)


def zen_boards(random: Random) -> object:
    """Ask for moves, groups and the end, of a position and the one after a move."""
    from engine.zen import board, ending

    position, variant, found = zen_position(random), random.randrange(4), []
    for _ in range(2):
        codes = board.moves(position, variant)
        found += [
            codes,
            board.has_move(position, variant),
            [*board.open_rows(position)],
            [board.pawn_groups(position, side) for side in (0, 1)],
            [board.is_connected(position.chain(side)) for side in (0, 1)],
            ending.connection(position),
            ending.result(position, variant, (position, position)),
            ending.points(position, 0),
        ]
        if codes:
            code = random.choice(codes)
            found.append(board.is_capture(position, code))
            position = board.after(position, code)
    return found, position


def zen_values(random: Random) -> object:
    """Ask for the values of both sides, the winning moves, and whether it is mat."""
    from engine.zen import ending, evaluation

    position, variant = zen_position(random), random.randrange(4)
    sides = [evaluation.evaluate_side(position.pawns(side), position.zen) for side in (0, 1)]
    _, joins = sides[position.side]
    return (
        sides,
        [evaluation.spread(position.chain(side)) for side in (0, 1)],
        evaluation.any_wins(joins, position, variant),
        [*ending.winning_moves(position, variant)],
        ending.look_for_echec(position, variant),
        ending.is_mat(position, variant),
    )


def zen_searches(random: Random) -> object:
    """Ask for the whole result of a short search."""
    from engine.zen.board import moves
    from engine.zen.ending import is_over
    from engine.zen.search import Search

    position, variant = zen_position(random), random.randrange(4)
    if is_over(position, variant) or not moves(position, variant):
        return None
    return Search(variant).best(position, random.choice((50, 400)))


FUNCTIONS: Final[dict[str, Callable[[Random], object]]] = {
    "duel-results": duel_results,
    "duel-rows": duel_rows,
    "duel-quick-turns": duel_quick_turns,
    "duel-ends": duel_ends,
    "hearts-passes": hearts_passes,
    "hearts-tricks": hearts_tricks,
    "hearts-rounds": hearts_rounds,
    "zen-boards": zen_boards,
    "zen-values": zen_values,
    "zen-searches": zen_searches,
}

LEVELS: Final = {
    "duel": ("master", "expert", "club", "greedy", "casual", "novice"),
    "zen": ("novice", "casual"),
    "hearts": ("master", "club", "greedy", "novice"),
}
"""The levels that meet; stronger ones of Zen differ in the size of their search alone."""


def game_of(key: str, number: int) -> str:
    """Return the hash of the moves of a game between two levels."""
    from engine.games import find_game
    from engine.table import Sitter, Table

    game, levels = find_game(key), LEVELS[key]
    options = game.options()
    seats = game.seats(options)
    lot = Random(number)
    kinds = [lot.choice(levels) for _ in seats]
    table = Table(game, options, [Sitter(kind) for kind in kinds], number)
    table.draw_lots()
    players = [game.computer_players[kind](number + seat) for seat, kind in enumerate(kinds)]
    while table.to_move and len(table.plays) < MOST_MOVES:
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.view(seat)))
    text = "\n".join(table.move_text(at) for at in range(len(table.plays)))
    return sha256(text.encode()).hexdigest()


def views_of(key: str, kind: str, games: int, every: int) -> list[Any]:
    """Return views of the player to move, from games of a level with itself."""
    from engine.games import find_game
    from engine.table import Sitter, Table

    game, found = find_game(key), []
    options = game.options()
    for number in range(games):
        seats = game.seats(options)
        table = Table(game, options, [Sitter(kind) for _ in seats], number)
        players = [game.computer_players[kind](number + seat) for seat in range(len(seats))]
        while table.to_move and len(table.plays) < MOST_MOVES:
            seat = table.to_move[0]
            view = table.view(seat)
            if len(table.plays) % every == 0:
                found.append(view)
            table.play(seat, players[seat].choose(view))
    return found


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that some work takes."""
    start = process_time()
    work()
    return process_time() - start


def _choose_all(player: Any, views: Sequence[Any]) -> None:
    for view in views:
        player.choose(view)


def speeds() -> Iterator[float]:
    """Yield the seconds of each piece of work of `SPEEDS`."""
    from engine.duel import results
    from engine.duel.rules import cards_of
    from engine.games import find_game

    views = views_of("duel", "greedy", 6, 6)
    hands = [(cards_of(view.hand), view.tops) for view in views] * 20
    yield seconds(lambda: [len(results.results(*one)) for one in hands])
    for key, kind, level, games, every in (
        ("duel", "greedy", "master", 3, 6),
        ("hearts", "greedy", "master", 2, 5),
        ("zen", "novice", "club", 2, 6),
    ):
        player, asked = find_game(key).computer_players[level](1), views_of(key, kind, games, every)
        player.choose(asked[0])  # what is loaded and worked out once
        yield seconds(partial(_choose_all, player, asked))


SPEEDS: Final = (
    "enumerations of the duel",
    "master of the duel",
    "master of Dame de Pique",
    "club of Zen",
)


def answers(part: str, count: int) -> Iterator[str]:
    """Yield the answers of this build."""
    if part == "speeds":
        yield from map(str, speeds())
    elif part in LEVELS:
        yield from (game_of(part, number) for number in range(count))
    else:
        ask, random = FUNCTIONS[part], Random(part)
        yield from (sha256(repr(ask(random)).encode()).hexdigest() for _ in range(count))


def child(folder: Path, part: str, count: int) -> subprocess.Popen[str]:
    """Start a process of the build that lies in a folder."""
    words = [sys.executable, "-P", __file__, str(folder), "--child", part, str(count)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True, cwd="/")


def compare(folder: Path, part: str, count: int) -> str:
    """Return where the builds differ, empty for nowhere."""
    pure, compiled = child(ROOT, part, count), child(folder, part, count)
    assert pure.stdout
    assert compiled.stdout
    origins = pure.stdout.readline(), compiled.stdout.readline()
    if not (origins[0].endswith(".py\n") and origins[1].endswith(".so\n")):
        return f"the builds are {origins}"
    for number, (one, other) in enumerate(zip_longest(pure.stdout, compiled.stdout)):
        if one != other:
            return f"number {number} differs"
    status = pure.wait(), compiled.wait()
    return "" if status == (0, 0) else f"a child ended with {status}"


def print_speeds(folder: Path, rounds: int) -> None:
    """Print how many times as fast the compiled build is: the median, and the extremes."""
    ratios: list[list[float]] = [[] for _ in SPEEDS]
    for _ in range(rounds):
        pure, compiled = (
            [*map(float, child(one, "speeds", 1).communicate()[0].splitlines()[1:])]
            for one in (ROOT, folder)
        )
        for found, slow, quick in zip(ratios, pure, compiled, strict=True):
            found.append(slow / quick)
    for name, found in zip(SPEEDS, ratios, strict=True):
        print(f"{name}: {median(found):.2f} times ({min(found):.2f} to {max(found):.2f})")


def main() -> int:
    """Compare the builds, or answer as one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        from engine.duel import results

        print(results.__file__, flush=True)
        for answer in answers(options.child[0], int(options.child[1])):
            print(answer)
        return 0
    folder, is_equal = options.folder.resolve(), True
    for part in (*FUNCTIONS, *LEVELS):
        count = options.games if part in LEVELS else options.inputs
        fault = compare(folder, part, count)
        print(f"{part}: {fault or f'{count} equal'}", flush=True)
        is_equal = is_equal and not fault
    print_speeds(folder, options.rounds)
    return 0 if is_equal else 1


if __name__ == "__main__":
    sys.exit(main())
