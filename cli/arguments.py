"""The arguments of commands: how one is declared, how its text is read, and the shared ones."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from words.translation import _, mark

if TYPE_CHECKING:
    from argparse import _ActionsContainer
    from datetime import date
    from pathlib import Path

    from cli.game_files import GameSource

MAX_SEED_DIGITS: Final = 1000
MAX_NUMBER_DIGITS: Final = 9
MAX_PATIENCE: Final = 86_400
MAX_ELO: Final = 1000
EVEN: Final = 0.5
MAX_PORT: Final = 65_535
_SHARED: Final = "tapis"
"""How every share line begins. Any other text is read without loading more."""


def a_path(text: str) -> Path:
    """Read the name of a file."""
    from pathlib import Path

    return Path(text)


def a_game(text: str) -> Path:
    """Read the name of a game's file, here or in the folder of games."""
    if isinstance(game := a_game_or_line(text), str):
        words = _("a share line holds a finished game; tapis replay steps through it")
        raise ArgumentTypeError(words)
    return game


def a_game_or_line(text: str) -> GameSource:
    """Read the name of a game's file as `a_game` does, or a share line where no file is meant."""
    from saves.store import Store

    path = Store().resolve(a_path(text))
    if text.lstrip().startswith(_SHARED) and not os.path.lexists(path):
        from saves.share_line import is_share_line

        if is_share_line(text):
            return text
    return path


def a_game_key(text: str) -> str:
    """Read a game's key or name; return its key. Other text stays as it is."""
    from words.names import game_named

    return game_named(text) or text


def a_number_from_0(text: str) -> int:
    """Read a whole number from 0 up, however large."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_SEED_DIGITS:
        return int(text)
    raise ArgumentTypeError(_("{text!r} is not a whole number from 0 up").format(text=text))


def a_number_from_1(text: str) -> int:
    """Read a whole number from 1 up."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS and int(text):
        return int(text)
    raise ArgumentTypeError(_("{text!r} is not a whole number from 1 up").format(text=text))


def a_number_in(values: range, text: str) -> int:
    """Read a whole number of a range."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(values[-1])):
        number = int(text)
        if number in values:
            return number
    words = _("{text!r} is not a whole number from {least} to {most}")
    raise ArgumentTypeError(words.format(text=text, least=values[0], most=values[-1]))


def an_elo_difference(text: str) -> float:
    """Read a difference in Elo, up to a thousand."""
    with suppress(ValueError):
        if abs(elo := float(text)) <= MAX_ELO:
            return elo
    raise ArgumentTypeError(_("{text!r} is not a difference in Elo").format(text=text))


def a_small_chance(text: str) -> float:
    """Read the chance of an error: above 0 and below a half."""
    with suppress(ValueError):
        if 0 < (chance := float(text)) < EVEN:
            return chance
    raise ArgumentTypeError(_("{text!r} is not a chance between 0 and 0.5").format(text=text))


def a_day(text: str) -> date:
    """Read a date, as 2026-11-27."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        words = _("{text!r} is not a date: write 2026-11-27")
        raise ArgumentTypeError(words.format(text=text)) from None


