"""The first screen without a screen: its places, the newest game of each kind, what Enter does."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.games import GAMES
from host import outside
from play.game_words import described, game_name, result_forms, turn_forms
from play.requests import OpenGame
from play.tables_here import living_tables, seat_left, sign_words
from saves.home import is_first_start
from saves.store import SavedFile, Store
from words.translation import LANGUAGES, _, language, mark

if TYPE_CHECKING:
    from pathlib import Path

    from engine.timeline import Timeline
    from net.joining.tables import TableSign
    from play.requests import Request
    from saves.header import Header
    from saves.listing import Listing

GAME: Final = "game "
"""The beginning of the id of a game's place; its key follows."""
FIRST_GAME, DAILY, PROBLEMS = "first_game", "daily", "problems"
TABLES, LANGUAGE = "tables", "language"
STOPS: Final = {
    FIRST_GAME: mark("First game"),
    DAILY: mark("Daily deal"),
    "new": mark("New game"),
    PROBLEMS: mark("Problems"),
    "saved": mark("Saved games"),
    TABLES: mark("Shared tables"),
    "statistics": mark("Statistics"),
    "rules": mark("Rules"),
    "manual": mark("Manual"),
    "settings": mark("Settings"),
    LANGUAGE: mark("Language"),
    "quit": mark("Quit"),
}
"""The places that follow those of the games, by id; an id is that of an action."""
OTHER_LANGUAGE: Final = {
    "fr": mark("French (Français)", "language"),
    "en": mark("English", "language"),
}
"""The languages as they are offered while the other one is spoken."""

MOST_FILES: Final = 20
MOST_SECONDS: Final = 2.0
"""The files that are read, and the seconds, before the search for an unfinished game ends."""
MOST_TRIES: Final = 5
"""The games of a kind that are tried, as the moves of some may be wrong."""
MOST_KNOWN: Final = 2_000
"""The files that are searched among those with remembered content."""


class News(NamedTuple):
    """The state of what a place leads to, which takes a moment to find.

    Attributes:
        short: It in a word or two, beside the name of the place; "" where nothing is to be said.
        forms: It in a few words, the longest form first.
        enter: A sentence: the effect of Enter.
        request: Returns the request of Enter to the program, which loads the rules; None where the
            first screen leads on itself.
    """

    short: str
    forms: Sequence[str]
    enter: str
    request: Callable[[], Request] | None = None


class NewestGame(NamedTuple):
    """The newest game of a kind, the one in play before one that is over; never a copy.

    Attributes:
        saved: Its file.
        header: Its entry in lists.
        timeline: All that a person who looks at it may know.
        place: How many files are newer.
    """

    saved: SavedFile
    header: Header
    timeline: Timeline[Any]
    place: int


