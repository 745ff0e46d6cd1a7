"""The help screen: the keys of a screen by topic, and its signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.widget import Widget

from play.action import Action, Topic
from play.actions import COMMON, by_topic
from tui.keymap import key_name
from tui.screens.base import TapisScreen
from tui.screens.menu import TITLE_HEIGHT
from tui.themes import paint
from tui.widgets.felt import Felt
from tui.widgets.keyed import LIST_KEYS, Calls
from tui.widgets.lines import BOLD, Line, Lines, line, pad, text
from tui.widgets.page import Page
from words.glyphs import glyphs
from words.translation import _, ended, mark

BESIDE_FROM: Final = 56
"""The narrowest window, in columns, with the topics beside their keys."""
LARGE_FROM: Final = 100
"""The narrowest window, in columns, with felt around topics and keys."""
BLOCK: Final = 88
"""How many columns both have there."""
FRAME: Final = 5
"""The lines of the title, the message and the keys."""


class HelpPage(Page):
    """The keys of a topic; the screen says what the arrows do."""

    GROUND: ClassVar[str] = "rail"
    KEYED: ClassVar[Calls] = {
        **LIST_KEYS,
        "row_up": lambda page: page.screen.go_down(-1),
        "row_down": lambda page: page.screen.go_down(1),
        "previous_value": lambda page: page.screen.show_topic(page.screen.at - 1),
        "next_value": lambda page: page.screen.show_topic(page.screen.at + 1),
    }


class HelpScreen(TapisScreen):
    """The keys of the screen beneath by topic, and its signs.

    Ends with the id of the action in a clicked row, or with None.
    """

    TOLD_BY = "help"
    OFFERS: ClassVar[tuple[str, ...]] = ("back",)

    def __init__(
        self,
        offered: Sequence[HelpAction],
        legend: Sequence[tuple[str, str]] = (),
        typed: Sequence[HelpRow] = (),
    ) -> None:
        super().__init__()
        self.topics = topics(offered, legend, typed)
        everywhere = _(Topic.EVERYWHERE.value)
        now = [sum(row.is_now for row in topic.rows) for topic in self.topics if topic.is_of_keys]
        titles = [topic.title for topic in self.topics]
        order = [(rows > 0 and titles[at] != everywhere, rows) for at, rows in enumerate(now)]
        self.at = order.index(max(order)) if order else 0
        self._rows: Sequence[PageRow] = ()
        self._title_places: Sequence[range] = ()

    def body(self) -> Iterable[Widget]:
        yield Lines(id="title")
        with Felt(id="help", classes="wide" if self.app.size.width >= BESIDE_FROM else ""):
            titles = Lines(id="topics")
            titles.styles.width = titles_width(self.topics)
            yield titles
            yield HelpPage(id="text")

    @property
    def is_wide(self) -> bool:
        """Whether the topics stand beside their keys, not above them."""
        return self.size.width >= BESIDE_FROM

    def draw(self) -> None:
        width = self._place()
        titles, title = self.query_one("#topics", Lines), self.query_one("#title", Lines)
        title.styles.height = TITLE_HEIGHT if self.is_wide else TITLE_HEIGHT - 1
        title.show([line(""), line(" ", text(_("Keys"), BOLD))])
        if self.is_wide:
            titles.show(titles_down(self.topics, self.at))
            self._title_places = [range(at, at + 1) for at in range(len(self.topics))]
            width -= titles_width(self.topics)
        else:
            across, self._title_places = titles_across(self.topics, self.at, width)
            titles.show([across])
        self._rows = page(self.topics[self.at], width) if self.topics else ()
        text_page = self.query_one(HelpPage)
        text_page.read([row.words for row in self._rows])
        text_page.focus()

    def _place(self) -> int:
        """Put topics and keys in their place; return their columns.

        In a large window that is in the middle, as high as the longest topic.
        """
        columns, lines = self.size
        block = self.query_one("#help")
        block.set_class(self.is_wide, "wide")
        left, width, height = 0, columns, None
        if columns >= LARGE_FROM and self.topics:
            left, width = (columns - BLOCK) // 2, BLOCK
            room = BLOCK - titles_width(self.topics)
            rows = max(len(page(topic, room)) for topic in self.topics)
            height = min(max(rows, len(self.topics)) + 1, lines - FRAME)
        block.styles.margin = self.query_one("#title").styles.margin = (0, 0, 0, left)
        block.styles.width, block.styles.height = width, height or "1fr"
        return width

    def show_topic(self, at: int) -> None:
        """Turn to the topic with this number; beyond the ends to the last one there."""
        at = max(0, min(at, len(self.topics) - 1))
        if at != self.at:
            self.at = at
            text_page = self.query_one(HelpPage)
            text_page.scroll_by(-text_page.first)
            self.update()

    def go_down(self, by: int) -> None:
        """Turn to the topic below, or scroll where the topics are side by side."""
        if self.is_wide:
            self.show_topic(self.at + by)
        else:
            self.query_one(HelpPage).scroll_by(by)

    def on_click(self, event: events.Click) -> None:
        """Turn to the clicked topic, or do the action of the clicked row."""
        widget = event.widget
        if isinstance(widget, HelpPage):
            at = widget.first + event.y
            if at < len(self._rows) and self._rows[at].action:
                self.finish(self._rows[at].action)
        elif widget is not None and widget.id == "topics":
            place = event.y if self.is_wide else event.x
            for at, places in enumerate(self._title_places):
                if place in places:
                    self.show_topic(at)

    def do_back(self) -> None:
        self.finish(None)


SIGNS: Final = mark("Signs")
"""The topic of the signs on the table, after those of the keys."""
GAP: Final = 2
"""Cells between the keys and their words."""
MORE: Final = "<>"
"""Signs that there are more titles before and after those in a row."""
KEYS_PART: Final = 3
"""The part of the cells that keys may have; of keys that need more only the first is shown."""


class HelpAction(NamedTuple):
    """An action that a screen offers, and whether it can be had now."""

    action: Action
    is_now: bool


class HelpRow(NamedTuple):
    """A row of help.

    Attributes:
        keys: The keys as they are printed, or a sign of the table.
        words: The effect of the keys, or the meaning of the sign.
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
) -> list[HelpTopic]:
    """Return the topics that have rows; no key that works now is in two of them.

    The first topic has the rows of `typed`, which have no action.
    """
    rows, found = _rows(offered), []
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


