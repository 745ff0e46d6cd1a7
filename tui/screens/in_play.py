"""The question whether a game that is in play elsewhere is taken over."""

from __future__ import annotations

from saves.lock import Holder
from saves.owner import Owner
from tui.screens.menu import Ask
from tui.widgets.choices import Choice
from tui.widgets.lines import harmless
from tui.words import _


class InPlay(Ask):
    """Who plays the game, and whether to end it there; ends with "yes" only if that may be done."""

    def __init__(self, holder: Holder | None, owner: Owner | None, has_not_ended: bool) -> None:
        """Ask about the owner that the system names, of whom the lock's file says `holder`."""
        why_not = refusal(owner)
        note = why_not or (_("It was asked to end and has not ended yet.") if has_not_ended else "")
        answers = [Choice("no", _("Leave it there"))]
        if not why_not:
            answers.append(Choice("yes", _("Take over: it is saved and ended there")))
        question = _("This game is in play: {holder}.").format(holder=_who(holder, owner))
        super().__init__(f"{question}\n{note}", answers)


def refusal(owner: Owner | None) -> str:
    """Return why a game cannot be taken over from its owner, nothing if it can."""
    if owner is None:
        return _("Who plays it cannot be told for certain; end it there.")
    if owner.is_this_process:
        return _("It is open in this very program.")
    if not owner.is_of_this_user:
        return _("It belongs to another user, who alone may end it.")
    return ""


def _who(holder: Holder | None, owner: Owner | None) -> str:
    if owner:
        words = _("process {process} ({name})")
        return words.format(process=owner.process, name=harmless(owner.name))
    if holder:
        words = _("process {process} on {host}, says its lock file")
        return words.format(process=holder.process, host=harmless(holder.host))
    return _("another process")
