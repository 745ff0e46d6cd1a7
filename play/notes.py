"""The notes on a game that is replayed, and the file that keeps them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from engine.games import describe
from engine.reasons import IllegalMove, Reason
from play import saved_games
from play.saved_games import NotChanged
from saves.files import NotSynced
from saves.record import MAX_NOTE, PERSON, Note, NoteSign, Record
from words.errors import os_text
from words.translation import _, mark

if TYPE_CHECKING:
    from pathlib import Path

    from host.session import Session

SIGNS: Final[tuple[NoteSign, ...]] = get_args(NoteSign)
"""All signs; the first is that of a note without one."""

MEANINGS: Final[Mapping[NoteSign, str]] = {
    "!": mark("good"),
    "?": mark("bad"),
    "!?": mark("interesting"),
    "?!": mark("dubious"),
}

DISK_SECONDS: Final = 10.0
"""The seconds that a disk has to keep a note."""

Keep: TypeAlias = Callable[[], str]
"""Keeps notes in a file, in any thread; returns what is to be said of it, "" for nothing.

Raises `NotChanged`, `OSError`.
"""


class NoteRefusal(Reason):
    """The reasons why a note cannot be written."""

    NO_SIGN = "{text} is not a sign; the signs are ! ? !? ?!"
    TOO_LONG = "A note has {most} characters at most."
    OTHERS_READ = "Others play here too and would read it; notes wait until the game is over."
    WAIT = "The note before is still being saved."


class GameFile:
    """The file of a game that is replayed; a finished game without one gets it with a note."""

    def __init__(self, path: Path | None = None, session: Session | None = None) -> None:
        """Name the file of the game, or the session that plays it and keeps it in its own."""
        self._path = path
        self._session = session

    @property
    def name(self) -> str:
        """The name of the file, "" for none."""
        if self._session:
            return self._session.name
        return self._path.stem if self._path else ""

    def keep(self, record: Record, notes: tuple[Note, ...]) -> Keep:
        """Return the function that keeps these notes of the game. Raises `NotChanged`."""
        before = record.notes
        if self._session and self._session.keep_notes(notes):
            return partial(self._wait, self._session, before)
        if self._path is None and record.table.outcome is None:
            raise NotChanged(_("This game is not saved; save it before you write notes."))
        return partial(self._write, record, notes)

    def _wait(self, session: Session, before: tuple[Note, ...]) -> str:
        if not session.is_written(DISK_SECONDS):
            session.record.notes = before
            raise NotChanged(_("The note could not be saved."))
        return ""

    def _write(self, record: Record, notes: tuple[Note, ...]) -> str:
        if self._path:
            try:
                saved_games.write_notes(self._path, record, notes)
            except NotSynced as warning:
                return os_text(warning)
            return ""
        self._path = saved_games.write_new(record, notes)
        return _("The game is now saved as {name}.").format(name=self._path.stem)


class Notes:
    """The notes of people on the turns of a game, as far as they are kept.

    Attributes:
        file: The file of the game.
        by_turn: The notes by the number of turns made.
    """

    def __init__(self, record: Record, file: GameFile, turn_of: Callable[[int], int]) -> None:
        """Read the notes of a record; `turn_of` returns the number of turns by that of moves."""
        self.file = file
        self._record = record
        self._turn_of = turn_of
        self._new: tuple[Note, ...] | None = None
        self._show(record.notes)

    def _show(self, notes: tuple[Note, ...]) -> None:
        self._notes = notes
        self.by_turn = {self._turn_of(note.at): note for note in notes if note.by == PERSON}

    @property
    def refusal(self) -> IllegalMove | None:
        """Why no note can be written now, None if one can."""
        table = self._record.table
        people = sum(sitter.is_person for sitter in table.sitters)
        if describe(table.game.key).has_secrets and table.outcome is None and people > 1:
            return IllegalMove(NoteRefusal.OTHERS_READ)
        return IllegalMove(NoteRefusal.WAIT) if self._new is not None else None

    def begin(self, at: int, typed: str) -> Keep:
        """Begin to write a note on the turn after `at` moves; an empty one removes it.

        `end` is to be called when the returned function has ended. Raises `IllegalMove`,
        `NotChanged`.
        """
        if refused := self.refusal:
            raise refused
        turn, (sign, text) = self._turn_of(at), read_note(typed)
        new = [Note(at, PERSON, sign, text)] if sign or text else []
        others = [
            note for note in self._notes if note.by != PERSON or self._turn_of(note.at) != turn
        ]
        notes = tuple(sorted([*others, *new], key=lambda note: note.at))
        keep = self.file.keep(self._record, notes)
        self._new = notes
        return keep

    def end(self, *, is_kept: bool) -> None:
        """Show the note that was begun if it is kept, and let another one be written."""
        assert self._new is not None
        if is_kept:
            self._record.notes = self._new
            self._show(self._new)
        self._new = None


def note_words(note: Note) -> str:
    """Return a note as it is typed: its sign, and its text.

    >>> note_words(Note(4, PERSON, "!?", "Brave.")), note_words(Note(4, PERSON, "!"))
    ('!? Brave.', '!')
    """
    return " ".join(filter(None, (note.sign, note.text)))


def said_note(note: Note) -> str:
    """Return a note with its sign in words too, for ears.

    >>> said_note(Note(4, PERSON, "!?", "Brave.")), said_note(Note(4, PERSON, "", "Hm."))
    ('!? (interesting) Brave.', 'Hm.')
    """
    meaning = f"({_(MEANINGS[note.sign])})" if note.sign else ""
    return " ".join(filter(None, (note.sign, meaning, note.text)))


def read_note(typed: str) -> tuple[NoteSign, str]:
    """Return the sign and the text of a note that was typed. Raises `IllegalMove`.

    >>> read_note("!? Brave."), read_note("Brave!"), read_note(" ")
    (('!?', 'Brave.'), ('', 'Brave!'), ('', ''))
    """
    text = " ".join(typed.split())
    first, _blank, rest = text.partition(" ")
    if re.fullmatch("[!?]+", first):
        sign = next((sign for sign in SIGNS if sign == first), None)
        if sign is None:
            raise IllegalMove(NoteRefusal.NO_SIGN, text=first)
        text = rest
    else:
        sign = SIGNS[0]
    if len(text) > MAX_NOTE:
        raise IllegalMove(NoteRefusal.TOO_LONG, most=MAX_NOTE)
    return sign, text
