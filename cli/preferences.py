"""The settings for the commands: language, mouse, and faults in the file of settings.

The command line overrides them; the strict line mode uses none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.games import GAMES, MAIN
from words.translation import is_chosen, set_language

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.reasons import Sentence

FULL_SCREEN: Final = (None, "play", "resume", "replay")
"""The commands that show faults of the settings on the screen."""

STRICT: Final = "console"
"""The command whose main game is prescribed to the byte: no setting changes its output."""

_wants_mouse = True


def is_strict(words: Sequence[str]) -> bool:
    """Whether a command, and what follows it, asks for the strict line mode."""
    if "--talk" in words or any(word.startswith("--join") for word in words):
        return False
    game = words[1] if len(words) > 1 and words[1] in GAMES else MAIN
    return bool(words) and words[0] == STRICT and game == MAIN


def apply_settings() -> tuple[Sentence, ...]:
    """Speak the language of the settings, unless the command line names one; return the faults."""
    from saves.settings_file import read_settings

    found = read_settings()
    if found.settings.language != "auto" and not is_chosen():
        set_language(found.settings.language)
    return found.faults


def is_full_screen(options: Namespace) -> bool:
    """Whether a command takes the whole screen."""
    return options.command in FULL_SCREEN and not getattr(options, "print", False)


def hear_mouse(is_wanted: bool) -> None:
    """Note whether the command line wants clicks to be heard."""
    global _wants_mouse  # noqa: PLW0603
    _wants_mouse = is_wanted


def wants_mouse() -> bool:
    """Whether the command line wants clicks to be heard."""
    return _wants_mouse
