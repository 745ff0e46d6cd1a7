"""The groups of words that a console has, but those for shared tables."""

from __future__ import annotations

from typing import Final

from cli.lines.daily_words import DailyWords
from cli.lines.file_words import FileWords
from cli.lines.game_words import GameWords
from cli.lines.play_words import Part, PlayWords, ReplayWords
from cli.lines.program_words import ProgramWords

PARTS: Final[tuple[type[Part], ...]] = (
    PlayWords,
    GameWords,
    DailyWords,
    ReplayWords,
    FileWords,
    ProgramWords,
)
