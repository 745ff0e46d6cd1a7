"""Reads the file of an arena: the plan of its games, and the results so far."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from arena import chance, report
from arena.chance import ChanceResult, Lengths
from arena.match import Forfeited, GameResult, MeetingResult
from arena.schedule import Contest
from arena.sprt import Terms
from arena.tally import Tally
from engine.games import GAMES, find_game
from engine.reasons import Explanation, Reason
from engine.version import __version__
from saves.document import Fault, quoted
from saves.reading import converted
from saves.reasons import FileReason


class _Forfeit(msgspec.Struct, frozen=True):
    player: int
    reason: str
    text: str


class _Game(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    why: str
    turns: int
    points: tuple[int, ...] = ()
    forfeit: _Forfeit | None = None


class _Result(msgspec.Struct, frozen=True):
    deal: int
    games: tuple[_Game, ...]


class _Pairing(msgspec.Struct, frozen=True):
    players: tuple[int, int]
    results: tuple[_Result, ...] = ()


class _Test(msgspec.Struct, frozen=True):
    elo0: float
    elo1: float
    alpha: float
    beta: float


class _Times(msgspec.Struct, frozen=True):
    seconds: float = 0.0


class _Contest(msgspec.Struct, frozen=True):
    """The file of games between players."""

    program: str
    game: str
    rules: int
    options: dict[str, Any]
    players: tuple[str, ...]
    patience: float
    seed: int
    deals: int
    pairings: tuple[_Pairing, ...]
    results: tuple[_Result, ...] = ()
    sprt: _Test | None = None
    gauntlet: bool = False
    times: _Times = _Times()


class _ChanceResult(msgspec.Struct, frozen=True):
    game: int
    winners: tuple[int, ...]
    why: str
    turns: int


class _Lengths(msgspec.Struct, frozen=True):
    """The file of games that chance alone decides."""

    program: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: int
    games: int
    results: tuple[_ChanceResult, ...]


class OtherVersion(Exception):
    """An error: the file is of another version of the program, whose games may differ.

    Attributes:
        version: That version.
    """

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


def read_results(path: Path, *, is_continued: bool) -> tuple[Tally | Lengths, float]:
    """Return the results in a file, and the seconds that they took.

    Raises `OSError`, `Fault`, and, if they are to be continued, `OtherVersion`.
    """
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        document = None
    known = {report.FORMAT: _Contest, chance.FORMAT: _Lengths}
    form = document.get("format") if isinstance(document, dict) else None
    if form not in known or document["version"] != report.VERSION:
        raise Fault("$.format", FileReason.NO_RESULTS)
    read: _Contest | _Lengths = converted(document, known[form], "$")
    if read.game not in GAMES:
        raise Fault("$.game", FileReason.UNKNOWN_GAME, game=quoted(read.game))
    game = find_game(read.game)
    if is_continued and read.program != __version__:
        raise OtherVersion(read.program)
    if read.rules != game.rules_version:
        rules = game.rules_version
        raise Fault("$.rules", FileReason.UNKNOWN_RULES, version=read.rules, known=rules)
    options = converted(read.options, game.options, "$.options")
    try:
        if isinstance(read, _Lengths):
            return _lengths(read, options), 0.0
        return _tally(read, options), read.times.seconds
    except LookupError:
        raise Fault("$.results", FileReason.NO_RESULTS) from None


def _lengths(read: _Lengths, options: Any) -> Lengths:
    reasons = _reasons(read.game)
    lengths = Lengths(read.game, options, read.games, read.seed)
    for one in read.results:
        lengths.add(ChanceResult(one.game, one.winners, reasons[one.why], one.turns))
    return lengths


def _tally(read: _Contest, options: Any) -> Tally:
    reasons = _reasons(read.game)
    tally = Tally(
        Contest(
            read.game,
            options,
            read.players,
            read.deals,
            read.seed,
            read.patience,
            Terms(*msgspec.structs.astuple(read.sprt)) if read.sprt else None,
            is_gauntlet=read.gauntlet,
        )
    )
    contest = tally.contest
    tables = [read.results] if contest.is_one_table else [one.results for one in read.pairings]
    for table, results in enumerate(tables):
        nothing: tuple[tuple[float, ...], ...] = ((),) * len(contest.tables[table])
        for one in results:
            if one.deal >= read.deals or one.deal in tally.deals(table):
                raise LookupError
            games = tuple(_game(game, reasons) for game in one.games)
            tally.add(MeetingResult(table, one.deal, games, nothing, contest.seats))
    return tally


def _game(game: _Game, reasons: dict[str, Reason]) -> GameResult:
    given_up = None
    if found := game.forfeit:
        why = Explanation(reasons[found.reason], {})
        given_up = Forfeited(found.player, why, found.text)
    return GameResult(game.winners, reasons[game.why], game.turns, given_up, game.points)


def _reasons(game: str) -> dict[str, Reason]:
    """Return the reasons for an end and for a forfeit by their codes; an end's come first."""
    homes = {"engine.reasons", "programs.players", f"engine.{game}.reasons"}
    kinds = [kind for kind in _kinds(Reason) if kind.__module__ in homes]
    kinds.sort(key=lambda kind: kind.__name__.endswith("Ending"))
    return {reason.code: reason for kind in kinds for reason in kind}


def _kinds(parent: type[Reason]) -> Iterator[type[Reason]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _kinds(kind)
