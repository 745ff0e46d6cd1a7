"""The line of the keys that work now; each entry can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.message import Message

from play.action import Action
from tui.keymap import shown_key
from tui.themes import paint
from tui.widgets.lines import Line, Lines, line, text
from tui.widgets.remembered import remembered
from words.translation import _

MARGIN: Final = 1
GAP: Final = 2
"""Cells before the first entry, and after each."""
ENTER: Final = "enter"


@remembered
def key_line(
    actions: Sequence[Action], width: int, first: Sequence[str]
) -> tuple[Line, Sequence[tuple[int, int, str]]]:
    """Return the line of the keys, and from where to where each action's entry is on it.

    The actions with the ids `first` have room before all others. Enter stands without its word
    where that has no room.
    """
    strong, quiet = paint("text", "rail", bold=True), paint("quiet", "rail")
    shown = [(shown_key(action), f" {_(action.words)}") for action in actions]
    sizes = [cell_len(key) + cell_len(words) for key, words in shown]
    bare = [
        cell_len(key) if action.keys[0] == ENTER else size
        for action, (key, _words), size in zip(actions, shown, sizes, strict=True)
    ]
    ids = [action.id for action in actions]
    parts, x, spans = [text(" " * MARGIN)], MARGIN, []
    firsts = [ids.index(id_) for id_ in dict.fromkeys(first) if id_ in ids]
    for place, size in _fitting(sizes, bare, firsts, width):
        (key, words), is_whole = shown[place], size == sizes[place]
        parts += [text(key, strong), text((words if is_whole else "") + " " * GAP, quiet)]
        spans.append((x, x + size, ids[place]))
        x += size + GAP
    return line(*parts), spans


class KeyLine(Lines):
    """Shows as many actions as there is room for."""

    GROUND: ClassVar[str] = "rail"

    class Asked(Message):
        """An entry was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._spans: Sequence[tuple[int, int, str]] = ()

    def show_actions(
        self, actions: Sequence[Action], width: int, first: Sequence[str] = ()
    ) -> None:
        """Show these actions in their order; the menu has those that find no room.

        Those with the ids `first` have room before all others, then each in its order.
        """
        row, self._spans = key_line(actions, width, first)
        self.show([row])

    def has(self, action: str) -> bool:
        """Whether the action with this id is shown."""
        return action in [id_ for _begin, _end, id_ in self._spans]

    def on_click(self, event: events.Click) -> None:
        """Ask for the action under the mouse."""
        for begin, end, action in self._spans:
            if begin <= event.x < end:
                self.post_message(self.Asked(action))


def _fitting(
    sizes: Sequence[int], bare: Sequence[int], first: Sequence[int], width: int
) -> list[tuple[int, int]]:
    """Return the places of the entries that there is room for, in order, and their sizes.

    The places `first` have room before others, if need be in their sizes `bare` of words.

    >>> _fitting([6, 20, 8, 8], [6, 20, 8, 8], [3], 27)
    [(0, 6), (2, 8), (3, 8)]
    >>> _fitting([16, 8], [6, 8], [1, 0], 20)
    [(0, 6), (1, 8)]
    """
    order = [*first, *(place for place in range(len(sizes)) if place not in first)]
    x, found = MARGIN, []
    for place in order:
        size = sizes[place]
        if x + size > width and place in first:
            size = bare[place]
        if x + size <= width:
            found.append((place, size))
            x += size + GAP
    return sorted(found)
