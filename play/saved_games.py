"""The saved games without a screen: their list, sorted and searched, and changes to their files."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.games import describe
from host import outside
from play.game_words import game_name, players_of, state_of
from saves.confined import is_confined, refuse_outside
from saves.files import make_folder, read_file, write_file, write_game
from saves.home import pictures_folder
from saves.lock import end_owner, is_held, owner_of
from saves.store import SUFFIX, Store
from words.plain_text import folded
from words.translation import _, mark, several

if TYPE_CHECKING:
    from engine.table import Table
    from saves.header import Header
    from saves.listing import Listing
    from saves.lock import Owner
    from saves.record import Record, Remarks

GAME, PLAYERS, STATE, WHEN = "game", "players", "state", "when"
COLUMNS: Final = {
    GAME: mark("Game"),
    PLAYERS: mark("Players"),
    STATE: mark("State"),
    WHEN: mark("When"),
}
"""The columns of the list by id, with their headings."""

_GIVEN_NAME: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d ")
"""The beginning of a file's name that the program gave."""


GLANCE_SECONDS: Final = 0.1
"""The time between two looks whether another process has ended."""


class NotChanged(Exception):
    """An error: the file of a game is left as it is; the text says why."""


class Arrangement(NamedTuple):
    """The arrangement of the list.

    Attributes:
        column: The column that the list is sorted by.
        is_reversed: Whether the last game comes first; of moments, the oldest.
        find: The words that a game must have, as they were typed.
    """

    column: str = WHEN
    is_reversed: bool = False
    find: str = ""

    def next_column(self) -> Arrangement:
        """Return the list sorted by the next column, round and round."""
        ids = list(COLUMNS)
        return self.by(ids[(ids.index(self.column) + 1) % len(ids)])

    def by(self, column: str) -> Arrangement:
        """Return the list sorted by a column, the other way round if it is sorted so already."""
        is_same = column == self.column
        return self._replace(column=column, is_reversed=is_same and not self.is_reversed)


def arranged(games: Listing, how: Arrangement) -> list[int]:
    """Return the places of the games in their order, damaged files last.

    A game that was not read yet is found by its name alone, and comes after those that were; by
    moment it has the place of its file.
    """
    words = folded(how.find).split()
    places = [at for at in range(len(games)) if not words or _has(games, at, words)]
    damaged = [at for at in places if games.is_damaged(at)]
    whole = [at for at in places if not games.is_damaged(at)]
    if how.column == WHEN:
        return sorted(whole, key=partial(_moment, games), reverse=not how.is_reversed) + damaged
    known = [at for at in whole if games.header(at)]
    known.sort(key=lambda at: _key(games, at, how.column), reverse=how.is_reversed)
    return known + [at for at in whole if not games.header(at)] + damaged


def _moment(games: Listing, at: int) -> tuple[datetime, int]:
    """Return when a game was saved last by its header, and when its file was written."""
    header, written = games.header(at), games.files[at].written
    return header.moment if header else datetime.fromtimestamp(written / 1e9, UTC), written


def _key(games: Listing, at: int, column: str) -> str:
    header = games.header(at)
    assert header
    if column == GAME:
        return folded(called(games.files[at].name, header))
    if column == PLAYERS:
        return folded(players_of(header))
    return folded(f"1 {state_of(header)}") if header.ended else f"0 {header.turns:09}"


def _has(games: Listing, at: int, words: Sequence[str]) -> bool:
    """Whether all words stand in the known facts of a file."""
    name, header = games.files[at].name, games.header(at)
    told = [name.removesuffix(SUFFIX)]
    if header:
        why = _(header.ended.why) if header.ended else _("in play")
        titles = _(describe(header.game).title), game_name(header.game)
        told += [*titles, players_of(header), state_of(header), why]
    text = folded(" ".join(told))
    return all(word in text for word in words)


def called(name: str, header: Header) -> str:
    """Return the name of a file if a person gave it, else the name of its game.

    >>> from saves.header import Header
    >>> when, names = "2026-11-21T08:54:00Z", ("Zoé", "Max")
    >>> header = Header("zen", names, ("human", "human"), ((0,), (1,)), 3, when, when, None)
    >>> called("2026-11-21 08.54 Zoé - Max.json", header), called("Sunday.json", header)
    ("Zen l'Initié", 'Sunday')
    """
    stem = name.removesuffix(SUFFIX)
    return game_name(header.game) if _GIVEN_NAME.match(stem) else stem


def count_words(shown: int, every: int, find: str = "") -> str:
    """Return how many games are listed, of how many where only those with some words are."""
    if find:
        return _("{count} of {all}").format(count=shown, all=every)
    count = several("{count} saved game", "{count} saved games", shown)
    return count if shown else _("no saved games")


def sorted_words(how: Arrangement) -> str:
    """Return which column the list is sorted by."""
    words = _("Sorted by: {column}.")
    if how.is_reversed:
        words = _("Sorted by: {column}, the other way round.")
    return words.format(column=_(COLUMNS[how.column]).lower())


