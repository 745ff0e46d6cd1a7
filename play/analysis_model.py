"""The analysis of a finished game without a screen: turns as they are judged, and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor
from pathlib import Path
from typing import Any, Final

from engine.analysis import Judged, Label, Ledgers, Measure, ledgers
from engine.game import StopFlag, never
from engine.games import MAIN, describe
from engine.table import EventKind, Table
from engine.view_marks import Json
from saves.analysis import analysis_of, has_analysis, results_of
from saves.kept_analysis import keep_beside, turns_kept
from words.names import seat_name
from words.translation import _, amount, decimal, mark

LABELS: Final = {
    Label.IMPRECISE: mark("imprecise"),
    Label.ERROR: mark("error"),
    Label.BLUNDER: mark("blunder"),
}
"""The words for what a turn lost."""


_TOGETHER: Final = (mark("together"), lambda kept: kept.result)

LEDGERS: Final[Mapping[str, tuple[tuple[str, Callable[[Ledgers], float]], ...]]] = {
    "duel": (
        (mark("the deal"), lambda kept: kept.deal),
        (mark("the draws"), lambda kept: kept.draws),
        (mark("avoidable losses"), lambda kept: kept.losses),
        (mark("hidden cards"), lambda kept: kept.hidden),
        _TOGETHER,
    ),
    "zen": (
        (mark("who began"), lambda kept: kept.deal),
        (mark("seen later"), lambda kept: kept.draws),
        (mark("avoidable losses"), lambda kept: kept.losses),
        _TOGETHER,
    ),
    "hearts": (
        (mark("the deal"), lambda kept: kept.deal),
        (mark("luck"), lambda kept: kept.draws),
        (mark("own losses"), lambda kept: kept.losses),
        (mark("the others"), lambda kept: kept.hidden),
        _TOGETHER,
    ),
}
"""Where a result comes from, by game: the words, and what they stand for in the ledgers."""

LEDGER_NOTES: Final = {
    "duel": mark(
        "In points of 100 of {player}'s chance. Avoidable losses: turns that were worse than the"
        " best by what their player knew. Hidden cards: turns that were right by that, and what"
        " the other hand made of them."
    ),
    "zen": mark(
        "In points of 100 of {player}'s chance. Avoidable losses: moves that were worse than the"
        " best. Seen later: what the search saw only later in the game."
    ),
    "hearts": mark(
        "In points that {player} may expect, compared with an even share. Own losses: cards that"
        " were worse than the best by what {player} knew. The others: what their cards changed."
    ),
}
"""What the names of the ledgers mean, by game."""


class NotAnalysed(ValueError):
    """An error: this game cannot be analysed; the text says why."""


def _check_analysed(table: Table[Any]) -> None:
    """Raise `NotAnalysed` unless the table has a finished game that can be analysed."""
    if not has_analysis(table.game.key):
        words = _("games of {game} are not analysed")
        raise NotAnalysed(words.format(game=_(describe(table.game.key).short_name)))
    if table.outcome is None:
        raise NotAnalysed(_("the game is in play: it is analysed after its end"))
    if not table.turns:
        raise NotAnalysed(_("the game has no turn"))


def judged(table: Table[Any], path: Path | None = None, stop: StopFlag = never) -> Iterator[Judged]:
    """Return the turns of a game as they are judged, in order. Raises `NotAnalysed` at once.

    Those that are kept beside the game's file are known already; else they are kept in the end.
    The iterator raises `Stopped`.
    """
    _check_analysed(table)
    kept = turns_kept(path, table) if path else ()
    return iter(kept) if kept else _judged(table, path, stop)


def _judged(table: Table[Any], path: Path | None, stop: StopFlag) -> Iterator[Judged]:
    turns = []
    for turn in analysis_of(table, stop):
        turns.append(turn)
        yield turn
    if path:
        keep_beside(path, table, turns)


def ledgers_of(table: Table[Any], turns: Sequence[Judged]) -> Ledgers:
    """Return the ledgers of a finished game, those of its rounds added up."""
    return Ledgers(*map(sum, zip(*ledgers_by_round(table, turns).values(), strict=True)))


def ledgers_by_round(table: Table[Any], turns: Sequence[Judged]) -> dict[int, Ledgers]:
    """Return the ledgers of each round of a finished game, by its number from 1."""
    sides = table.game.sides(table.options)
    others = sides[1] if len(sides) == 2 else ()
    was_forfeit = any(event.kind is EventKind.FORFEIT for event in table.events)
    results, last = results_of(table), turns[-1].part
    is_chance = turns[-1].measure is Measure.CHANCE
    return {
        part: ledgers(
            those := [turn for turn in turns if turn.part == part],
            results.get(part, final_chance(table) if is_chance else those[-1].after),
            sides[0],
            others,
            was_forfeit=was_forfeit and part == last,
        )
        for part in range(1, last + 1)
    }


def final_chance(table: Table[Any]) -> float:
    """Return the chance of the first side at the end of a game: 100, 0, or 50 for a draw."""
    winners = table.outcome.winners if table.outcome else ()
    first = table.game.sides(table.options)[0]
    if {*winners} == {*first}:
        return 100.0
    return 50.0 if not winners or {*winners} > {*first} else 0.0


def ledger_rows(table: Table[Any], kept: Ledgers) -> list[tuple[str, float]]:
    """Return where a result comes from: words and points, their sum last; none for some games."""
    return [(_(words), value(kept)) for words, value in LEDGERS.get(table.game.key, ())]


def ledger_note(key: str, player: str) -> str:
    """Return what the ledgers of a game count, for the first side's name."""
    return _(LEDGER_NOTES[key]).format(player=player)