class HomeModel:
    """The first screen: the words of each place, and the effect of Enter there.

    Attributes:
        games: The newest game of each kind by key, None until they were looked for.
        tables: The shared tables of this machine that answered.
        seat_at: The name of the table at which a seat was left, "" for none.
        news: What was found about the places in `NEWS`.
        offers_first: Whether a first game is offered before all else: to a person who is new.
    """

    def __init__(self, store: Store) -> None:
        """Know nothing of the games in a folder yet."""
        self._store = store
        self._went_to: object = None
        self.games: Mapping[str, NewestGame] | None = None
        self.tables: Sequence[TableSign] = ()
        self.seat_at = ""
        self.news: Mapping[str, News] = {}
        self.offers_first = False

    def may_have_games(self) -> bool:
        """Look whether there is any file; where there is none all is known at once."""
        has_files = has_entries(self._store.folder)
        self.offers_first = not has_files and is_first_start()
        if not has_files:
            self.games = {}
        return has_files

    def find_games(self) -> Mapping[str, NewestGame]:
        """Return the newest games, which `games` may become; it may take seconds."""
        return newest_games(self._store, self.games or {})

    def find_news(self) -> Mapping[str, News]:
        """Return the news of the places, which `news` may become; it may take a moment."""
        found = {place: find(self._store) for place, find in NEWS.items()}
        return {place: news for place, news in found.items() if news}

    def place_to_go(self) -> str | None:
        """Return the newest game in play, by its place, if it was not returned before."""
        in_play = [game for game in (self.games or {}).values() if game.saved.is_in_play]
        newest = min(in_play, key=lambda game: game.place, default=None)
        if newest is None:
            return None
        now = newest.saved.path, newest.header
        was, self._went_to = self._went_to, now
        return None if now == was else GAME + newest.header.game

    def game(self, place: str) -> NewestGame | None:
        """Return the newest game of the kind at a place, None for none."""
        return (self.games or {}).get(kind_at(place) or "")

    def in_play(self, place: str) -> NewestGame | None:
        """Return the game in play at a place, None for none."""
        game = self.game(place)
        return game if game and game.saved.is_in_play else None

    def words(self, place: str) -> str:
        """Return the name of a place."""
        if kind := kind_at(place):
            return game_name(kind)
        state = str(len(self.tables) or "") if place == TABLES else ""
        if news := self.news.get(place):
            state = news.short
        return f"{_(STOPS[place])} ({state})" if state else _(STOPS[place])

    def standing(self, place: str) -> Sequence[str]:
        """Return how the newest game at a place stands, the longest form first."""
        game = self.game(place)
        if game is None:
            return [_("no game yet")]
        if game.header.ended:
            return [*result_forms(game.header), _("game over")]
        return turn_forms(game.timeline, game.header.turns)

    def effect(self, place: str) -> Sequence[str]:
        """Return the effect of Enter at a place, the longest form first; "" where it is plain."""
        if place == FIRST_GAME:
            new = _("New here? Enter plays a first game.")
            return [new if self.offers_first else _("Enter plays a first game.")]
        if place == LANGUAGE:
            other = _(OTHER_LANGUAGE[other_language()])
            return [_("Enter changes to {language}.").format(language=other)]
        if news := self.news.get(place):
            name = _(STOPS[place])
            told = [_("{row}: {value}.").format(row=name, value=form) for form in news.forms]
            both = ((f"{words} {news.enter}", words) for words in told)
            return [*(form for forms in both for form in forms), news.enter]
        if kind_at(place) is None or self.games is None:
            return [""]
        game = self.game(place)
        if game is None:
            return [_("No game yet: Enter sets one up.")]
        words = _("The last one: {game}. Enter begins another.")
        if game.saved.is_in_play:
            words = _("Enter resumes: {game}.")
        return [words.format(game=one) for one in described(game.header, outside.now())]

    def told(self, place: str) -> str:
        """Return a place for a numbered list: its words, and what taking it does."""
        words, game = self.words(place), self.game(place)
        if place == LANGUAGE:
            other = _(OTHER_LANGUAGE[other_language()])
            return _("{row}: change to {language}.").format(row=words, language=other)
        if news := self.news.get(place):
            return _("{row}: {value}.").format(row=_(STOPS[place]), value=news.forms[0])
        if kind_at(place) is None:
            return f"{words}."
        if game is None:
            return _("{game}: a new game.").format(game=words)
        told = _("{game}: another game; the last one: {last}.")
        if game.saved.is_in_play:
            told = _("{game}: go on: {last}.")
        last = described(game.header, outside.now(), is_named=True)[0]
        return told.format(game=words, last=last)

    def find_tables(self) -> tuple[Sequence[TableSign], str]:
        """Return what `tables` and `seat_at` may become; a table that hangs takes a second."""
        found = living_tables()
        return found, seat_left(found)

    def tables_in_words(self) -> list[str]:
        """Return the seat that waits, and each shared table with its players and how it stands."""
        waiting = [_("Your seat at {table} is waiting.").format(table=self.seat_at)]
        tables = [sign_words(sign, game_name(sign.game)) for sign in self.tables]
        return [*(waiting if self.seat_at else ()), *tables]

    def action(self, place: str) -> str:
        """Return the action of Enter at a place: go on, set up, or the place itself."""
        if kind_at(place) is None:
            return place
        return "go_on" if self.in_play(place) else "set_up"

    def request(self, place: str) -> Request | None:
        """Return the request of Enter at a place, None where none is known."""
        if news := self.news.get(place):
            return news.request() if news.request else None
        game = self.in_play(place)
        return OpenGame(game.saved.path) if game else None


def _news_of_the_day(store: Store) -> News | None:
    from play.daily_news import news  # other programs' first screens need none of it

    return news(store)


def _news_of_problems(store: Store) -> News | None:
    from play.problem_news import news

    return news(store)


NEWS: Final[Mapping[str, Callable[[Store], News | None]]] = {
    DAILY: _news_of_the_day,
    PROBLEMS: _news_of_problems,
}
"""The functions that find the news of places, in a thread; None where nothing can be said."""


