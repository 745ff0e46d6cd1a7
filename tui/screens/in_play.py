"""The question whether a game that is in play elsewhere is taken over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from textual.app import App

from play.rows import Choice
from play.saved_games import take_over_refusal
from saves.lock import Held, Holder, Owner, end_owner, owner_of
from tui.screens.menu import Ask
from tui.widgets.lines import harmless
from words.errors import os_text
from words.translation import _, about

_TRIES: Final = 30
"""The number of looks whether the owner has ended."""


class InPlay(Ask):
    """A question that names who plays the game, and offers to end it there if that is allowed."""

    def __init__(self, holder: Holder | None, owner: Owner | None, has_not_ended: bool) -> None:
        """Ask about a game.

        Args:
            holder: The player of it, as its lock file says.
            owner: The process that plays it, as the system says; None if that is not certain.
            has_not_ended: Whether the owner was already asked to end, and still plays.
        """
        why_not = take_over_refusal(owner)
        note = why_not or (
            _("It was asked to stop, but is still running.") if has_not_ended else ""
        )
        answers = [Choice("no", _("Leave it there"))]
        if not why_not:
            answers.append(Choice("yes", _("Take over: it is saved and closed there")))
        question = _("This game is open elsewhere: {holder}.").format(holder=_who(holder, owner))
        super().__init__(f"{question}\n{note}", answers)


def offer_take_over(
    app: App[Any],
    held: Held,
    asked: Owner | None,
    seconds: float,
    open_game: Callable[[Path, Owner | None], None],
    tell: Callable[[str], None],
) -> None:
    """Offer to take a game over from its owner, who was `asked` already or not."""
    owner = owner_of(held.path)

    def answered(answer: object) -> None:
        if answer == "yes" and owner:
            app.run_worker(end_and_open(held.path, owner, seconds, open_game, tell))

    app.push_screen(InPlay(held.holder, owner, owner is not None and owner == asked), answered)


async def end_elsewhere(path: Path, owner: Owner, seconds: float) -> bool:
    """Ask the owner of a game's file to end, and wait for its end, at most for these seconds.

    Returns whether the owner was asked: nobody is if another process plays the game by now.
    Raises `OSError`.
    """
    is_asked = end_owner(path, owner)
    for _try in range(_TRIES if is_asked else 0):
        if owner_of(path) != owner:
            break
        await asyncio.sleep(seconds / _TRIES)
    return is_asked


async def end_and_open(
    path: Path,
    owner: Owner,
    seconds: float,
    open_game: Callable[[Path, Owner | None], None],
    tell: Callable[[str], None],
) -> None:
    """End the owner of a game and resume it; ask again if another process has it by now."""
    try:
        is_asked = await end_elsewhere(path, owner, seconds)
    except OSError as error:
        tell(about(path.name, os_text(error)))
    else:
        open_game(path, owner if is_asked else None)


def _who(holder: Holder | None, owner: Owner | None) -> str:
    if owner:
        words = _("process {process} ({name})")
        return words.format(process=owner.process, name=harmless(owner.name))
    if holder:
        words = _("process {process} on {host}, says its lock file")
        return words.format(process=holder.process, host=harmless(holder.host))
    return _("another process")
