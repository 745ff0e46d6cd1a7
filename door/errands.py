"""What can be asked of a door beside a game: keys of the account, codes for them, recordings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from door import recording
from door.accounts import BROWSER, fingerprint_of, name_of
from words.translation import mark

if TYPE_CHECKING:
    from door.house import House, Visitor

_MOST_WORDS: Final = 2
_LONGEST_NAME: Final = 40

DONE: Final = 0
NOT_DONE: Final = 1
REFUSED: Final = 2

NO_KEY: Final = mark("You are here without a key. Come in with a key to do this.")
TOO_MANY_TRIES: Final = mark("Too many codes were tried from here. Come back in ten minutes.")
NO_SUCH_CODE: Final = mark("This is no code, or no longer one. The other session gives a new one.")
OWN_GAMES: Final = mark("This key opens an account with games already, and keeps it.")
IS_INSIDE: Final = mark("The guest with this code is playing. Leave that game first.")
BOUND: Final = mark("This key opens the account of the other session now.")
CODE: Final = mark(
    "Within ten minutes, from the machine with the other key: ssh HOST bind {code}\n"
    "That key opens this account from then on. The code can be used once."
)
GUEST_CODE: Final = mark(
    "To keep these games, type within ten minutes, on a machine with a key: ssh HOST bind {code}\n"
    "That key opens them from then on. The code can be used once."
)
KEY: Final = mark("{number}. {key}")
OWN_KEY: Final = mark("{number}. {key} (the key that you have come with)")
A_BROWSER: Final = mark("{number}. a browser that played here as a guest")
NO_SUCH_KEY: Final = mark("There is no key {number}: keys lists them.")
KEY_IN_USE: Final = mark("This is the key that you have come with. Come with another one.")
REMOVED: Final = mark("This key opens the account no more.")

CAST: Final = mark("{name}: ssh HOST casts {name} > {name}.cast")
NO_CASTS: Final = mark("There is no recording: ssh -t HOST record makes one.")
NO_SUCH_CAST: Final = mark("There is no recording {name}: casts lists them.")
CAST_REMOVED: Final = mark("The recording is removed.")

Words = Callable[[str], str]
"""Returns a text in the language of a person."""


class Answer(NamedTuple):
    """What came of an errand.

    Attributes:
        text: The lines for the person.
        status: The exit status.
        data: A file for the person, in place of lines.
    """

    text: str
    status: int = DONE
    data: bytes = b""


def errand(house: House, visitor: Visitor, command: Sequence[str], words: Words) -> Answer | None:
    """Do an errand of a visitor who may come in; return None for a command that is none.

    Raises `OSError`.
    """
    do: Callable[[House, Visitor, Words], Answer]
    match [*command]:
        case ["bind"]:
            do = _give_code
        case ["bind", *typed]:
            do = partial(_bind, " ".join(typed))
        case ["keys"]:
            do = _list_keys
        case ["keys", "remove", number]:
            do = partial(_remove_key, number)
        case ["casts", *rest] if len(rest) <= _MOST_WORDS:
            do = partial(_casts, rest)
        case _:
            return None
    return do(house, visitor, words) if visitor.key else Answer(words(NO_KEY), REFUSED)


def code_for(house: House, folder: Path, words: Words, text: str = CODE) -> str:
    """Return the sentence with a new code for a folder."""
    return words(text).format(code=house.codes.new(folder))


def _give_code(house: House, visitor: Visitor, words: Words) -> Answer:
    return Answer(code_for(house, house.folder_of(visitor), words))


def _bind(typed: str, house: House, visitor: Visitor, words: Words) -> Answer:
    """Bind the key of a visitor by a code. Nothing is awaited, so no code is used twice."""
    if not house.codes.may_try(visitor.origin):
        return Answer(words(TOO_MANY_TRIES), REFUSED)
    folder = house.codes.find(typed)
    if folder is None or not folder.is_dir():
        return Answer(words(NO_SUCH_CODE), NOT_DONE)
    if folder in house.guests():
        return Answer(words(IS_INSIDE), NOT_DONE)
    try:
        house.accounts.bind(visitor.key, folder)
    except FileExistsError:
        return Answer(words(OWN_GAMES), NOT_DONE)
    house.codes.use_up(typed)
    return Answer(words(BOUND))


def _list_keys(house: House, visitor: Visitor, words: Words) -> Answer:
    own = name_of(visitor.key)
    keys = house.accounts.keys_of(house.folder_of(visitor))
    rows = [
        words(_row(key, own)).format(number=number, key=fingerprint_of(key))
        for number, key in enumerate(keys, start=1)
    ]
    return Answer("\n".join(rows))


def _row(key: str, own: str) -> str:
    """Return the sentence for a key in a list; `own` is that of the visitor."""
    if key.startswith(BROWSER):
        return A_BROWSER
    return OWN_KEY if key == own else KEY


def _remove_key(number: str, house: House, visitor: Visitor, words: Words) -> Answer:
    """Let another key open the account no more, and end the sessions that it has opened."""
    keys = house.accounts.keys_of(house.folder_of(visitor))
    numbered = {str(at): key for at, key in enumerate(keys, start=1)}
    key = numbered.get(number)
    if key is None:
        return Answer(words(NO_SUCH_KEY).format(number=number), NOT_DONE)
    if key == name_of(visitor.key):
        return Answer(words(KEY_IN_USE), NOT_DONE)
    house.accounts.unbind(key)
    house.end_key(key)
    return Answer(words(REMOVED))


def _casts(asked: Sequence[str], house: House, visitor: Visitor, words: Words) -> Answer:
    """List the recordings of an account, hand one over, or remove one."""
    folder = house.folder_of(visitor)
    try:
        match [*asked]:
            case []:
                names = recording.names(folder)
                rows = [words(CAST).format(name=name) for name in names]
                return Answer("\n".join(rows) or words(NO_CASTS))
            case ["remove", name]:
                recording.remove(folder, name)
                return Answer(words(CAST_REMOVED))
            case [name]:
                return Answer("", data=recording.read(folder, name))
    except FileNotFoundError:
        pass
    return Answer(words(NO_SUCH_CAST).format(name=asked[-1][:_LONGEST_NAME]), NOT_DONE)
