"""The problems on the first screen: how many are solved, and how many failed ones come again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from play.home_model import News
from saves.attempts import read_attempts
from words.errors import os_text
from words.translation import _, several

if TYPE_CHECKING:
    from saves.store import Store


def news(_store: Store) -> News:
    """Return how the problems of all games stand."""
    enter = _("Enter chooses the game.")
    try:
        attempts = read_attempts()
    except OSError as error:
        return News("", [os_text(error)], enter)
    if not attempts:  # the problems themselves are long to read
        return News("", [_("none tried yet")], enter)
    from engine.problems import WITH_PROBLEMS
    from play.problems import Standing

    standings = [Standing(key, attempts) for key in WITH_PROBLEMS]
    solved = sum(len(standing.solved) for standing in standings)
    due = sum(len(standing.due) for standing in standings)
    all_ = sum(len(standing.problems) for standing in standings)
    state = _("{solved} of {all} solved").format(solved=solved, all=all_)
    if not due:
        return News("", [state], enter)
    again = several("{count} to try again", "{count} to try again", due)
    short = several("{count} again", "{count} again", due)
    return News(short, [f"{state}, {again}", again], enter)
