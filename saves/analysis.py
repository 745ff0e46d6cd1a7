"""The analysis of a game from a file: its game judges what really happened."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.analysis import Judged
from engine.game import StopFlag, never
from engine.table import Table


def has_analysis(key: str) -> bool:
    """Say whether finished games of the game with this key can be analysed."""
    return find_spec(f"engine.{key}.analysis") is not None


def analysis_of(table: Table[Any], stop: StopFlag = never) -> Iterator[Judged]:
    """Yield each turn of a finished game as it is judged, in order. Raises `Stopped`."""
    analyse = import_module(f"engine.{table.game.key}.analysis").analyse
    judged: Iterator[Judged] = analyse(table.states[: len(table.plays)], table.plays, stop)
    return judged