def places() -> list[str]:
    """Return the ids of all places, those of the games first."""
    return [*(GAME + key for key in GAMES), *STOPS]


def kind_at(place: str) -> str | None:
    """Return the key of the game at a place, None elsewhere."""
    return place.partition(GAME)[2] or None


def other_language() -> str:
    """Return the language that is not spoken."""
    return next(code for code in LANGUAGES if code != language())


def has_entries(folder: Path) -> bool:
    """Whether there is anything in a folder."""
    try:
        with os.scandir(folder) as entries:
            return any(True for _entry in entries)
    except OSError:
        return False


def latest_in_play(
    store: Store, is_passed: Callable[[SavedFile], bool] = lambda _saved: False
) -> SavedFile | None:
    """Return the unfinished game that was saved last, no copy; some may be passed over.

    None if there is none, if the search takes too long, or if the folder cannot be read.
    """
    try:
        games = store.listing()
    except OSError:
        return None
    end, reads = monotonic() + MOST_SECONDS, MOST_FILES
    for at in range(min(len(games), MOST_KNOWN)):
        reads -= games.known(at) is None
        if reads < 0:
            break
        saved = games.inspect(at)
        if saved.is_in_play and not saved.is_copy and not is_passed(saved):
            checked = saved if games.is_checked(at) else games.check(at)
            if checked.is_in_play:
                games.keep()
                return checked
        if monotonic() >= end:  # files of strangers may each take their time
            break
    games.keep()
    return None


def quick_headers(
    store: Store, *, is_patient: bool = False
) -> tuple[list[tuple[Path, Header]], bool]:
    """Return the saved games, the last written first, as far as they are quick to list.

    Those are all with remembered content, and a few others, or for the patient as many as there is
    time for. Also returns whether these are all games that can be read; none if the folder cannot
    be.
    """
    try:
        games = store.listing()
    except OSError:
        return [], False
    found: list[tuple[Path, Header]] = []
    reads, end = inf if is_patient else MOST_FILES, monotonic() + MOST_SECONDS
    try:
        for at in range(len(games)):
            header = games.header(at)
            if header is None and not games.is_damaged(at):
                if reads <= 0 or monotonic() >= end:
                    return found, False
                reads -= 1
                header = games.inspect(at).header
            if header:
                found.append((games.path(at), header))
    finally:
        games.keep()
    return found, True


def newest_games(store: Store, before: Mapping[str, NewestGame]) -> dict[str, NewestGame]:
    """Return the newest game of each kind that has one, by the key of the game.

    Files with remembered content are all read, others until it takes too long; none if the
    folder cannot be read. The moves of those found `before` are not played again.
    """
    try:
        games = store.listing()
    except OSError:
        return {}
    end = monotonic() + MOST_SECONDS
    newest: dict[str, NewestGame] = {}
    for key, places in _candidates(games, end).items():
        for at in places:
            if monotonic() >= end:
                return newest
            known = before.get(key)
            if known and known.saved.path == games.path(at) and games.header(at) == known.header:
                newest[key] = known._replace(place=at)
            elif game := _checked(games, at):
                newest[key] = game
            if key in newest:
                break
    games.keep()
    return newest


def _candidates(games: Listing, end: float) -> dict[str, list[int]]:
    """Return the places of the newest games by the key of their game, those in play first."""
    found: dict[tuple[str, bool], list[int]] = {}
    reads = MOST_FILES
    for at in range(min(len(games), MOST_KNOWN)):
        header = games.header(at)
        if header is None and reads and not games.is_damaged(at):
            reads -= 1
            header = games.inspect(at).header
        if header and not header.is_copy:
            found.setdefault((header.game, header.ended is not None), []).append(at)
        if monotonic() >= end:  # files of strangers may each take their time
            break
    return {
        key: [at for is_over in (False, True) for at in found.get((key, is_over), ())][:MOST_TRIES]
        for key in GAMES
    }


def _checked(games: Listing, at: int) -> NewestGame | None:
    """Play the moves of a file; None if any of them is wrong."""
    from engine.timeline import TableTimeline  # a new folder has no file
    from play.saved_games import readers

    saved = games.check(at)
    if saved.header is None or saved.record is None:
        return None
    table = saved.record.table
    return NewestGame(saved, saved.header, TableTimeline(table, readers(table)), at)
