"""Feats of people: firsts and records against each level, found in the order of their games.

Only games count that one person played to the end against levels alone, without help. No file has
a feat in it: all follow from the games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Final, NamedTuple

from engine.game import opponents
from engine.games import describe, find_game
from engine.table import PEOPLE
from saves.header import Header, HeaderOutcome

LEAST_RUN: Final = 3
"""The games won in a row that are worth telling."""


class FeatKind(Enum):
    """The kinds of feats, the dearest first."""

    FIRST_WIN = "first win"
    OWN = "feat"
    RUN = "longest run"
    BEST = "best win"


class Feat(NamedTuple):
    """A first or a record against a level.

    Attributes:
        kind: Its kind; `OWN` is the `feat` of the game's description, `BEST` its `best`.
        game: The key of the game.
        level: The level, the weakest of several.
        amount: The number of wins, turns or points; 0 where nothing is counted.
        done_in: The game in which it was done.
    """

    kind: FeatKind
    game: str
    level: str
    amount: int
    done_in: Header

    def to_json(self) -> dict[str, Any]:
        """Return what it is, and when the game ended."""
        name = self.kind.value
        if self.kind is FeatKind.OWN:
            name = describe(self.game).feat.lower()
        if self.kind is FeatKind.BEST:
            name = describe(self.game).best
        counted = {"amount": self.amount} if self.amount else {}
        return {"feat": name, "level": self.level, **counted, "date": self.done_in.saved}


@dataclass(slots=True)
class Feats:
    """One person's feats in one game.

    Attributes:
        made: The last feat of each kind, by level.
        runs: The games won in a row up to now, by level.
    """

    made: dict[tuple[str, FeatKind], Feat] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)

    def add(self, header: Header, ended: HeaderOutcome, seat: int, *, is_won: bool) -> None:
        """Count the next game of the person at a seat."""
        level = level_met(header, seat)
        if header.is_aided or not level or ended.why == _gave_up(header.game):
            return
        self.runs[level] = self.runs.get(level, 0) + 1 if is_won else 0
        done = {FeatKind.OWN: 0} if seat in header.feat else {}
        if is_won:
            done |= {FeatKind.FIRST_WIN: 0, FeatKind.RUN: self.runs[level]}
            best = _best(header, ended, seat)
            done |= {} if best is None else {FeatKind.BEST: best}
        for kind, amount in done.items():
            if self._is_new(header, level, kind, amount):
                self.made[level, kind] = Feat(kind, header.game, level, amount, header)

    def listed(self) -> list[Feat]:
        """Return all feats, those against the weakest level first."""
        kinds = [*FeatKind]
        levels = [*describe(next(iter(self.made.values())).game).levels] if self.made else []
        places = sorted(self.made, key=lambda key: (levels.index(key[0]), kinds.index(key[1])))
        return [self.made[place] for place in places]

    def told_after(self, header: Header) -> list[Feat]:
        """Return the feats of a game, the dearest first; the first win breaks no record."""
        done = [feat for feat in self.listed() if feat.done_in.identity == header.identity]
        if any(feat.kind is FeatKind.FIRST_WIN for feat in done):
            return [feat for feat in done if feat.kind is not FeatKind.BEST]
        return done

    def _is_new(self, header: Header, level: str, kind: FeatKind, amount: int) -> bool:
        """Whether a first or a record was not there before."""
        before = self.made.get((level, kind))
        if before is None:
            return kind is not FeatKind.RUN or amount >= LEAST_RUN
        if kind is FeatKind.BEST and describe(header.game).best != "most turns":
            return amount < before.amount
        return amount > before.amount


@cache
def _gave_up(game: str) -> str:
    """Return the reason, in English, of a game that ends because somebody gave up."""
    reasons = (reason for reason in find_game(game).endings if reason.code == "forfeit")
    return str(next(reasons).value)


def level_met(header: Header, seat: int) -> str:
    """Return the weakest level that a person played alone against, "" for any other game."""
    levels = [*describe(header.game).levels]
    others = {header.kinds[other] for other in opponents(header.sides, seat)}
    if sum(kind in PEOPLE for kind in header.kinds) != 1 or not others <= {*levels}:
        return ""
    return min(others, key=levels.index)


def _best(header: Header, ended: HeaderOutcome, seat: int) -> int | None:
    """Return the number by which a game won is compared with others, None if it cannot be."""
    best = describe(header.game).best
    if best == "fewest points" and ended.points:
        return ended.points[seat]
    if best.endswith("turns") and not ended.points:
        return header.turns
    return None
