"""The help screen: the keys of a screen by topic, and its signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.widget import Widget

from play.action import Topic
from tui.screens.base import TapisScreen
from tui.screens.help_pages import (
    HelpAction,
    HelpRow,
    PageRow,
    page,
    titles_across,
    titles_down,
    titles_width,
    topics,
)
from tui.screens.menu import TITLE_HEIGHT
from tui.screens.text import more_words
from tui.widgets.felt import Felt
from tui.widgets.keyed import LIST_KEYS
from tui.widgets.lines import BOLD, Lines, line, text
from tui.widgets.page import Page
from words.glyphs import ASCII
from words.translation import _

FAR: Final = 100_000
BESIDE_FROM: Final = 56
"""From so many columns on the topics stand beside their keys."""
LARGE_FROM: Final = 100
"""From so many columns on there is felt around topics and keys."""
BLOCK: Final = 88
"""How many columns both have there."""
FRAME: Final = 5
"""The lines of the title, the message and the keys."""


class HelpPage(Page):
    """The keys of a topic; the screen says what the arrows do."""

    GROUND: ClassVar[str] = "rail"
    KEYED: ClassVar[Mapping[str, str]] = {
        **LIST_KEYS,
        "row_up": "screen.go_down(-1)",
        "row_down": "screen.go_down(1)",
        "previous_value": "screen.turn_to(-1)",
        "next_value": "screen.turn_to(1)",
    }


class HelpScreen(TapisScreen):
    """The keys of the screen one comes from by topic, and its signs.

    Ends with the id of an action whose row was clicked, or with None.
    """

    OFFERS: ClassVar[tuple[str, ...]] = ("back",)
    NEEDS = (30, 12)

    def __init__(
        self,
        offered: Sequence[HelpAction],
        legend: Sequence[tuple[str, str]] = (),
        typed: Sequence[HelpRow] = (),
    ) -> None:
        super().__init__()
        self.topics = topics(offered, legend, typed, ascii_only=self.glyphs is ASCII)
        everywhere = _(Topic.EVERYWHERE.value)
        now = [sum(row.is_now for row in topic.rows) for topic in self.topics if topic.is_of_keys]
        titles = [topic.title for topic in self.topics]
        order = [(rows > 0 and titles[at] != everywhere, rows) for at, rows in enumerate(now)]
        self.at = order.index(max(order)) if order else 0
        self._rows: Sequence[PageRow] = ()
        self._cells: Sequence[range] = ()

    def body(self) -> Iterable[Widget]:
        """Put the title above the topics and their keys."""
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
        """Show the topics, and the keys of one of them."""
        titles = self.query_one("#topics", Lines)
        width = self._place()
        title = self.query_one("#title", Lines)
        title.styles.height = TITLE_HEIGHT if self.is_wide else TITLE_HEIGHT - 1
        title.show([line(""), line(" ", text(_("Keys"), BOLD))])
        self.query_one("#help").set_class(self.is_wide, "wide")
        if self.is_wide:
            titles.show(titles_down(self.topics, self.at))
            width -= titles_width(self.topics)
        else:
            across, self._cells = titles_across(self.topics, self.at, width)
            titles.show([across])
        self._rows = page(self.topics[self.at], width) if self.topics else ()
        text_page = self.query_one(HelpPage)
        text_page.read([row.words for row in self._rows])
        text_page.focus()

    def _place(self) -> int:
        """Put topics and keys where they stand; return how many columns they have.

        In a large window that is in the middle, as high as the longest topic.
        """
        columns, lines = self.size
        block = self.query_one("#help")
        title, is_large = self.query_one("#title"), columns >= LARGE_FROM and bool(self.topics)
        if not is_large:
            block.styles.width, block.styles.height = "100%", "1fr"
            block.styles.margin = title.styles.margin = 0
            return columns
        width = BLOCK - titles_width(self.topics)
        rows = max(len(page(topic, width)) for topic in self.topics)
        height = min(max(rows, len(self.topics)) + 1, lines - FRAME)
        left = (columns - BLOCK) // 2
        block.styles.margin = title.styles.margin = (0, 0, 0, left)
        block.styles.width, block.styles.height = BLOCK, height
        return BLOCK

    def action_turn_to(self, by: int) -> None:
        """Turn to another topic; at the ends it stays."""
        self._show_topic(max(0, min(self.at + by, len(self.topics) - 1)))

    def action_go_down(self, by: int) -> None:
        """Turn to the topic below, or scroll where the topics are side by side."""
        if self.is_wide:
            self.action_turn_to(by)
        else:
            self.query_one(HelpPage).action_scroll_by(by)

    def _show_topic(self, at: int) -> None:
        if at != self.at:
            self.at = at
            self.query_one(HelpPage).action_scroll_by(-FAR)
            self.update()

    def on_page_turned(self, message: Page.Turned) -> None:
        """Say whether there is more to read."""
        self.say(more_words(self.glyphs) if message.has_more else "")

    def on_click(self, event: events.Click) -> None:
        """Turn to the topic that was clicked, or do what a row tells of."""
        widget = event.widget
        if isinstance(widget, HelpPage):
            at = widget.first + event.y
            if at < len(self._rows) and self._rows[at].action:
                self.finish(self._rows[at].action)
        elif widget is not None and widget.id == "topics":
            if self.is_wide:
                clicked = [event.y]
            else:
                clicked = [at for at, cells in enumerate(self._cells) if event.x in cells]
            for at in clicked:
                if at < len(self.topics):
                    self._show_topic(at)

    def do_back(self) -> None:
        """End without an action."""
        self.finish(None)
