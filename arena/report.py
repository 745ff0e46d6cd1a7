"""The report of an arena as JSON: enough to repeat it, every result, and the statistics.

The same contest gives the same bytes with any executor, but for `times`.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, Final

from arena.match import GameResult, MeetingResult
from arena.schedule import Contest, deal_seed
from arena.sprt import Evidence
from arena.tally import Tally
from engine.games import find_game
from engine.version import __version__

FORMAT: Final = "tapis-vert-arena"
VERSION: Final = 1
_WIDTH: Final = 200
_DIGITS: Final = 6


def report(tally: Tally, *, jobs: int, seconds: float) -> bytes:
    """Return the JSON document, UTF-8.

    `jobs` is the number of processes that worked, `seconds` the time they took.
    """
    contest, game = tally.contest, find_game(tally.contest.game)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "game": contest.game,
        "rules": game.rules_version,
        "options": game.written_options(contest.options),
        "players": list(contest.players),
        "patience": contest.patience,
        "seed": contest.seed,
        "deals": contest.deals,
        **({"gauntlet": True} if contest.is_gauntlet else {}),
        **_test(tally.evidence),
        "interrupted": not tally.is_complete,
        "totals": [plain(score, _DIGITS) for score in tally.player_scores()],
        **_played(tally),
        "times": {
            "jobs": jobs,
            "seconds": round(seconds, 3),
            "decisions": [
                times and dict(zip(("count", "median", "p95"), plain([*times], 9), strict=True))
                for times in tally.decision_times()
            ],
        },
    }
    return f"{_written(document, 0)}\n".encode()


def _test(evidence: Evidence | None) -> dict[str, Any]:
    """Return the terms of a test and how far it is, or nothing."""
    if evidence is None:
        return {}
    terms = evidence.terms
    bounds = {"lower": terms.lower, "upper": terms.upper, "ratio": evidence.ratio}
    rounded = {name: round(value, _DIGITS) for name, value in bounds.items()}
    played = {"accepted": evidence.accepted, "counts": evidence.counts}
    return {"sprt": {**terms._asdict(), **rounded, **played}}


def _played(tally: Tally) -> dict[str, Any]:
    """Return the scores of the pairings, and the results of each pairing or of the only table."""
    results = [
        [_result(tally.contest, result) for result in tally.results(table)]
        for table in range(len(tally.contest.tables))
    ]
    pairings = plain(tally.pair_scores(), _DIGITS)
    if tally.contest.is_one_table:
        return {"pairings": pairings, "results": results[0]}
    together = zip(pairings, results, strict=True)
    return {"pairings": [{**pairing, "results": played} for pairing, played in together]}


def _result(contest: Contest, result: MeetingResult) -> dict[str, Any]:
    score = {} if contest.is_one_table else {"score": result.score}
    return {
        "deal": result.deal,
        "seed": deal_seed(contest.seed, result.deal),
        **score,
        "games": [_game(game) for game in result.games],
    }


def _game(game: GameResult) -> dict[str, Any]:
    document: dict[str, Any] = {
        "winners": list(game.winners),
        "why": game.why.code,
        "turns": game.turns,
    }
    if game.points:
        document["points"] = list(game.points)
    if game.given_up:
        why = game.given_up.why
        document["forfeit"] = {
            "player": game.given_up.by,
            "reason": why.reason.code,
            "text": game.given_up.text or str(why),
        }
    return document


def plain(value: Any, digits: int) -> Any:
    """Return scores as JSON, with this many digits after the point.

    Named tuples are objects with their fields. An infinite number, which JSON does not have, is
    null, and points are left out where a game has none.
    """
    if isinstance(value, float):
        return round(value, digits) if isfinite(value) else None
    if isinstance(value, list | tuple):
        parts = [plain(part, digits) for part in value]
        names: tuple[str, ...] = getattr(value, "_fields", ())
        document = dict(zip(names, parts, strict=False))
        if document.get("points", 0) is None:
            del document["points"]
        return document or parts
    return value


def _written(value: Any, indent: int) -> str:
    """Return the value as JSON, on one line if it fits."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(flat) + indent <= _WIDTH or not isinstance(value, dict | list):
        return flat
    margin = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_written(part, indent + 1)}" for key, part in value.items()]
        opening, closing = "{}"
    else:
        parts = [_written(part, indent + 1) for part in value]
        opening, closing = "[]"
    return f"{opening}\n{margin}" + f",\n{margin}".join(parts) + f"\n{' ' * indent}{closing}"