def whole_parts(values: Sequence[float]) -> list[int]:
    """Round parts, and their sum behind them, so that the rounded parts add up to it too.

    >>> whole_parts([0.4, 0.4, 0.4, 1.2]), whole_parts([-0.6, -1.6, -2.2])
    ([1, 0, 0, 1], [0, -2, -2])
    """
    *parts, total = values
    lower = [floor(part) for part in parts]
    by_rest = sorted(range(len(parts)), key=lambda at: lower[at] - parts[at])
    for at in by_rest[: round(total) - sum(lower)]:
        lower[at] += 1
    return [*lower, round(total)]


def side_name(table: Table[Any]) -> str:
    """Return the name of the first side, whose values are told: a player's, or a team's."""
    names = [seat_name(table.game.key, seat) for seat in table.seats]
    return " + ".join(names[seat] for seat in table.game.sides(table.options)[0])


def label_name(judged: Judged) -> str:
    """Return the label of a turn, with a certain win that it missed; "" without a label."""
    if not judged.label:
        return ""
    name = _(LABELS[judged.label])
    return _("{label}: a certain win was missed").format(label=name) if judged.misses_win else name


def value_words(value: float, measure: Measure) -> str:
    """Return the first seat's value in words: its chance, the points to be expected, its cards."""
    if measure is Measure.POINTS:
        return decimal(value_number(value, measure), 1)
    return _("{share}%").format(share=decimal(value, 0))


def value_number(value: float, measure: Measure) -> float:
    """Return the first seat's value as it is told: points are those that it may expect."""
    return measure.whole - value if measure is Measure.POINTS else value


def points_words(points: float, measure: Measure) -> str:
    """Return points of a loss, as exactly as they matter."""
    return points_of(points, digits_of(measure))


def digits_of(measure: Measure) -> int:
    """Return how many decimals of a loss matter."""
    return 1 if measure is Measure.POINTS else 0


def signed(value: float) -> str:
    """Return points with a decimal and their sign."""
    return f"{'+' * (value > 0)}{decimal(value + 0.0, 1)}"


def points_of(points: float, digits: int = 1) -> str:
    """Return points in words."""
    return amount("{count} point", "{count} points", points, digits)


def to_json(table: Table[Any], turns: Sequence[Judged]) -> dict[str, Json]:
    """Return an analysis as JSON; see `docs/players.md`."""
    measure = turns[0].measure if turns else Measure.CHANCE
    document: dict[str, Json] = {"turns": [_turn_json(table, turn) for turn in turns]}
    if table.game.key != MAIN:
        document = {"measure": measure.value, **document}
    if table.game.key in LEDGERS:
        document["ledgers"] = _ledgers_json(ledgers_of(table, turns))
        if turns[-1].part > 1:
            parts = ledgers_by_round(table, turns)
            document["rounds"] = [_ledgers_json(kept) for kept in parts.values()]
    return document


def _turn_json(table: Table[Any], turn: Judged) -> dict[str, Json]:
    write = table.game.format
    document: dict[str, Json] = {
        "ply": turn.ply,
        "seat": table.seats[turn.seat],
        "played": write(turn.played),
        "best": write(turn.best),
        "loss": turn.loss,
        "error": turn.error,
        "label": turn.label.value if turn.label else None,
        "before": turn.before,
        "after": turn.after,
    }
    if turn.wins_in is not None:
        document["wins_in"] = turn.wins_in
    if turn.opened:
        best, gain, error = turn.opened
        document["open_cards"] = {"best": write(best), "gain": gain, "error": error}
    if turn.shares:
        document["shares"] = list(turn.shares)
    return document


def _ledgers_json(kept: Ledgers) -> dict[str, Json]:
    return {
        "deal": kept.deal,
        "draws": kept.draws,
        "choices": kept.choices,
        "result": kept.result,
    }
