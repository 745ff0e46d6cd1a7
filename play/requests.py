"""The requests of a screen to the program: another game, another screen, or the end.

A screen posts one of these values; which screen follows is for the program alone to know. The
command line starts the program with one of them, so nothing here needs the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.client import Client
    from engine.table import Table
    from net.joining.seats import SeatAt
    from play.hosting import Opening
    from play.notes import GameFile
    from play.problems import Training
    from play.setup import Series, Setup
    from saves.passwords import Password
    from saves.record import Record
    from saves.settings import Settings


class GoHome:
    """Show the first screen, once all games are saved."""


class GoBack:
    """Show the screen below this one, or else the first screen."""


class Quit:
    """End the program, once all games are saved."""


class StartGame(NamedTuple):
    """Play the first game of a series.

    Attributes:
        series: The series.
        deal: Its deal, None for one by lot.
        seed: The seed of all its lots, None for a fresh one.
    """

    series: Series
    deal: Any = None
    seed: int | None = None


class PlayFirstGame(NamedTuple):
    """Play the first game of a game, from where the person left it or anew."""

    game: str
    anew: bool = False


class SolveProblems(NamedTuple):
    """Solve the problems of a game.

    Attributes:
        game: The key of the game.
        problem: The name of the problem, "" for the next one.
        training: What went before, None at the beginning.
    """

    game: str
    problem: str = ""
    training: Training | None = None


class OpenGame(NamedTuple):
    """Go on with the game in a file."""

    path: Path


class OpenLatest:
    """Go on with the unfinished game that was saved last."""


class PlayAgain(NamedTuple):
    """Play the next game of a series after this one, or the same deal with the seats swapped.

    With a `level` the computer players have that one from now on.
    """

    table: Table[Any]
    series: Series | None
    swapped: bool
    level: str = ""


class PlayBranch(NamedTuple):
    """Play a table on that branched off from a replay, as a game of its own."""

    table: Table[Any]


class ReplayGame(NamedTuple):
    """Step through a game, be it finished or not.

    Attributes:
        record: The game.
        file: Its file.
        is_judged: Whether it is analysed, and the turn sought that decided it.
    """

    record: Record
    file: GameFile
    is_judged: bool = False


class HostTable(NamedTuple):
    """Set up a table for the people of this machine, or at a server.

    Attributes:
        setup: The setup of the game.
        server: The name or address of the server, empty for a table here.
    """

    setup: Setup
    server: str = ""


class JoinTable(NamedTuple):
    """Sit down at a table, or watch it.

    Attributes:
        table: Its name, as `tapis join` takes it.
        watch: Whether to watch without a seat.
        password: The password that is brought, None for that of its server.
    """

    table: str
    watch: bool = False
    password: Password | None = None


class TakePlace(NamedTuple):
    """Go to a place at a table that was joined a moment ago."""

    seat: SeatAt


class OpenToOthers(NamedTuple):
    """Go on with a game, which was left at home a moment ago, at a table that others may join.

    Attributes:
        opening: How it is opened.
        draft: The steps of an unfinished move.
    """

    opening: Opening
    draft: tuple[Any, ...] = ()


class CloseToOthers(NamedTuple):
    """Close an own table, and go on with its game at home.

    Attributes:
        table: The name of the table.
        kinds: The kinds of player, by seat, that replace the others.
    """

    table: str
    kinds: Mapping[int, str]


class ShowTables:
    """List the shared tables of this machine, and of the servers one has been to."""


class PlayShared(NamedTuple):
    """Play the game of a shared table that has begun."""

    client: Client[Any]


class ShowSettings:
    """Show the settings."""


class ChangeSettings(NamedTuple):
    """Let this hold from now on, at the next start too."""

    settings: Settings


class SetLanguage(NamedTuple):
    """Speak this language from now on, at the next start too."""

    code: str


class ShowPhrases(NamedTuple):
    """Show the phrases of others at shared tables from now on, or hide them."""

    is_wanted: bool


class PreviewSettings(NamedTuple):
    """Let everything look as if this were set."""

    settings: Settings


SharedRequest: TypeAlias = (
    HostTable | JoinTable | TakePlace | ShowTables | PlayShared | OpenToOthers | CloseToOthers
)
"""The requests about shared tables."""

GameRequest: TypeAlias = (
    StartGame | PlayFirstGame | SolveProblems | OpenGame | OpenLatest | PlayAgain | PlayBranch
)
"""The requests for a game."""

Request: TypeAlias = GoHome | GoBack | Quit | GameRequest | SharedRequest | ReplayGame
"""The requests about games and screens."""

SettingsRequest: TypeAlias = (
    ShowSettings | ChangeSettings | PreviewSettings | SetLanguage | ShowPhrases
)
"""The requests about settings."""
