"""The problems that are shipped: a file of JSON lines for each game, the easiest first."""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

MAX_BYTES: Final = 300
"""The most bytes of a line."""

_FOLDER: Final = Path(__file__).with_name("problem_files")


class ShippedProblem(NamedTuple):
    """A problem as its file has it.

    Attributes:
        text: The problem, as `engine.problems.read_problem` reads it.
        points: Its rating before a person tried it.
    """

    text: str
    points: float

    @property
    def id(self) -> str:
        """The name under which attempts are kept: a sum of the text."""
        return f"{zlib.crc32(self.text.encode()):08x}"


def path_of(game: str) -> Path:
    """Return the file with the problems of a game."""
    return _FOLDER / f"{game}.jsonl"


@cache
def shipped_problems(game: str) -> tuple[ShippedProblem, ...]:
    """Return all problems of a game, by its key."""
    lines = path_of(game).read_text(encoding="ascii").splitlines()
    entries = map(json.loads, lines)
    return tuple(ShippedProblem(entry["problem"], entry["rating"]) for entry in entries)
