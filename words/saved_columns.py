"""The columns of the list of saved games, by which it can be sorted too."""

from __future__ import annotations

from typing import Final

from words.translation import mark

GAME, PLAYERS, STATE, WHEN = "game", "players", "state", "when"
COLUMNS: Final = {
    GAME: mark("Game"),
    PLAYERS: mark("Players"),
    STATE: mark("State"),
    WHEN: mark("When"),
}
"""The columns by id, with their headings."""
