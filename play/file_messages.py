"""The messages about a game's file: why it is not saved, where it is, that it is saved again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from saves.autosave import SavingResumed
from saves.confined import shown
from saves.files import NotSynced
from saves.locked_file import SavedElsewhere
from words.errors import cause, os_text
from words.plain_text import shortened
from words.translation import _, about

if TYPE_CHECKING:
    from pathlib import Path

    from saves.lock import Held

LONGEST: Final = 78
"""The longest message in letters, one line of the smallest screen."""


def held_message(held: Held) -> str:
    """Return the message of a line mode for a game that another process plays."""
    who = _("another process")
    if holder := held.holder:
        words = _("process {process} on {host} since {since}")
        who = words.format(process=holder.process, host=holder.host, since=holder.since)
    return _("{path} is in play: {holder}").format(path=shown(held.path), holder=who)


def line_message(path: Path, told: Exception) -> str:
    """Return the message of a line mode for an error or notice of autosave."""
    if isinstance(told, SavingResumed):
        return _("{path}: saved again").format(path=shown(path))
    if isinstance(told, SavedElsewhere):
        if told.is_held:
            words = _("{path} is open elsewhere too; the game is saved next to it, in {other}")
        else:
            words = _(
                "{path}: another file has taken its place; the game is saved next to it, in {other}"
            )
        return words.format(path=shown(path), other=told.other.name)  # a long path is cut
    if isinstance(told, NotSynced):
        return about(shown(path), os_text(told))
    words = _("{path}: {fault}; play goes on, unsaved")
    return words.format(path=shown(path), fault=_fault(told))


def screen_message(told: Exception) -> str:
    """Return the message of the screen for an error or notice of autosave."""
    if isinstance(told, SavingResumed):
        return _("Saved again.")
    if isinstance(told, SavedElsewhere):
        if told.is_held:
            words = _("Now saved as {name}: it is open elsewhere too.")
        else:
            words = _("Now saved as {name}: another file has taken its place.")
        room = LONGEST - len(words.format(name=""))
        return words.format(name=shortened(told.other.stem, room))
    if isinstance(told, NotSynced):
        words = _("Saved, but a power failure might still undo it: {why}.")
        return words.format(why=cause(told))
    return _("Not saved: {why}. Play goes on.").format(why=_fault(told))


def _fault(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return _("not enough memory")
    return os_text(error) if isinstance(error, OSError) else str(error) or type(error).__name__
