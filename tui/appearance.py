"""The effect of settings and environment on the screen: colours, signs, keys, times."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from play.playback import SPEEDS
from saves.home import true_colour_of
from saves.settings import Settings
from tui.keymap import choose_keys, read_keys
from tui.pace import Timing
from tui.themes import Depth, depth_of, set_palette, want_huge
from words.glyphs import want_plain
from words.translation import language, language_of, set_language

SSH: Final = ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT")
OVER_SSH: Final = {"256": Depth.INDEXED, "24-bit": Depth.TRUE}
"""The colours sent over SSH by setting, where these are not all that the terminal shows."""
UNASKED: Final = ("linux", "cygwin")
"""Terminals that have sixteen colours, or print what they are asked."""
_SPEEDS: Final = {"slow": 0.5, "normal": 1.0, "fast": 2.0, "fastest": 4.0}
AT_ONCE: Final = "at-once"
PLAIN_SIGNS: Final = {"auto": None, "ascii": True}
"""Whether a style of cards is drawn in plain ASCII; None: as the terminal promises."""


class Surroundings(NamedTuple):
    """The terminal as the environment describes it, and as it answered itself.

    Attributes:
        promised: The colours that the environment promises.
        is_far: Whether there is SSH between the terminal and the program.
        is_still: Whether nothing moves: over SSH, or by `TAPIS_MOTION=0`.
        language: The language of the locale.
        asked: The name, in `TERM`, of the terminal that is asked for 24 bits; "" for none.
        told: Whether a terminal of that name shows 24 bits; None where none has answered.
    """

    promised: Depth = Depth.TRUE
    is_far: bool = False
    is_still: bool = False
    language: str = "en"
    asked: str = ""
    told: bool | None = None

    def depth(self, over_ssh: str) -> Depth:
        """Return the depth of the colours to send, by the setting of colours over SSH."""
        depth = Depth.TRUE if self.asked and self.told else self.promised
        if self.is_far and depth in (Depth.TRUE, Depth.INDEXED):
            return OVER_SSH.get(over_ssh, depth)
        return depth


def surroundings_of(environment: Mapping[str, str]) -> Surroundings:
    """Return the terminal that an environment describes, before Textual removes `NO_COLOR`."""
    promised, term = depth_of(environment), environment.get("TERM", "")
    is_far = any(name in environment for name in SSH)
    is_asked = promised in (Depth.INDEXED, Depth.SIXTEEN) and "STY" not in environment
    return Surroundings(
        promised,
        is_far,
        is_far or environment.get("TAPIS_MOTION") == "0",
        language_of(environment),
        term if is_asked and not term.startswith(UNASKED) else "",
    )


def surroundings_here() -> Surroundings:
    """Return the terminal of this process, with the answer that one of its name gave before."""
    around = surroundings_of(os.environ)
    return around._replace(told=true_colour_of(around.asked)) if around.asked else around


def put_on(settings: Settings, around: Surroundings, timing: Timing) -> None:
    """Let the settings hold from now on for whatever is drawn, typed and shown."""
    depth = around.depth(settings.ssh_colours)
    set_palette(settings.theme, depth, settings.cards, around.is_far)
    want_plain(PLAIN_SIGNS.get(settings.cards, False))
    want_huge(settings.card_size == "huge")
    choose_keys(read_keys(settings.keys))
    timing.shows = settings.pace != AT_ONCE
    timing.speed = SPEEDS.index(_SPEEDS.get(settings.pace, 1.0))
    timing.has_motion = settings.motion and not around.is_still
    timing.has_curtain = settings.curtain
    timing.has_phrases = settings.phrases
    timing.has_french_digits = settings.digits == "french" or (
        settings.digits == "auto" and language() == "fr"
    )


def speak(settings: Settings, around: Surroundings) -> None:
    """Speak the language that is set."""
    set_language(around.language if settings.language == "auto" else settings.language)
