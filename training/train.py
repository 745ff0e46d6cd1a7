"""Learns the weights of the duel's nets anew: `python training/train.py`, then with `--open`.

The first net learns from games of players who look one turn ahead by it, first mostly against
themselves, then against `greedy`. The net for open hands learns from games of players who look one
turn ahead by the first. The games are played by `duel.c`, compiled here by the C compiler `cc`.
`play_on.c` goes on with a game from a turn. The same seeds give the same weights, bit for bit.
`docs/players.md` tells more.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import zlib
from collections.abc import Callable
from ctypes import CDLL, POINTER, Structure, byref, c_double, c_int, c_uint64
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
WEIGHTS: Final = ROOT / "engine" / "duel" / "weights.bin"
OPEN_WEIGHTS: Final = WEIGHTS.with_name("open_weights.bin")
KERNEL: Final = Path(__file__).with_name("play_on.c")

ONE: Final = 1024
"""The integer that stands for 1 in the file, as in engine/duel/learned_evaluation.py."""

GAMES: Final = 20_000
"""The games of a round."""


class Round(NamedTuple):
    """How a round is played and learned from.

    Attributes:
        against: Every so many games one is against `greedy`.
        rate: How fast the net learns at least; it falls to a tenth within the round.
        kept: How much of a turn's target is the end of the game rather than the next judgement.
    """

    against: int
    rate: float
    kept: float


ROUNDS: Final = (
    *[Round(4, 0.001, 0.2)] * 4,
    Round(4, 0.0005, 0.2),
    *[Round(1, 0.0005, 0.3)] * 2,
    *[Round(1, 0.0003, 0.3)] * 2,
    *[Round(1, 0.0002, 0.3)] * 2,
    *[Round(1, 0.0001, 0.3)] * 3,
)


class OpenRound(NamedTuple):
    """How a round of the net for open hands is played and learned from.

    Attributes:
        seed: The seed of its lots.
        noise: What its players add to the worth of a turn by lot, at most.
        games: How many games are played.
        rate, kept: As for a `Round`.
    """

    seed: int
    noise: float
    games: int
    rate: float
    kept: float


OPEN_ROUNDS: Final = (
    OpenRound(201, 0.06, 5_000, 0.001, 1.0),
    *[OpenRound(seed, 0.06, 15_000, 0.001, 0.5) for seed in (202, 203, 204)],
    *[OpenRound(seed, 0.06, 15_000, 0.0005, 0.5) for seed in (205, 206, 207)],
    *[OpenRound(seed, 0.03, 15_000, 0.0003, 0.7) for seed in (210, 211)],
    *[OpenRound(seed, 0.03, 15_000, 0.0001, 0.7) for seed in (212, 213)],
)

STEPS: Final = (0.03, 3000.0)
"""How fast a row learns when it is new, and after how many picks half as fast."""

Weights = Any
"""An array of doubles of ctypes."""


class Player(Structure):
    """A player of the kernel: greedy without weights, and one that looks ahead with worlds."""

    _fields_ = (("weights", POINTER(c_double)), ("noise", c_double), ("worlds", c_int))


class Kernel:
    """The compiled kernel."""

    def __init__(self, folder: Path) -> None:
        """Compile it into a folder."""
        built = folder / "duel.so"
        # No option here may let the compiler change what a sum of doubles comes to.
        options = ["-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"]
        subprocess.run(["cc", *options, "-o", built, KERNEL, "-lm"], check=True)
        self._library = CDLL(str(built))
        self._library.worth_after.restype = c_double
        self._library.open_chance.restype = c_double
        self._library.play_on.restype = c_double
        self.rows = self._library.size()
        self.open_rows = self._library.open_size()
        self.lanes = self._library.lanes()

    def nothing(self, size: int) -> Weights:
        """Return an array of zeros."""
        return (c_double * size)()

    def fresh(self, rows: int, seed: int) -> Weights:
        """Return weights that have learned nothing."""
        weights = self.nothing((rows + 1) * self.lanes)
        self._library.fresh(weights, rows, c_uint64(seed))
        return weights

    def teach(
        self,
        weights: Weights,
        times: Weights,
        steps: tuple[float, float],
        player: Player,
        other: Player,
        against: int,
        games: int,
        seed: int,
        rate: float,
        kept: float,
    ) -> None:
        """Let a net learn; the arguments are those of the function in the kernel."""
        self._library.teach(
            weights,
            times,
            *map(c_double, steps),
            byref(player),
            byref(other),
            against,
            games,
            c_uint64(seed),
            c_double(rate),
            c_double(kept),
        )

    def teach_open(
        self, weights: Weights, times: Weights, player: Player, of: OpenRound, part: float
    ) -> None:
        """Let the net for open hands learn from `part` of a round's games."""
        self._library.teach_open(
            weights,
            times,
            *map(c_double, STEPS),
            byref(player),
            _part(of.games, part),
            c_uint64(of.seed),
            c_double(of.rate),
            c_double(of.kept),
        )

    def share(self, player: Player, other: Player, pairs: int) -> float:
        """Return the share of games that the first player wins, in percent."""
        match = self._library.match_ahead if player.worlds else self._library.match
        won = match(byref(player), byref(other), pairs, c_uint64(1))
        return 100 * float(won) / (2 * pairs)

    def worth_after(self, weights: Weights, *facts: int) -> float:
        """Return the worth of what a turn leaves."""
        kept, draw, up, down, drawn, left, hand, their_up, their_down = facts
        masks = map(c_uint64, (kept, draw))
        return float(
            self._library.worth_after(
                weights, *masks, up, down, drawn, c_uint64(left), hand, their_up, their_down
            )
        )

    def open_chance(self, weights: Weights, *facts: int) -> float:
        """Return the chance of the player to move with both hands known."""
        hand, draw, up, down, their_hand, their_draw, their_up, their_down = facts
        own, theirs = map(c_uint64, (hand, draw)), map(c_uint64, (their_hand, their_draw))
        return float(
            self._library.open_chance(weights, *own, up, down, *theirs, their_up, their_down)
        )

    def share_after(self, player: Player, games: int, seed: int, *facts: int) -> float:
        """Return the part (0 to 1) of games that are won after a turn, when both look ahead.

        Args:
            player: Plays on for both, in its worlds.
            games: How many games.
            seed: The seed of all lots.
            facts: What the turn leaves, as for `worth_after`.
        """
        kept, draw, up, down, drawn, left, hand, their_up, their_down = facts
        masks, theirs = map(c_uint64, (kept, draw)), (c_uint64(left), hand, their_up, their_down)
        return float(
            self._library.play_on(
                byref(player), *masks, up, down, drawn, *theirs, games, c_uint64(seed)
            )
        )


