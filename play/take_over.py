"""Taking a game over from another process of the same user that plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from words.translation import _

if TYPE_CHECKING:
    from saves.lock import Owner


def refusal(owner: Owner | None) -> str:
    """Return why a game cannot be taken over from its owner, nothing if it can."""
    if owner is None:
        return _("It is not certain who is playing it; close it there.")
    if owner.is_this_process:
        return _("It is open in this same program.")
    if not owner.is_of_this_user:
        return _("It belongs to another user; nobody else can close it.")
    return ""
