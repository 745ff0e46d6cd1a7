"""Passwords of tables and servers: read from a file or the settings, and never shown."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.reasons import Explained, Reason
from saves.files import OWN_FILE, read_file
from saves.settings import PASSWORD
from saves.settings_file import read_settings, settings_path

MOST_LETTERS: Final = 200


class PasswordReason(Reason):
    """Why a file has no password."""

    NO_FILE = "{file} cannot be read: {why}"
    NO_TEXT = "{file}: its first line is no password"


class NoPassword(Explained):
    """An error: there is no password where one was said to be."""


class Password:
    """A password, which no log and no picture of a fault shows; an empty one is none.

    >>> Password("sesame"), bool(Password())
    (Password(), False)
    """

    __slots__ = ("text",)

    def __init__(self, text: str = "") -> None:
        self.text = text

    def __bool__(self) -> bool:
        return bool(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Password) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return "Password()"


def password_in_file(path: Path) -> Password:
    """Return the password in the first line of a file. Raises `NoPassword`."""
    try:
        first = read_file(path).decode().partition("\n")[0].removesuffix("\r")
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise NoPassword(PasswordReason.NO_FILE, file=str(path), why=why) from None
    except UnicodeDecodeError:
        raise NoPassword(PasswordReason.NO_TEXT, file=str(path)) from None
    if not 0 < len(first) <= MOST_LETTERS:
        raise NoPassword(PasswordReason.NO_TEXT, file=str(path))
    return Password(first)


_kept = [Password()]


def keep_password(text: str) -> None:
    """Keep the password that this program was started with, for all that joins or listens."""
    _kept[0] = Password(text[:MOST_LETTERS])


def known_password() -> Password:
    """Return the password that is kept, or that of the settings; an empty one for none."""
    return _kept[0] or password_in_settings()


def password_in_settings() -> Password:
    """Return the password in the settings file, an empty one for none.

    A file with a password becomes private to the user.
    """
    import tomllib

    given = str(tomllib.loads(read_settings().text).get(PASSWORD, ""))
    if given:
        with suppress(OSError):
            settings_path().chmod(OWN_FILE)
    return Password(given[:MOST_LETTERS])