def train(kernel: Kernel, part: float, say: Callable[[str], None]) -> Weights:
    """Learn first what becomes of greedy players, then round by round; `part` of all games."""
    weights, times = kernel.fresh(kernel.rows, 1), kernel.nothing(kernel.rows)
    greedy = Player()
    kernel.teach(weights, times, STEPS, greedy, greedy, 0, _part(GAMES // 2, part), 99, 0.001, 1.0)
    for number, (against, rate, kept) in enumerate(ROUNDS, 1):
        player, games = Player(weights, 0.06), _part(GAMES, part)
        kernel.teach(weights, times, STEPS, player, greedy, against, games, number, rate, kept)
        share = kernel.share(Player(weights), greedy, _part(1000, part))
        say(f"round {number} of {len(ROUNDS)}: {share:.1f} % against greedy")
    return weights


def train_open(kernel: Kernel, light: Weights, part: float, say: Callable[[str], None]) -> Weights:
    """Learn from games of players with the weights `light`; `part` of all games."""
    weights, times = kernel.fresh(kernel.open_rows, 5), kernel.nothing(kernel.open_rows)
    for number, of in enumerate(OPEN_ROUNDS, 1):
        kernel.teach_open(weights, times, Player(light, of.noise), of, part)
        say(f"round {number} of {len(OPEN_ROUNDS)} learned")
    return weights


def _part(games: int, part: float) -> int:
    return max(1, round(games * part))


def packed(weights: Weights) -> bytes:
    """Return the file: 16-bit numbers with 2**15 for 0, the rows, then the output weights."""
    data = bytearray()
    for weight in weights:
        data += (round(weight * ONE) + (1 << 15)).to_bytes(2, "little")
    return zlib.compress(bytes(data), 9)


def unpacked(kernel: Kernel, data: bytes) -> Weights:
    """Return the weights of a file."""
    plain = zlib.decompress(data)
    numbers = [int.from_bytes(plain[at : at + 2], "little") for at in range(0, len(plain), 2)]
    weights = kernel.nothing(len(numbers))
    weights[:] = [(number - (1 << 15)) / ONE for number in numbers]
    return weights


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="default: the engine's file")
    parser.add_argument("--open", action="store_true", help="learn the net for open hands")
    parser.add_argument(
        "--part", type=float, default=1.0, help="learn from this part of the games, for trying out"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kernel, say = Kernel(Path(folder)), partial(print, flush=True)
        if options.open:
            light = unpacked(kernel, WEIGHTS.read_bytes())
            weights = train_open(kernel, light, options.part, say)
        else:
            weights = train(kernel, options.part, say)
    out = options.out or (OPEN_WEIGHTS if options.open else WEIGHTS)
    out.write_bytes(packed(weights))


if __name__ == "__main__":
    main()
