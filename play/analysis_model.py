"""The analysis of a finished game without a screen: turns as they are judged, and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engine.analysis import Judged, Label, Ledgers, ledgers
from engine.game import StopFlag, never
from engine.games import describe
from engine.table import Event, EventKind, Table
from engine.view_marks import Json
from saves.analysis import analysis_of, has_analysis
from words.translation import _, mark

LABELS: Final = {
    Label.IMPRECISE: mark("imprecise"),
    Label.ERROR: mark("error"),
    Label.BLUNDER: mark("blunder"),
}
"""The words for what a turn lost."""


LEDGERS: Final[tuple[tuple[str, Callable[[Ledgers], float]], ...]] = (
    (mark("the deal"), lambda kept: kept.deal),
    (mark("the draws"), lambda kept: kept.draws),
    (mark("avoidable losses"), lambda kept: kept.losses),
    (mark("hidden cards"), lambda kept: kept.hidden),
    (mark("together"), lambda kept: kept.result),
)
"""Where a result comes from: the words, and what they stand for in the ledgers."""


class NotAnalysed(ValueError):
    """An error: this game cannot be analysed; the text says why."""


def check_analysed(table: Table[Any]) -> None:
    """Raise `NotAnalysed` unless the table has a finished game that can be analysed."""
    if not has_analysis(table.game.key):
        words = _("games of {game} are not analysed")
        raise NotAnalysed(words.format(game=_(describe(table.game.key).short_name)))
    if table.outcome is None:
        raise NotAnalysed(_("the game is in play: it is analysed after its end"))
    if not table.turns:
        raise NotAnalysed(_("the game has no turn"))


def judged(table: Table[Any], stop: StopFlag = never) -> Iterator[Judged]:
    """Yield the turns of a game as they are judged. Raises `NotAnalysed` and `Stopped`."""
    check_analysed(table)
    yield from analysis_of(table, stop)


def ledgers_of(table: Table[Any], turns: Sequence[Judged]) -> Ledgers:
    """Return the ledgers of a finished game."""
    winners = table.outcome.winners if table.outcome else ()
    won = 50.0 if len(winners) != 1 else 100.0 * (winners[0] == 0)
    was_forfeit = any(_is_forfeit(event) for event in table.events)
    return ledgers(turns, won, was_forfeit=was_forfeit)


def _is_forfeit(event: Event) -> bool:
    return event.kind is EventKind.FORFEIT


def to_json(table: Table[Any], turns: Sequence[Judged]) -> dict[str, Json]:
    """Return an analysis as JSON, chances and losses in points of 100."""
    write, kept = table.game.format, ledgers_of(table, turns)
    return {
        "turns": [
            {
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
            for turn in turns
        ],
        "ledgers": {
            "deal": kept.deal,
            "draws": kept.draws,
            "choices": kept.choices,
            "result": kept.result,
        },
    }
