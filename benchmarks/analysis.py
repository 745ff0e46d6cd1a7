"""How right the analysis of a duel is: `python benchmarks/analysis.py`.

- calibration: the referee's chance in every position of games of `master` with itself, against who
  won: the Brier score, and by tenths of the chance how far the mean is off (goal: 2 points).
- losses: what the analysis says that a turn lost, against 400 games that players who look ahead
  play on after the better turn and after the played one (goal: slope 0.9 to 1.1). Skipped without a
  C compiler.
- rates: the points that each level loses a turn (goal: in the order of the levels).
- luck: the mean of the draws' ledger over games (goal: 0 within 2 points), and the variance of
  results less their draws against that of the results.
- labels: how many of the names of losses stay with twice the worlds (goal: nine of ten).

`PYTHONPATH=FOLDER python -P benchmarks/analysis.py` measures the compiled build in FOLDER.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from statistics import correlation, fmean, linear_regression, pvariance, stdev
from typing import Any, Final, NamedTuple, TypeVar

ROOT: Final = Path(__file__).parents[1]
if not sys.flags.safe_path:  # else there are scripts `engine` and `arena` beside this one
    sys.path[0] = str(ROOT)
sys.path.append(str(ROOT / "training"))

from engine.analysis import Judged, Ledgers, error_rate, ledgers
from engine.duel.analysis import QUICK, USUAL, Effort, analyse
from engine.duel.game import DUEL
from engine.duel.moves import Turn
from engine.duel.referee import Position, Referee
from engine.duel.rules import draw_count, mask_of
from engine.duel.state import DuelOptions
from engine.duel.view import knowledge_of
from engine.table import Sitter, Table

T = TypeVar("T")

LEVELS: Final = ("random", "novice", "casual", "greedy", "club", "expert", "master")
GAMES: Final = 100
TENTHS: Final = 10
PLAYED_ON: Final = 400
WORLDS: Final = 8
"""The worlds in which those who play on look ahead."""
OTHERS: Final = 3000
"""The first seed of games that `TRUE_PART` in the analysis was not fitted to."""


def played(kinds: Sequence[str], seed: int) -> Table[Any]:
    """Return a finished game of these levels."""
    table = Table(DUEL, DuelOptions(), [Sitter(kind) for kind in kinds], seed)
    table.draw_lots()
    players = [DUEL.computer_players[kind](2 * seed + seat) for seat, kind in enumerate(kinds)]
    while table.outcome is None:
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def judged(table: Table[Any], effort: Effort = USUAL) -> list[Judged]:
    """Return the turns of a game as they are judged."""
    states: Any = table.states[: len(table.plays)]
    return [*analyse(states, table.plays, effort=effort)]


def calibration(games: int) -> None:
    """Print how right the referee's chances are."""
    pairs = [pair for seed in range(games) for pair in _chances(played(("master",) * 2, seed))]
    rows: list[list[tuple[float, bool]]] = [[] for _ in range(TENTHS)]
    for chance, won in pairs:
        rows[min(int(chance * TENTHS), TENTHS - 1)].append((chance, won))
    brier = fmean((chance - won) ** 2 for chance, won in pairs)
    off = [100 * fmean(chance - won for chance, won in row) if row else 0.0 for row in rows]
    print(f"calibration: {len(pairs)} positions of {games} games, Brier score {brier:.4f}")
    print("  off by tenths, in points:", " ".join(f"{one:+.1f}" for one in off))


def _chances(table: Table[Any]) -> Iterator[tuple[float, bool]]:
    referee, winners = Referee(), table.outcome.winners if table.outcome else ()
    states: Any = table.states[: len(table.plays)]
    for state, play in zip(states, table.plays, strict=True):
        if isinstance(play.move, Turn):
            other, known = 1 - play.seat, knowledge_of(state.view(play.seat))
            draw = mask_of(state.decks[other])
            position = Position(known.hand, known.draw, state.hands[other], draw, known.tops)
            yield referee.chance(position), winners == (play.seat,)


def losses(games: int) -> None:
    """Print how the losses agree with games that are played on."""
    if not shutil.which("cc"):
        print("losses: skipped, there is no C compiler")
        return
    train: Any = import_module("train")
    rows: list[list[_Pair]] = []
    with tempfile.TemporaryDirectory() as folder:
        kernel = train.Kernel(Path(folder))
        weights = train.unpacked(kernel, train.WEIGHTS.read_bytes())
        player = train.Player(weights, worlds=WORLDS)
        share = kernel.share(player, train.Player(), 200)
        print(f"losses: who plays on wins {share:.1f} % of 200 pairs against greedy", flush=True)
        for seed in range(games):
            table = played((LEVELS[seed % 6 + 1], LEVELS[(seed + 3) % 6 + 1]), OTHERS + seed)
            rows.append([])
            for turn in judged(table):
                if turn.loss:
                    view = table.view_at(turn.ply, turn.seat)
                    shares = [
                        kernel.share_after(player, PLAYED_ON, turn.ply, *_left(view, move))
                        for move in (turn.best, turn.played)
                    ]
                    true = 100 * (shares[0] - shares[1])
                    rows[-1].append(_Pair(turn.loss, turn.error, true))
    _print_losses(rows)


