"""What settings do to the screen: colours, signs, keys, times; the environment comes first."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from play.pace import SPEEDS
from saves.settings import Settings
from tui.glyphs import want_plain
from tui.keymap import choose_keys, read_keys
from tui.pace import Timing
from tui.themes import Depth, depth_of, set_palette
from words.translation import language, language_of, set_language

SSH: Final = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
_SPEEDS: Final = {"slow": 0.5, "normal": 1.0, "fast": 2.0, "fastest": 4.0}
AT_ONCE: Final = "at-once"
PLAIN_SIGNS: Final = {"auto": None, "ascii": True}
"""Whether a style of cards is drawn in plain ASCII; None: as the terminal promises."""


class Surroundings(NamedTuple):
    """What the environment says of the terminal.

    Attributes:
        depth: How many colours are sent; over SSH not more than 256.
        most: How many colours the terminal promises.
        is_still: Whether nothing moves: over SSH, or by `TAPIS_MOTION=0`.
        language: The language of the locale.
    """

    depth: Depth = Depth.TRUE
    most: Depth = Depth.TRUE
    is_still: bool = False
    language: str = "en"


def surroundings_of(environment: Mapping[str, str]) -> Surroundings:
    """Return what an environment says; to be asked before Textual takes `NO_COLOR` out of it."""
    near = {name: value for name, value in environment.items() if name not in SSH}
    is_far = len(near) < len(environment)
    return Surroundings(
        depth_of(environment),
        depth_of(near),
        is_far or environment.get("TAPIS_MOTION") == "0",
        language_of(environment),
    )


def surroundings_here() -> Surroundings:
    """Return what the environment of this process says."""
    return surroundings_of(os.environ)


def put_on(settings: Settings, around: Surroundings, timing: Timing) -> None:
    """Let the settings hold from now on for whatever is drawn, typed and shown."""
    depth = around.most if settings.ssh_colours == "24-bit" else around.depth
    set_palette(settings.theme, depth, settings.cards)
    want_plain(PLAIN_SIGNS.get(settings.cards, False))
    choose_keys(read_keys(settings.keys))
    timing.shows = settings.pace != AT_ONCE
    timing.speed = SPEEDS.index(_SPEEDS.get(settings.pace, 1.0))
    timing.has_motion = settings.motion and not around.is_still
    timing.has_curtain = settings.curtain
    timing.has_french_digits = settings.digits == "french" or (
        settings.digits == "auto" and language() == "fr"
    )


def speak(settings: Settings, around: Surroundings) -> None:
    """Speak the language that is set."""
    set_language(around.language if settings.language == "auto" else settings.language)
