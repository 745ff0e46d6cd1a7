"""Learns the weights of the duel's judgement anew: `python training/train.py`.

The net learns from games of players who look one turn ahead by it, first mostly against themselves,
then against `greedy`. The games are played by `duel.c`, compiled here by the C compiler `cc`.
The same seeds give the same weights, bit for bit. `docs/players.md` tells more.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import zlib
from collections.abc import Callable
from ctypes import CDLL, POINTER, Structure, byref, c_double, c_uint64
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
WEIGHTS: Final = ROOT / "engine" / "duel" / "weights.bin"
KERNEL: Final = Path(__file__).with_name("duel.c")

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

STEPS: Final = (0.03, 3000.0)
"""How fast a row learns when it is new, and after how many picks half as fast."""

Weights = Any
"""An array of doubles of ctypes."""


class Player(Structure):
    """A player of the kernel: greedy without weights."""

    _fields_ = (("weights", POINTER(c_double)), ("noise", c_double))


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
        self.rows = self._library.size()
        self.lanes = self._library.lanes()

    def nothing(self, size: int) -> Weights:
        """Return an array of zeros."""
        return (c_double * size)()

    def fresh(self, seed: int) -> Weights:
        """Return weights that have learned nothing."""
        weights = self.nothing((self.rows + 1) * self.lanes)
        self._library.fresh(weights, c_uint64(seed))
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

    def share(self, player: Player, other: Player, pairs: int) -> float:
        """Return the share of games that the first player wins, in percent."""
        won = self._library.match(byref(player), byref(other), pairs, c_uint64(1))
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


def train(kernel: Kernel, part: float, say: Callable[[str], None]) -> Weights:
    """Learn first what becomes of greedy players, then round by round; `part` of all games."""
    weights, times = kernel.fresh(1), kernel.nothing(kernel.rows)
    greedy = Player()
    kernel.teach(weights, times, STEPS, greedy, greedy, 0, _part(GAMES // 2, part), 99, 0.001, 1.0)
    for number, (against, rate, kept) in enumerate(ROUNDS, 1):
        player, games = Player(weights, 0.06), _part(GAMES, part)
        kernel.teach(weights, times, STEPS, player, greedy, against, games, number, rate, kept)
        share = kernel.share(Player(weights), greedy, _part(1000, part))
        say(f"round {number} of {len(ROUNDS)}: {share:.1f} % against greedy")
    return weights


def _part(games: int, part: float) -> int:
    return max(1, round(games * part))


def packed(weights: Weights) -> bytes:
    """Return the file: 16-bit numbers with 2**15 for 0, the rows, then the output weights."""
    data = bytearray()
    for weight in weights:
        data += (round(weight * ONE) + (1 << 15)).to_bytes(2, "little")
    return zlib.compress(bytes(data), 9)


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="default: the engine's file")
    parser.add_argument(
        "--part", type=float, default=1.0, help="learn from this part of the games, for trying out"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        weights = train(Kernel(Path(folder)), options.part, lambda line: print(line, flush=True))
    options.out.write_bytes(packed(weights))


if __name__ == "__main__":
    main()