class _Pair(NamedTuple):
    """What the analysis says that a turn lost, its error, and what games that go on say."""

    said: float
    error: float
    true: float


def _print_losses(rows: Sequence[Sequence[_Pair]]) -> None:
    pairs = [*chain(*rows)]
    said, errors, true = zip(*pairs, strict=True)
    luck = fmean(error**2 for error in errors) / pvariance(said)
    print(
        f"losses: {len(pairs)} pairs of turns, slope {_with_error(rows, _slope)} "
        f"(through zero {_with_error(rows, _slope_through_zero)}), "
        f"correlation {correlation(said, true):.2f}, "
        f"mean {fmean(said):.1f} against {fmean(true):.1f}"
    )
    print(f"  reliability {1 - luck:.2f}: the part of their variance that is no luck of worlds")


def _slope(pairs: Sequence[_Pair]) -> float:
    """Return the slope of the true losses on those that are said."""
    return linear_regression([pair.said for pair in pairs], [pair.true for pair in pairs]).slope


def _slope_through_zero(pairs: Sequence[_Pair]) -> float:
    return sum(pair.said * pair.true for pair in pairs) / sum(pair.said**2 for pair in pairs)


def _with_error(rows: Sequence[Sequence[T]], measure: Callable[[Sequence[T]], float]) -> str:
    """Return a number of games with its standard error, by leaving out each game (jackknife)."""
    measured = f"{measure([*chain(*rows)]):.2f}"
    if len(rows) == 1:
        return measured
    rests = [[*chain(*rows[:at], *rows[at + 1 :])] for at in range(len(rows))]
    error = ((len(rows) - 1) * pvariance([*map(measure, rests)])) ** 0.5
    return f"{measured} +-{error:.2f}"


def _left(view: Any, turn: Turn) -> tuple[int, ...]:
    """Return what a turn leaves, as the kernel takes it."""
    known = knowledge_of(view)
    kept, tops = known.hand, known.tops
    for lay in turn.lays:
        kept, tops = kept & ~(1 << lay.card), tops.after(lay)
    gave = tops[2:] != known.tops[2:]
    drawn = draw_count(kept.bit_count(), known.draw.bit_count(), gave)
    return kept, known.draw, *tops[:2], drawn, known.unseen, known.their_hand, *tops[2:]


def rates(games: int) -> None:
    """Print what each level loses a turn."""
    for level in LEVELS:
        lost = []
        for seed in range(games):
            turns = judged(played((level, level), 1000 + seed))
            lost += [rate for seat in (0, 1) if (rate := error_rate(turns, seat)) is not None]
        words = f"{fmean(lost):.2f} +-{stdev(lost) / len(lost) ** 0.5:.2f} points a turn"
        print(f"rates: {level} loses {words} ({len(lost)} sides)", flush=True)


def luck(games: int) -> None:
    """Print the mean of the draws' ledger, and the variance of results less their draws."""
    rows = []
    for seed in range(games):
        table = played((("greedy", "casual", "club")[seed % 3],) * 2, 50_000 + seed)
        won = 100.0 if table.outcome and table.outcome.winners == (0,) else 0.0
        rows.append([ledgers(judged(table, QUICK._replace(draws=60)), won)])
    draws = [kept.draws for (kept,) in rows]
    error = stdev(draws) / len(draws) ** 0.5
    print(f"luck: draws of {fmean(draws):+.1f} +-{error:.1f} points in the mean of {games} games")
    print(f"  results less their draws vary {_with_error(rows, _variance_left)} times as much")


def _variance_left(kept: Sequence[Ledgers]) -> float:
    """Return the variance of results less their draws against that of the results."""
    return pvariance([one.result - one.draws for one in kept]) / pvariance(
        [one.result for one in kept]
    )


def labels(games: int) -> None:
    """Print how many labels stay with twice the worlds."""
    kept = named = stayed = turns = 0
    for seed in range(games):
        table = played((LEVELS[seed % 6 + 1], LEVELS[(seed + 3) % 6 + 1]), 2000 + seed)
        twice = USUAL._replace(worlds=2 * USUAL.worlds)
        for once, again in zip(judged(table), judged(table, twice), strict=True):
            turns += 1
            kept += once.label is again.label
            named += once.label is not None
            stayed += once.label is not None and once.label is again.label
    print(f"labels: {kept} of {turns} stay, of those with a name {stayed} of {named}")


def main() -> None:
    """Measure all, or what is named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = {part.__name__: part for part in (calibration, losses, rates, luck, labels)}
    parser.add_argument("parts", nargs="*", help=", ".join(parts))
    parser.add_argument("--games", type=int, help="how many games a part plays")
    options = parser.parse_args()
    usual = {"calibration": GAMES, "losses": 6, "rates": 1, "luck": GAMES, "labels": 3}
    for part in options.parts or parts:
        parts[part](options.games or usual[part])


if __name__ == "__main__":
    main()
