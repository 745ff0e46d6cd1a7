"""The names of computer players in the language spoken; files and commands have their ids."""

from __future__ import annotations

from typing import Final

from words.translation import _, mark

LEVELS: Final = {
    "random": mark("random"),
    "novice": mark("novice"),
    "casual": mark("casual"),
    "greedy": mark("greedy"),
    "club": mark("club"),
    "expert": mark("expert"),
    "master": mark("master"),
}


def level_name(level: str) -> str:
    """Return the name of a level; an unknown one and a program stand for themselves.

    >>> level_name("greedy"), level_name("python3 bot.py")
    ('greedy', 'python3 bot.py')
    """
    return _(LEVELS.get(level, level))