def readers(table: Table[Any]) -> frozenset[int]:
    """Return the seats whose secrets a preview may show: the only person's, else none."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    return frozenset(people if len(people) == 1 else ())


# Files


def path_of(name: str) -> Path:
    """Return the file of this name; `~` is the home folder.

    In a confined process `~ada` is a name as any other: nobody is told which accounts there are.
    Raises `OSError` for a NUL in it, and outside the folder of a confined process.
    """
    if "\0" in name:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    path = Path(name)
    if path.parts[:1] == ("~",) or not is_confined():
        with suppress(RuntimeError):  # the home of nobody
            path = path.expanduser()
    refuse_outside(path)
    return path


def game_file_at(name: str) -> Path | None:
    """Return the game file of this name, None where there is none that may be opened."""
    try:
        path = path_of(name)
    except OSError:
        return None
    return path if path.suffix == SUFFIX and path.is_file() else None


def new_path(name: str) -> Path:
    """Return the file for a game of this name, in a folder that can be written to.

    A name alone is one in the folder of games. Raises `OSError`.
    """
    path = path_of(name)
    if name == path.name and path.suffix != SUFFIX and path.name not in ("", ".", ".."):
        path = Store().path(name)
        make_folder(path.parent)
    fault = 0 if path.parent.is_dir() else errno.ENOENT
    if not fault and not os.access(path.parent, os.W_OK):
        fault = errno.EACCES
    if fault:
        raise OSError(fault, os.strerror(fault), str(path))
    return path


def free_path(table: Table[Any]) -> Path:
    """Return a file in the folder of games that is not there yet. Raises `OSError`."""
    path = Store().new_path(outside.now(), [sitter.name for sitter in table.sitters])
    make_folder(path.parent)
    return path


class Room(Enum):
    """Whether there is room for a copy: nothing there, another game, or a game in play."""

    FREE = 1
    TAKEN = 2
    IN_PLAY = 3


def room_at(path: Path) -> Room:
    """Return whether a copy of a game can be written to a path."""
    if not os.path.lexists(path):
        return Room.FREE
    return Room.IN_PLAY if is_held(path) else Room.TAKEN


class NotDrawn(Exception):
    """The picture of a game could not be drawn; the text says why."""


def keep_picture(record: Record, name: str, draw: Callable[[bytes], bytes]) -> Path:
    """Write the picture of a game into a file called `name`, over an older one; return its path.

    `draw` is given the bytes of the game's file. Raises what it raises, and `OSError`.
    """
    path = pictures_folder() / f"{name}.svg"
    svg = draw(record.to_bytes())
    make_folder(path.parent)
    write_file(path, svg)
    return path


def copy(path: Path, to: Path) -> None:
    """Write a copy of a saved game into a file, over what is there. Raises `OSError`."""
    from saves.record import as_copy

    write_game(to, as_copy(read_file(path)))


def write_remarks(path: Path, record: Record, remarks: Remarks) -> None:
    """Write what is written beside a game into its file, which has nothing else changed.

    Raises `NotChanged`, `OSError`.
    """
    from saves.document import Fault
    from saves.reading import read_record
    from saves.record import as_copy

    with _locked(path):
        try:
            there = read_record(read_file(path))
        except Fault:
            there = None
        same = record.table.plays, record.table.events, record.remarks
        if there is None or (there.table.plays, there.table.events, there.remarks) != same:
            raise NotChanged(_("The file was changed elsewhere; open the game again."))
        there.remarks = remarks
        data = there.to_bytes()
        write_game(path, as_copy(data) if there.document.get("copy") else data)


def write_new(path: Path, record: Record, remarks: Remarks) -> None:
    """Write a game and what is beside it into a new file.

    Raises `NotChanged`, `OSError`.
    """
    from dataclasses import replace

    with _locked(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        write_game(path, replace(record, **remarks._asdict()).to_bytes())


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a game. Raises `NotChanged` if it is open elsewhere, `OSError`."""
    from saves.lock import GameLock, Held

    try:
        lock = GameLock(path, outside.now())
    except Held:
        raise NotChanged(
            _("The game is open elsewhere; nothing can be written into it now.")
        ) from None
    try:
        yield
    finally:
        lock.release()


def rename(path: Path, name: str, store: Store) -> Path:
    """Give a game another name; return its new file. Raises `NotChanged`, `OSError`."""
    from saves.kept_analysis import rename_kept

    if is_held(path):
        raise NotChanged(_("The game is open elsewhere; it cannot be renamed now."))
    to = store.free_path(name)
    path.rename(to)
    rename_kept(path, to)
    return to


def delete(path: Path) -> None:
    """Delete a game. Raises `NotChanged`, `OSError`."""
    from saves.kept_analysis import remove_kept

    check_deletable(path)
    path.unlink()
    remove_kept(path)


def check_deletable(path: Path) -> None:
    """Raise `NotChanged` for a game that is open elsewhere."""
    if is_held(path):
        raise NotChanged(_("The game is open elsewhere; it cannot be deleted now."))


def take_over_refusal(owner: Owner | None) -> str:
    """Return why a game cannot be taken over from the process that plays it, "" if it can."""
    if owner is None:
        return _("It is not certain who is playing it; close it there.")
    if owner.is_this_process:
        return _("It is open in this same program.")
    if not owner.is_of_this_user:
        return _("It belongs to another user; nobody else can close it.")
    return ""


def end_elsewhere(path: Path, owner: Owner, seconds: float) -> bool:
    """Ask the process that plays a game to end, and wait for its end, at most for these seconds.

    Returns whether it was asked: nobody is if another process plays the game by now.
    Raises `OSError`.
    """
    is_asked = end_owner(path, owner)
    end = monotonic() + seconds
    while is_asked and owner_of(path) == owner and monotonic() < end:
        sleep(GLANCE_SECONDS)
    return is_asked