def some_seconds(text: str) -> float:
    """Read a number of seconds, up to a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if 0 < seconds <= MAX_PATIENCE:
        return seconds
    raise ArgumentTypeError(_("{text!r} is not a number of seconds").format(text=text))


def a_time_control(text: str) -> str:
    """Read the time of each player in either language; return it in English."""
    from engine.clock import TimeControl

    try:
        return str(TimeControl.parse(text.replace("/coup", "/move")))
    except ValueError:
        words = _("{text!r} is no time for a clock: write 5+3 or 30/move")
        raise ArgumentTypeError(words.format(text=text)) from None


def an_own_address(text: str) -> tuple[str, int]:
    """Read where to listen: `PORT`, or `ADDRESS:PORT` with an address of version 6 in brackets."""
    address, _colon, port = text.rpartition(":")
    if port.isascii() and port.isdigit() and int(port[:6]) <= MAX_PORT and address != "[]":
        return address.removeprefix("[").removesuffix("]"), int(port)
    raise ArgumentTypeError(_("{text!r} is not a PORT or ADDRESS:PORT").format(text=text))


VALUES: Final[Mapping[Callable[[str], Any] | None, str]] = {
    a_path: mark("FILE"),
    a_game: mark("FILE"),
    a_game_or_line: mark("FILE"),
    a_number_from_0: "N",
    a_number_from_1: "N",
    an_own_address: mark("PORT"),
    a_day: mark("DATE"),
    an_elo_difference: "ELO",
    a_small_chance: "P",
    some_seconds: mark("SECONDS"),
}
"""The word in the help for the text that each function reads."""


class Argument:
    """An argument of commands. Its words are English until it is added to a parser."""

    def __init__(
        self,
        name: str,
        purpose: str,
        read: Callable[[str], Any] | None = None,
        value: str = "",
        **settings: Any,
    ) -> None:
        """Declare an argument.

        Args:
            name: Its name, or several with blanks between.
            purpose: What the help says of it.
            read: The function that reads its text; None takes any text.
            value: The word in the help for its value; "" takes that of `VALUES`.
            settings: Further settings for argparse.
        """
        self.name = name
        self.purpose = purpose
        self.settings = settings
        self.value = value or VALUES.get(read, "")
        if read:
            settings["type"] = read

    def add_to(self, parser: _ActionsContainer) -> None:
        """Add it to a parser, in the language spoken."""
        value: str | tuple[str, ...] = _(self.value)
        if self.settings.get("nargs") == len(self.value.split()) > 1:
            value = tuple(_(self.value).split())
        words: dict[str, Any] = {"metavar": value} if value else {}
        parser.add_argument(*self.name.split(), help=_(self.purpose), **words, **self.settings)


SEED: Final = Argument("--seed", mark("the same N, the same lots"), a_number_from_0)
PROGRAM_PATIENCE: Final = Argument(
    "--patience", mark("how long a PROGRAM may take for a turn; default: 10"), some_seconds
)
SERIES: Final = (
    Argument(
        "--games",
        mark("how many games in a row, with a score (default: 1)"),
        a_number_from_1,
    ),
    Argument(
        "--pairs",
        mark("how many deals are played twice with places changed, scored by pairs"),
        a_number_from_1,
    ),
)
"""How long a series is; `cli.game_options.games_asked` reads it."""
SAVE: Final = Argument("--save", mark("save the game in a new file"), a_path)
RESUME: Final = Argument("--resume", mark("go on with a saved game, and save it there"), a_game)
ALIGN: Final = Argument("--align", mark("pad SUD to the width of NORD"), action="store_true")
NAME: Final = Argument("--name", mark("what you are called at the table"), value=mark("NAME"))
WATCH: Final = Argument("--watch", mark("watch the game without a seat"), action="store_true")
BACK: Final = Argument(
    "--back",
    mark("take your seat back from another window"),
    action="store_true",
)
SEAT: Final = Argument(
    "--seat", mark("the free seat that you want, by its name or number"), value=mark("SEAT")
)
PASSWORD_FILE: Final = Argument(
    "--password-file", mark("a file whose first line is the password"), a_path
)
INSECURE: Final = Argument(
    "--insecure",
    mark("let ws:// leave this machine, though all can be read and changed on the way"),
    action="store_true",
)
CERTIFICATE_KEY: Final = Argument(
    "--key", mark("the key of the certificate, if it has a file of its own"), a_path
)
LISTENING: Final = (
    Argument("--listen", mark("let other machines in, at PORT or ADDRESS:PORT"), an_own_address),
    Argument("--cert", mark("the certificate for --listen (default: one of its own)"), a_path),
    CERTIFICATE_KEY,
    PASSWORD_FILE,
    Argument(
        "--insecure",
        mark("listen without encryption: all can be read and changed on the way"),
        action="store_true",
    ),
)
"""The arguments of a command that listens to other machines; `cli.online.listening` reads them."""
GAME_FILE: Final = mark("a file, the name of a saved game, or a line of tapis share")
"""The help for an argument that `a_game_or_line` reads."""
