"""The settings: each described once, and the values of all as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from engine.description import ON_OFF, Value, mark


class Setting(NamedTuple):
    """A setting.

    Attributes:
        name: Its name in the file.
        words: Its name on the screen.
        values: Its possible values, each with its words, the default first.
        help: Its effect, for the screen and for the comment in the file.
    """

    name: str
    words: str
    values: Mapping[Value, str]
    help: str


OFF_ON: Final[Mapping[Value, str]] = {value: ON_OFF[value] for value in (False, True)}

SETTINGS: Final = (
    Setting(
        "language",
        mark("Language"),
        {"auto": mark("auto"), "fr": "Français", "en": "English"},
        mark("The language of all words; auto: that of the system."),
    ),
    Setting(
        "theme",
        mark("Theme"),
        {
            "baize": mark("baize"),
            "light": mark("light"),
            "contrast": mark("contrast"),
            "colour-blind": mark("colour-blind"),
            "plain": mark("plain"),
        },
        mark("The colours of the table; plain: the terminal's own sixteen."),
    ),
    Setting(
        "cards",
        mark("Cards"),
        {
            "auto": mark("auto"),
            "solid": mark("solid"),
            "outline": mark("outlined"),
            "ascii": mark("plain ASCII"),
        },
        mark("How cards and signs are drawn; auto: as the terminal allows."),
    ),
    Setting(
        "card_size",
        mark("Card size"),
        {"auto": mark("auto"), "huge": mark("huge")},
        mark("huge: as large as they can be, with less around them, from 80x24 on."),
    ),
    Setting(
        "motion",
        mark("Motion"),
        ON_OFF,
        mark("Shows cards on their way, and hangs up the garland of a win; never over SSH."),
    ),
    Setting(
        "pace",
        mark("Pace"),
        {
            "normal": mark("normal"),
            "slow": mark("slow"),
            "fast": mark("fast"),
            "fastest": mark("very fast"),
            "at-once": mark("at once"),
        },
        mark("How fast the moves of others are shown."),
    ),
    Setting(
        "slap",
        mark("Time to slap"),
        {
            "normal": mark("normal"),
            "slow": mark("slow"),
            "very-slow": mark("very slow"),
            "off": mark("by lot"),
        },
        mark("Seconds to slap by reflex: 3, 9 or 30, in words 9, 27 or 30; or lots decide."),
    ),
    Setting(
        "digits",
        mark("Digits"),
        {
            "auto": mark("auto"),
            "french": mark("French"),
            "plain": mark("plain", "digits"),
        },
        mark("French: & é \" ' ( - è _ ç à are digits at the table; auto: by language."),
    ),
    Setting(
        "bell",
        mark("Bell"),
        OFF_ON,
        mark("Rings when something is refused, and when it is your turn."),
    ),
    Setting(
        "curtain",
        mark("Curtain"),
        ON_OFF,
        mark("Hides the table while two people change places."),
    ),
    Setting(
        "phrases",
        mark("Phrases"),
        ON_OFF,
        mark("Shows what others say at a shared table."),
    ),
    Setting(
        "mouse",
        mark("Mouse"),
        ON_OFF,
        mark("Responds to clicks; if not, the terminal selects text."),
    ),
    Setting(
        "ssh_colours",
        mark("Colours over SSH"),
        {"auto": mark("auto"), "256": mark("256"), "24-bit": mark("24 bits")},
        mark("How many colours are sent over SSH; auto: as many as the terminal shows."),
    ),
)
"""The settings in the order of the screen; the first value of each is the usual one."""

BY_NAME: Final = {setting.name: setting for setting in SETTINGS}

PASSWORD: Final = "password"  # noqa: S105
"""The password of shared tables in the file, which is no setting of the screen."""

KEYS: Final = "keys"
"""The table of keys: the id of an action, and its key or a list of keys."""

Keys: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""The keys of actions by their ids, in the order of the file."""


class Settings(NamedTuple):
    """The values of all settings, by default the usual ones; `SETTINGS` explains them."""

    language: str = "auto"
    theme: str = "baize"
    cards: str = "auto"
    card_size: str = "auto"
    motion: bool = True
    pace: str = "normal"
    slap: str = "normal"
    digits: str = "auto"
    bell: bool = False
    curtain: bool = True
    phrases: bool = True
    mouse: bool = True
    ssh_colours: str = "auto"
    keys: Keys = ()

    @property
    def race_time(self) -> int:
        """How many times as long as usual a race takes; 0 where lots decide it."""
        return {"normal": 1, "slow": 3, "very-slow": 10, "off": 0}[self.slap]

    def changes(self, other: Settings) -> dict[str, Value]:
        """Return the values of `other` that differ from these, without the keys.

        >>> Settings().changes(Settings(theme="light"))
        {'theme': 'light'}
        """
        values = {setting.name: getattr(other, setting.name) for setting in SETTINGS}
        return {name: value for name, value in values.items() if value != getattr(self, name)}
