"""The notes on a game that is replayed, and the file that keeps what is written beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from engine.games import describe
from engine.reasons import IllegalMove, Reason
from play import saved_games
from play.saved_games import NotChanged
from saves.files import NotSynced
from saves.record import MAX_NOTE, PERSON, Note, NoteSign, Record, Remarks
from words.errors import os_text
from words.translation import _, about, mark

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

AUTHORS: Final[Mapping[str, str]] = {"analysis": mark("analysis")}
"""The authors of notes that have a name in each language."""

DISK_SECONDS: Final = 10.0
"""The seconds that a disk has to keep a note."""

Keep: TypeAlias = Callable[[], str]
"""Keeps notes in a file, in any thread; returns what is to be said of it, "" for nothing.

Raises `NotChanged`.
"""


class NoteRefusal(Reason):
    """The reasons why nothing can be written beside a game."""

    NO_SIGN = "{text} is not a sign; the signs are ! ? !? ?!"
    TOO_LONG = "A note has {most} characters at most."
    OTHERS_READ = "Others play here too and would read it; this waits until the game is over."
    WAIT = "The change before is still being saved."


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

    @property
    def path(self) -> Path | None:
        """The file, None where there is none."""
        return self._session.saved_in if self._session else self._path

    def keep(self, record: Record, remarks: Remarks) -> Keep:
        """Return the function that keeps what is written beside the game. Raises `NotChanged`."""
        before = record.remarks
        if self._session and self._session.keep_remarks(remarks):
            return partial(self._wait, self._session, before)
        if self._path is None and record.table.outcome is None:
            raise NotChanged(_("This game is not saved; save it first."))
        return partial(self._write, record, remarks)

    def _wait(self, session: Session, before: Remarks) -> str:
        if not session.is_written(DISK_SECONDS):
            session.record.remarks = before
            raise NotChanged(_("The file could not be saved."))
        return ""

    def _write(self, record: Record, remarks: Remarks) -> str:
        path, said = self._path, ""
        try:
            if path:
                saved_games.write_remarks(path, record, remarks)
            else:
                path = saved_games.free_path(record.table)
                said = _("The game is now saved as {name}.").format(name=path.stem)
                saved_games.write_new(path, record, remarks)
        except NotSynced as warning:
            said = os_text(warning)
        except OSError as error:
            words = _("The file could not be saved: {why}")
            raise NotChanged(words.format(why=os_text(error))) from None
        self._path = path
        return said


class Margin:
    """What people write beside a game: notes and variations, as far as the file has them.

    Attributes:
        record: The game.
        file: Its file.
        remarks: What stands there.
    """

    def __init__(self, record: Record, file: GameFile) -> None:
        """Read what stands beside a game."""
        self.record = record
        self.file = file
        self.remarks = record.remarks
        self._new: Remarks | None = None

    @property
    def is_read_by_others(self) -> bool:
        """Whether several people play the game, who have secrets from each other."""
        return describe(self.record.table.game.key).has_secrets and self.has_opponents

    @property
    def has_opponents(self) -> bool:
        """Whether several people play the game, which goes on."""
        table = self.record.table
        people = sum(sitter.is_person for sitter in table.sitters)
        return table.outcome is None and people > 1

    @property
    def refusal(self) -> IllegalMove | None:
        """Why nothing can be written now, None if something can."""
        if self.is_read_by_others:
            return IllegalMove(NoteRefusal.OTHERS_READ)
        return IllegalMove(NoteRefusal.WAIT) if self._new is not None else None

    def begin(self, remarks: Remarks) -> Keep:
        """Begin to write; `end` is to be called when the returned function has ended.

        Raises `IllegalMove`, `NotChanged`.
        """
        if refused := self.refusal:
            raise refused
        keep = self.file.keep(self.record, remarks)
        self._new = remarks
        return keep

    def end(self, *, is_kept: bool) -> None:
        """Let what was begun stand beside the game if it is kept, and let more be written."""
        assert self._new is not None
        if is_kept:
            self.record.remarks = self.remarks = self._new
        self._new = None


TurnOf: TypeAlias = Callable[[int], int]
"""Returns the number of turns made by that of moves."""


def notes_by_turn(notes: Sequence[Note], turn_of: TurnOf) -> dict[int, tuple[Note, ...]]:
    """Return the notes by the number of turns made; those of people come first at a place."""
    found: dict[int, tuple[Note, ...]] = {}
    for note in sorted(notes, key=lambda note: (note.by != PERSON, note.by)):
        turn = turn_of(note.at)
        found[turn] = (*found.get(turn, ()), note)
    return found


def noted(notes: Sequence[Note], at: int, typed: str, turn_of: TurnOf) -> tuple[Note, ...]:
    """Return the notes with one that was typed on the turn after `at` moves; "" removes it.

    Raises `IllegalMove`.
    """
    turn, (sign, text) = turn_of(at), read_note(typed)
    new = [Note(at, PERSON, sign, text)] if sign or text else []
    others = [note for note in notes if note.by != PERSON or turn_of(note.at) != turn]
    return tuple(sorted([*others, *new], key=lambda note: note.at))


def note_words(note: Note) -> str:
    """Return a note as it is typed: its sign, and its text.

    >>> note_words(Note(4, PERSON, "!?", "Brave.")), note_words(Note(4, PERSON, "!"))
    ('!? Brave.', '!')
    """
    return " ".join(filter(None, (note.sign, note.text)))


def typed_note(notes: Sequence[Note]) -> str:
    """Return the note of a person among those on a turn as it is typed, "" for none."""
    return next((note_words(note) for note in notes if note.by == PERSON), "")


def said_note(note: Note) -> str:
    """Return a note with its sign in words too, for ears.

    >>> said_note(Note(4, PERSON, "!?", "Brave.")), said_note(Note(4, PERSON, "", "Hm."))
    ('!? (interesting) Brave.', 'Hm.')
    """
    meaning = f"({_(MEANINGS[note.sign])})" if note.sign else ""
    return " ".join(filter(None, (note.sign, meaning, note.text)))


def told_notes(notes: Sequence[Note], words: Callable[[Note], str] = note_words) -> str:
    """Return the notes on a turn in a line; a note that no person wrote says whose it is.

    >>> told_notes([Note(4, PERSON, "!?"), Note(4, "analysis", "?", "Dear.")])
    '!? - analysis: ? Dear.'
    """
    said = [
        words(note) if note.by == PERSON else about(_(AUTHORS.get(note.by, note.by)), words(note))
        for note in notes
    ]
    return " - ".join(said)


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
