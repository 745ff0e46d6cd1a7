"""What help says: the keys of a screen by topic, those that work now first. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from rich.cells import cell_len

from play.action import Action, Topic
from play.actions import COMMON, by_topic
from tui.keymap import key_name
from tui.themes import paint
from tui.widgets.lines import Line, line, pad, text
from words.glyphs import glyphs
from words.translation import _, ended, mark

SIGNS: Final = mark("Signs")
"""The topic of the signs on the table, after those of the keys."""
GAP: Final = 2
"""Cells between the keys and their words."""
MORE: Final = "<>"
"""Signs that there are more titles before and after those in a row."""
KEYS_PART: Final = 3
"""Keys have one cell of so many at most; of keys that need more the first one is shown."""


class HelpAction(NamedTuple):
    """An action that a screen offers, and whether it can be had now."""

    action: Action
    is_now: bool


class HelpRow(NamedTuple):
    """A row of help.

    Attributes:
        keys: The keys as they are printed, or a sign of the table.
        words: What they do, or what the sign means.
        is_now: Whether that is so now; what can be had at other times comes after it.
        action: The id of the action, "" for a sign.
    """

    keys: tuple[str, ...]
    words: str
    is_now: bool = True
    action: str = ""


class HelpTopic(NamedTuple):
    """A topic of help with its rows."""

    title: str
    rows: tuple[HelpRow, ...]

    @property
    def is_of_keys(self) -> bool:
        """Whether it tells of keys and not of signs."""
        return any(row.action for row in self.rows)


class PageRow(NamedTuple):
    """A line of a page, and the id of the action that it tells of if that can be had now."""

    words: Line
    action: str = ""


def topics(
    offered: Sequence[HelpAction],
    legend: Sequence[tuple[str, str]],
    typed: Sequence[HelpRow] = (),
    *,
    ascii_only: bool,
) -> list[HelpTopic]:
    """Return the topics that have rows; of what works now no key is in two of them.

    What is `typed` without an action of its own belongs to the first of them.
    """
    rows, found = _rows(offered, ascii_only), []
    for topic, actions in by_topic(one.action for one in offered):
        mine = [rows[action.id] for action in actions if action.id in rows]
        if mine:
            mine += typed if topic is Topic.PLAY else ()
            mine.sort(key=lambda row: not row.is_now)
            found.append(HelpTopic(_(topic.value), tuple(mine)))
    if legend:
        signs = tuple(
            HelpRow((sign,), ended(words[:1].upper() + words[1:])) for sign, words in legend
        )
        found.append(HelpTopic(_(SIGNS), signs))
    return found


def _rows(offered: Iterable[HelpAction], ascii_only: bool) -> dict[str, HelpRow]:
    """Return a row for each action that has a key of its own; what works now has its keys first.

    After that come the game's own actions: each has a row, whatever its keys do now. Two actions
    that do the same have one row.
    """
    taken: set[str] = set()
    rows: dict[str, HelpRow] = {}
    same: dict[tuple[bool, str], str] = {}
    for action, is_now in sorted(offered, key=lambda one: (not one.is_now, _is_shared(one.action))):
        keys = [key for key in action.keys if key not in taken]
        taken.update(action.keys)
        is_told = {(True, action.help), (False, action.help)} & same.keys()
        if not (keys or is_now or is_told or _is_shared(action)):
            keys = [action.keys[0]]
        if not keys:
            continue
        names = tuple(key_name(key, ascii_only) for key in keys)
        first = same.setdefault((is_now, action.help), action.id)
        before = rows[first].keys if first in rows else ()
        rows[first] = HelpRow((*before, *names), _(action.help), is_now, first)
    return rows


def _is_shared(action: Action) -> bool:
    return action.id in COMMON


def page(topic: HelpTopic, width: int) -> list[PageRow]:
    """Return the lines of a topic, as wide as there is room for."""
    room = max(width // KEYS_PART, 1)
    shown = [_fitting(row.keys, room) for row in topic.rows]
    keys_width = max(map(cell_len, shown), default=0)
    lines: list[PageRow] = []
    was_now = True
    for row, keys in zip(topic.rows, shown, strict=True):
        if was_now and not row.is_now:
            heading = line(text(f" {_('At other times')}", paint("quiet", "rail")))
            lines += [PageRow(line(""))] * bool(lines) + [PageRow(heading)]
            was_now = False
        ink = "text" if row.is_now else "quiet"
        said = wrap(row.words, max(width - keys_width - GAP - 2, 8), break_on_hyphens=False)
        for at, words in enumerate(said):
            first = text(
                pad(f" {'' if at else keys}", keys_width + 1), paint(ink, "rail", bold=True)
            )
            rest = text(" " * GAP + words, paint(ink, "rail"))
            lines.append(PageRow(line(first, rest), row.action if row.is_now else ""))
    return lines


def _fitting(keys: Sequence[str], room: int) -> str:
    """Return as many of the keys as there is room for, at least the first one."""
    shown = keys[0]
    for key in keys[1:]:
        if cell_len(shown) + 1 + cell_len(key) <= room:
            shown += f" {key}"
    return shown


def titles_down(found: Sequence[HelpTopic], at: int) -> list[Line]:
    """Return the titles of the topics below each other, the cursor on one of them."""
    width = titles_width(found)
    return [_title(topic.title, width, is_on=place == at) for place, topic in enumerate(found)]


def titles_width(found: Sequence[HelpTopic]) -> int:
    """Return how many cells the titles below each other need."""
    return max((cell_len(topic.title) for topic in found), default=0) + 4


def _title(title: str, width: int, *, is_on: bool) -> Line:
    sign = glyphs().cursor if is_on else " "
    style = paint("on_cursor", "cursor", bold=True) if is_on else paint("text", "felt")
    return line(text(pad(f" {sign} {title}", width), style))


def titles_across(found: Sequence[HelpTopic], at: int, width: int) -> tuple[Line, list[range]]:
    """Return the titles in a row, and the cells of each; the one with the cursor is in sight.

    Signs at the ends of the row say that there are more.
    """
    sizes = [cell_len(topic.title) + 2 for topic in found]
    width -= sum(sizes) > width
    first = 0
    while first < at and sum(sizes[first : at + 1]) > width:
        first += 1
    parts, cells, x = [], [range(0)] * first, 0
    for place in range(first, len(found)):
        style = paint("on_cursor", "cursor", bold=True) if place == at else paint("text", "felt")
        if x + sizes[place] > width:
            parts.append(text(" " * (width - x) + MORE[1], paint("quiet", "felt")))
            break
        sign = MORE[0] if first and place == first else " "
        parts.append(text(f"{sign}{found[place].title} ", style))
        cells.append(range(x, x + sizes[place]))
        x += sizes[place]
    return line(*parts), cells
