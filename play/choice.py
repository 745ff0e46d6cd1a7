"""A choice: one line of a list that a person chooses from."""

from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    """One line of a list: what it stands for, its words, and a note at their right.

    The cursor passes over a heading. The keys left and right turn a choice `is_turned`: its note
    is drawn between two signs.
    """

    id: str
    words: str
    note: str = ""
    is_heading: bool = False
    is_turned: bool = False
