"""Variations of games, made of moves that are drawn by lot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from every_game import go_on

from engine.table import Table
from saves.record import PERSON, Variation
from saves.replay import replay_seats
from saves.variations import beginning, opened


def tried(table: Table[Any], at: int, turns: int, seed: int = 1, kind: str = "random") -> Variation:
    """Return a variation of so many turns from the place after `at` moves of a game."""
    begun = beginning(table, at, PERSON, replay_seats(table), seed)
    line = opened(table, begun)
    line.seed = seed
    line.draw_lots()
    go_on(line, turns, seed, kind)
    return replace(begun, moves=tuple(map(line.move_text, range(at, len(line.plays)))))