def _rows(offered: Iterable[HelpAction]) -> dict[str, HelpRow]:
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
        names = tuple(map(key_name, keys))
        first = same.setdefault((is_now, action.help), action.id)
        before = rows[first].keys if first in rows else ()
        rows[first] = HelpRow((*before, *names), _(action.help), is_now, first)
    return rows


def _is_shared(action: Action) -> bool:
    return action.id in COMMON


def page(topic: HelpTopic, width: int) -> list[PageRow]:
    """Return the lines of a topic, at most `width` cells wide."""
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
    """Return the keys that fit in the room, at least the first one."""
    shown = keys[0]
    for key in keys[1:]:
        if cell_len(shown) + 1 + cell_len(key) <= room:
            shown += f" {key}"
    return shown


def titles_down(found: Sequence[HelpTopic], at: int) -> list[Line]:
    """Return the titles of the topics below each other, the cursor on one of them."""
    rows, width = [], titles_width(found)
    for place, topic in enumerate(found):
        sign = glyphs().cursor if place == at else " "
        rows.append(line(text(pad(f" {sign} {topic.title}", width), _title_style(place == at))))
    return rows


def titles_width(found: Sequence[HelpTopic]) -> int:
    """Return the width of the titles below each other."""
    return max((cell_len(topic.title) for topic in found), default=0) + 4


def _title_style(is_on: bool) -> Style:
    return paint("on_cursor", "cursor", bold=True) if is_on else paint("text", "felt")


def titles_across(found: Sequence[HelpTopic], at: int, width: int) -> tuple[Line, list[range]]:
    """Return the titles in a row, and the cells of each; the title with the cursor is in sight.

    Signs at the ends of the row say that there are more.
    """
    sizes = [cell_len(topic.title) + 2 for topic in found]
    width -= sum(sizes) > width
    first = 0
    while first < at and sum(sizes[first : at + 1]) > width:
        first += 1
    parts, cells, x = [], [range(0)] * first, 0
    for place in range(first, len(found)):
        if x + sizes[place] > width:
            parts.append(text(" " * (width - x) + MORE[1], paint("quiet", "felt")))
            break
        sign = MORE[0] if first and place == first else " "
        parts.append(text(f"{sign}{found[place].title} ", _title_style(place == at)))
        cells.append(range(x, x + sizes[place]))
        x += sizes[place]
    return line(*parts), cells
