"""What a screen may ask the program for: another game, another screen, or the end.

A screen posts one of these values; which screen follows is for the program alone to know. The
command line starts the program with one of them, so nothing here needs the terminal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

    from engine.table import Table
    from play.setup import Series
    from saves.settings import Settings


@dataclass(frozen=True, slots=True)
class GoHome:
    """Show the first screen, once all games are saved."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Show the screen below this one, or the first screen where there is none."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program, once all games are saved."""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Play the first game of a series, with cards dealt as `deal` says where it is given."""

    series: Series
    deal: Any = None


@dataclass(frozen=True, slots=True)
class PlayFirstGame:
    """Play the first game of a game, from where the person left it or anew."""

    game: str
    anew: bool = False


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Go on with the game in a file."""

    path: Path


@dataclass(frozen=True, slots=True)
class OpenLatest:
    """Go on with the unfinished game that was saved last."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Play the next game of a series after this one, or the same deal with the seats swapped."""

    table: Table[Any]
    series: Series | None
    swapped: bool


@dataclass(frozen=True, slots=True)
class PlayBranch:
    """Play a table on that branched off from a replay, as a game of its own."""

    table: Table[Any]


@dataclass(frozen=True, slots=True)
class ReplayGame:
    """Step through a game, be it finished or not."""

    table: Table[Any]


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show what can be set."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Let this hold from now on, at the next start too."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Speak this language from now on, at the next start too."""

    code: str


@dataclass(frozen=True, slots=True)
class PreviewSettings:
    """Let everything look as if this were set."""

    settings: Settings


GameRequest: TypeAlias = StartGame | PlayFirstGame | OpenGame | OpenLatest | PlayAgain | PlayBranch
"""What is asked for by who wants to play."""

Request: TypeAlias = GoHome | GoBack | Quit | GameRequest | ReplayGame
"""What is asked for about games and screens."""

SettingsRequest: TypeAlias = ShowSettings | ChangeSettings | PreviewSettings | SetLanguage
"""What is asked for about settings."""
