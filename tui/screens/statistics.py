"""The statistics screen: how each person has done, with bars and the run of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.segment import Segment

from engine.games import GAMES, describe
from saves.header import Header
from saves.statistics import GameStatistics, Result, ResultCount, Statistics, statistics
from saves.store import Store
from tui.screens.text import TextScreen
from tui.themes import paint
from tui.widgets.lines import BOLD, Line, cut, line, pad, text
from tui.widgets.page import Page
from words.errors import os_text
from words.glyphs import glyphs
from words.names import level_name
from words.translation import _, decimal, several

PERCENT: Final = 100
FAR: Final = 100_000
WIDE: Final = 56
"""The cells from which there is room for everything."""

NAME: Final = 17
NARROW_NAME: Final = 11
"""The cells of the first column."""

NUMBERS: Final = 16
"""The cells of the last column."""

LONGEST_BAR: Final = 40


class StatisticsScreen(TextScreen):
    """The statistics of one person; the arrows to the side turn to the next."""

    OFFERS: ClassVar[tuple[str, ...]] = ("next_value", "back", "previous_value")

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._found: Statistics | None = None
        self._fault = ""
        self._person = 0

    def on_mount(self) -> None:
        """Read the games in a thread: a folder may have thousands."""
        self.run_worker(self._read, thread=True)

    def _read(self) -> None:
        fault, headers = "", list[Header]()
        try:
            games = self._store.listing()
        except OSError as error:
            fault = os_text(error)
        else:
            headers = [saved.header for saved in games if saved.header]
            games.keep()
        self.app.call_from_thread(self._show, statistics(headers, tuple(GAMES)), fault)

    def _show(self, found: Statistics, fault: str) -> None:
        self._found, self._fault = found, fault
        self.update()

    def title_words(self) -> str:
        """Return the title, with the person shown."""
        if not self._found:
            return _("Statistics")
        name, many = list(self._found)[self._person], len(self._found)
        place = f"  {self._person + 1}/{many}" if many > 1 else ""
        return f"{_('Statistics')}  {cut(name, NAME * 2)}{place}"

    def text_lines(self) -> Sequence[Line]:
        """Return the games of the person shown."""
        if self._found is None:
            return [line(" ", _("The saved games are being counted."))]
        if not self._found:
            return [line(" ", self._fault or _("No finished games yet."))]
        games = list(self._found.values())[self._person]
        width = max(self.size.width - 2, NARROW_NAME + NUMBERS + 4)
        return [row for key, one in games.items() for row in game_lines(key, one, width)]

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now: there may be nobody else."""
        is_alone = len(self._found or ()) < 2
        return "" if is_alone and action in ("next_value", "previous_value") else None

    def turn(self, by: int) -> None:
        """Turn to the next person, or to the one before."""
        self._person = (self._person + by) % len(self._found or (0,))
        self.query_one(Page).scroll_by(-FAR)
        self.update()


def game_lines(key: str, one: GameStatistics, width: int) -> Iterator[Line]:
    """Yield the lines about one game: the result, the runs, the points, the opponents."""
    name = NAME if width >= WIDE else NARROW_NAME
    room = min(LONGEST_BAR, width - name - NUMBERS - 2)

    def row(words: str, *parts: Segment | str) -> Line:
        return line(" ", text(pad(words, name - 1), paint("quiet")), " ", *parts)

    def share(words: str, count: ResultCount, metal: str) -> Line:
        return row(words, *_bar(count, room, metal))

    count = one.tally
    games = several("{count} game", "{count} games", count.games)
    title = cut(_(describe(key).title), width - len(games) - 3)
    yield line(" ", text(title, BOLD), text(f"  {games}", paint("quiet")))
    yield share(_("won"), count, "gold")
    streak = _("{now} now, {most} at best")
    said = streak.format(now=count.streak, most=count.longest_streak)
    yield row(_("streak"), cut(said, width - name - 1))
    yield row(_("lately"), text(_run(count.results, LONGEST_BAR if width >= WIDE else room * 2)))
    if one.points:
        mean = decimal(sum(one.points) / len(one.points), 1)
        said = _("{mean} a game, {least} to {most}").format(
            mean=mean, least=min(one.points), most=max(one.points)
        )
        yield row(_("points"), cut(said, width - name - 1))
        yield row("", text(sparkline(one.points[-room:])))
    if name < NAME and (one.levels or one.people):
        yield row(_("against"))
    against = _("against {name}") if name == NAME else "{name}"
    for opponents in (one.levels, one.people):
        for other, met in sorted(opponents.items(), key=lambda item: -item[1].games):
            called = level_name(other) if opponents is one.levels else other
            yield share(against.format(name=called), met, "silver")
    yield line("")


def _bar(count: ResultCount, room: int, metal: str) -> Iterator[Segment]:
    """Yield a bar of the share won, with the numbers behind it."""
    filled = round(room * count.won / count.games)
    signs = glyphs()
    yield text(signs.heavy * filled, paint(metal))
    yield text(signs.light * (room - filled), paint("line"))
    share = decimal(PERCENT * count.won / count.games, 0)
    words = _("{won} of {games}, {share} %")
    yield text(" " + words.format(won=count.won, games=count.games, share=share))


def _run(results: Sequence[Result], room: int) -> str:
    """Return the last results, the newest last: high for won, low for lost."""
    heights = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}
    return sparkline([heights[result] for result in results[-room:]], least=0, most=2)


def sparkline(values: Sequence[int], least: int | None = None, most: int | None = None) -> str:
    """Return a sign of its height for each value, between the least and the most.

    >>> len(sparkline([1, 5, 3])), sparkline([])
    (3, '')
    """
    if not values:
        return ""
    signs = glyphs().rises
    low = min(values) if least is None else least
    span = max((max(values) if most is None else most) - low, 1)
    return "".join(signs[(value - low) * (len(signs) - 1) // span] for value in values)
