"""The statistics screen: how each person has done, with bars and the run of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.segment import Segment

from engine.games import describe
from play import statistics_model
from play.statistics_model import Counted
from saves.statistics import GameStatistics, Result, ResultCount, Statistics
from saves.store import Store
from tui.screens.text import TurnedScreen
from tui.themes import paint
from tui.widgets.lines import BOLD, Line, cut, line, pad, text, wrapped
from words.glyphs import glyphs
from words.translation import _, several

if TYPE_CHECKING:
    from play.problems import KeptStanding

WIDE: Final = 56
"""The narrowest page, in cells, with room for everything."""

NAME: Final = 17
NARROW_NAME: Final = 11
"""The cells of the first column."""

NUMBERS: Final = 16
"""The cells of the last column."""

LONGEST_BAR: Final = 40


class StatisticsScreen(TurnedScreen):
    """The statistics of one person; the arrows to the side turn to the next."""

    TOLD_BY = "statistics"

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._counted: Counted | None = None

    def on_mount(self) -> None:
        """Read the games in a thread: a folder may have thousands."""
        self.run_worker(self._read, thread=True)

    def _read(self) -> None:
        self.app.call_from_thread(self._show, statistics_model.count_games(self._store))

    def _show(self, counted: Counted) -> None:
        self._counted = counted
        self.update()

    @property
    def _people(self) -> Statistics:
        return self._counted.people if self._counted else {}

    @property
    def count(self) -> int:
        return len(self._people)

    def title_words(self) -> str:
        """Return the title, with the person shown."""
        if not self._people:
            return _("Statistics")
        name, many = list(self._people)[self.at], len(self._people)
        place = f"  {self.at + 1}/{many}" if many > 1 else ""
        return f"{_('Statistics')}  {cut(name, NAME * 2)}{place}"

    def text_lines(self) -> Sequence[Line]:
        if self._counted is None:
            return [line(" ", _("The saved games are being counted."))]
        width = max(self.size.width - 2, NARROW_NAME + NUMBERS + 4)
        problems = [*problem_lines(self._counted.problems, width)]
        if not self._people:
            words = self._counted.fault or _("No finished games yet.")
            return [line(" ", words), *([line(""), *problems] if problems else [])]
        games = list(self._people.values())[self.at]
        rows = [row for key, one in games.items() for row in game_lines(key, one, width)]
        rows += problems
        if self._counted.unread:
            rows += [line(" ", row) for row in wrapped(f"{self._counted.unread}.", width)]
        return rows

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now: there may be nobody else."""
        is_alone = len(self._people) < 2
        return "" if is_alone and action in ("next_value", "previous_value") else None


def game_lines(key: str, one: GameStatistics, width: int) -> Iterator[Line]:
    """Yield the lines about one game: the result, the runs, the points, the opponents."""
    name = NAME if width >= WIDE else NARROW_NAME
    counts = (one.tally, *one.levels.values(), *one.people.values())
    numbers = max(NUMBERS, *(cell_len(_share_words(count)) for count in counts))
    room = min(LONGEST_BAR, width - name - numbers - 2)

    def row(words: str, *parts: Segment | str) -> Line:
        return line(" ", text(pad(words, name - 1), paint("quiet")), " ", *parts)

    def share(words: str, count: ResultCount, metal: str) -> Line:
        return row(words, *_bar(count, room, metal))

    count = one.tally
    games = several("{count} game", "{count} games", count.games)
    title = cut(_(describe(key).title), width - len(games) - 3)
    yield line(" ", text(title, BOLD), text(f"  {games}", paint("quiet")))
    yield share(_("won"), count, "gold")
    yield row(_("streak"), cut(statistics_model.streak_words(count), width - name - 1))
    yield row(_("lately"), text(_run(count.results, LONGEST_BAR if width >= WIDE else room * 2)))
    if one.points:
        yield row(_("points"), cut(statistics_model.points_words(one), width - name - 1))
        yield row("", text(sparkline(one.points[-room:])))
    if one.ratings:
        yield row(_("rating"), cut(statistics_model.rating_words(one), width - name - 1))
        points = [round(rating.points) for rating in one.ratings]
        yield row("", text(sparkline(thinned(points, min(LONGEST_BAR, width - name - 1)))))
    if one.days:
        yield row(_("daily deal"), cut(statistics_model.days_words(one), width - name - 1))
    others = statistics_model.opponents(key, one)
    if name < NAME and others:
        yield row(_("against"))
    against = _("against {name}") if name == NAME else "{name}"
    feats = statistics_model.kept_feats(one)
    for other in others:
        yield share(against.format(name=other.name), other.results, "silver")
        for feat in feats:
            if feat.level == other.kind:
                yield row(feat.day, cut(feat.words, width - name - 1))
    yield line("")


def problem_lines(problems: Sequence[KeptStanding], width: int) -> Iterator[Line]:
    """Yield the lines about the problems of each game: how many are solved, and the rating."""
    name = NAME if width >= WIDE else NARROW_NAME
    for one in problems:
        game = cut(one.game, width - 1 - len(_("Problems")) - 2)
        yield line(" ", text(_("Problems"), BOLD), text(f"  {game}", paint("quiet")))
        for words, value in ((_("solved"), one.solved), (_("rating"), one.rating)):
            told = cut(value, width - name - 1)
            yield line(" ", text(pad(words, name - 1), paint("quiet")), " ", told)
        yield line("")


def _bar(count: ResultCount, room: int, metal: str) -> Iterator[Segment]:
    """Yield a bar of the share won, with the numbers behind it."""
    filled = round(room * count.won / count.games)
    signs = glyphs()
    yield text(signs.heavy * filled, paint(metal))
    yield text(signs.light * (room - filled), paint("line"))
    yield text(f" {_share_words(count)}")


def _share_words(count: ResultCount) -> str:
    words = _("{won} of {games}, {share} %")
    facts = {"won": count.won, "games": count.games, "share": statistics_model.share_won(count)}
    return words.format(**facts)


def _run(results: Sequence[Result], room: int) -> str:
    """Return the last results, the newest last: high for won, low for lost."""
    heights = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}
    return sparkline([heights[result] for result in results[-room:]], least=0, most=2)


def thinned(values: Sequence[int], room: int) -> Sequence[int]:
    """Return at most `room` values: the last one of each of that many equal parts.

    >>> thinned([1, 2, 3, 4, 5, 6], 3), thinned([1, 2], 3)
    ([2, 4, 6], [1, 2])
    """
    count = len(values)
    if count <= room:
        return values
    return [values[(at + 1) * count // room - 1] for at in range(room)]


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
