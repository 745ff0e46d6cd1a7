"""The words that lead to another game: a new one, the same deal swapped, a setup, a first game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli import sessions
from cli.game_commands import CONSOLE_HELP
from cli.lines.at_table import FIRST_GAMES, AtTable
from cli.lines.game import LineGame
from cli.lines.play_words import Part
from cli.lines.rows import SettingUp, numbered
from cli.streams import BadUse
from engine.games import LESSONS, MAIN, describe
from engine.problems import WITH_PROBLEMS
from engine.timeline import Timeline
from host.session import Session
from play.first_game import Advice, FirstGame, first_game_of, first_games, progress_of
from play.games.actions import words_by_action
from play.last_setup import at_level, last_setup
from play.requests import PlayFirstGame
from play.setup import Series, Setup
from programs.players import is_program
from words.names import game_named
from words.plain_text import folded
from words.translation import _


class GameWords(Part):
    """The words that lead to another game."""

    def do_new(self, rest: str) -> None:
        """Begin a game like this one, or after the end the next one of the series."""
        at = self.console.at
        if rest or not at.has_game:
            self.do_setup(rest)
        elif at.is_over and not (at.is_near or at.is_watched):
            self.console.company.wish_another()
        elif not self.console.would_lose():
            self._begin(self._next() if self._is_over else Series(self._alike))

    def do_swap(self, _rest: str) -> None:
        """Play the same deal with the seats swapped."""
        table = self.console.at.whole()
        self._begin(self._next(), table.game.swapped_deal(table.plays))

    def do_level(self, _rest: str) -> None:
        """Play against the level that is offered."""
        step = self.console.at.controller.model.step
        assert step
        self._begin(at_level(self._next(), step.level))

    def do_setup(self, rest: str) -> None:
        """Set up a new game like this one, or of the game that is named."""
        setup = last_setup(game_called(rest)) if rest else self._alike
        self.console.stepping = None
        self.console.setting_up = SettingUp(setup)
        self.console.say(*self.console.setting_up.lines())

    def do_set(self, rest: str) -> None:
        """Say the values of a row, or set it."""
        setting_up = self.console.setting_up
        assert setting_up
        if rest:
            self.console.say(*setting_up.set(rest))
        else:
            self.console.say(*setting_up.lines())

    def do_begin(self, _rest: str) -> None:
        """Begin the game that is set up."""
        setting_up = self.console.setting_up
        assert setting_up
        if not self.console.would_lose():
            named = filter(is_program, setting_up.setup.kinds)
            self.console.request = self.console.request.naming([*named])
            self._begin(setting_up.begun())

    def do_first_game(self, rest: str) -> None:
        """Play the first game of this game from where it was left, or anew."""
        at = self.console.at
        if not (rest or at.has_game):
            self.console.say(*_first_games())
            at.listed_by = FIRST_GAMES
            return
        *typed, last = rest.split() or [""]
        is_anew = folded(last) in ("new", folded(_("new")))
        named = " ".join(typed) if is_anew else rest
        if at.listed_by == FIRST_GAMES and rest.isdecimal():
            named, is_anew = _first_game_numbered(rest)
        game = self.console.line_game(game_called(named)) if named else at.game
        if game.key not in LESSONS:
            words = _("{game} has no first game; these have one: {games}.")
            games = ", ".join(_(describe(key).short_name) for key in LESSONS)
            raise BadUse(words.format(game=_(describe(game.key).title), games=games))
        if self.console.would_lose():
            return
        if self.console.lesson:
            self.console.lesson.keep()
        lesson = LineLesson(game, anew=is_anew)
        self.console.leave_for(game, lesson.session, lesson=lesson)

    def do_problems(self, rest: str) -> None:
        """Ask the problems of the game that is named, or of this one, until the person leaves."""
        from cli.lines.problems import ask
        from play.problems import Training

        at = self.console.at
        if not at.is_near:
            raise BadUse(_("Leave this table first: the others would wait."))
        game = game_called(rest) if rest else at.game.key
        if game not in WITH_PROBLEMS:
            if rest:
                games = ", ".join(_(describe(key).short_name) for key in WITH_PROBLEMS)
                words = _("{game} has no problems; these have some: {games}.")
                raise BadUse(words.format(game=_(describe(game).title), games=games))
            game = MAIN
        ask(Training.kept(game), self.console.dialogue)
        self.console.tell_situation()

    @property
    def _is_over(self) -> bool:
        return self.console.at.is_over

    def _next(self) -> Series:
        """Return the series at the game after this finished one."""
        at = self.console.at
        if self.console.lesson or not at.is_near:
            return Series(self._alike)
        return Series.following(at.whole(), at.series)

    @property
    def _alike(self) -> Setup:
        """The setup of a game like this one; after a first game a real one, as set up last."""
        at = self.console.at
        return last_setup(at.game.key) if self.console.lesson else at.alike()

    def _begin(self, series: Series, deal: Any = None) -> None:
        session = sessions.begun(series, self.console.request, deal)
        self.console.leave_for(self.console.line_game(series.setup.game), session, series)


class LineLesson:
    """A first game in lines."""

    def __init__(self, game: LineGame, *, anew: bool) -> None:
        """Go on with the first game of a game, or begin it `anew`."""
        self._game = game
        self._first = FirstGame(game.key, anew=anew)
        self._said: Advice | None = None
        self._timeline: Timeline[Any] | None = None

    @property
    def session(self) -> Session:
        """The game, which is kept in no file."""
        return self._first.session

    def lines(self, timeline: Timeline[Any]) -> Iterator[str]:
        """Yield the advice for this moment, unless it was said before."""
        self._timeline = timeline
        advice = self._first.advice(self._first.moment(timeline), is_typed=True)
        if advice == self._said:
            return
        if self._said and advice.number != self._said.number:
            self.keep()
        self._said = advice
        facts = {id_: word.spelled for id_, word in words_by_action(self._game.key).items()}
        facts |= self._game.signs_in_words
        if not advice.is_over:
            words = _("First game, {number} of {steps}")
            yield words.format(number=advice.number, steps=advice.steps) + "."
        spoken = advice.spoken(facts)
        yield from filter(None, (spoken.praise, spoken.task, spoken.how))

    def teach(self, at: AtTable[Any]) -> None:
        """Let the hints at the table show the moves that the steps name."""
        self._first.teach(at.controller)

    def farewell(self) -> Iterator[str]:
        """Yield that a first game that was begun can be continued."""
        self.keep()
        if progress_of(self._game.key).is_begun:
            yield _("This first game goes on from here the next time.")

    def keep(self) -> None:
        """Remember the place in the lesson."""
        if self._timeline:
            self._first.keep(self._first.moment(self._timeline))


def _first_games() -> Iterator[str]:
    """Yield each first game with its number."""
    yield _("Which first game?")
    for number, choice in enumerate(first_games(), 1):
        told = f"{choice.words}, {choice.note}" if choice.note else choice.words
        yield f"{number}. {told}."
    yield _("Type a number or the name of a game.")


def _first_game_numbered(number: str) -> PlayFirstGame:
    """Return the first game with this number in the list. Raises `BadUse`."""
    if choice := numbered(there := first_games(), number):
        return first_game_of(choice.id)
    words = _("There is no row {text}, only 1 to {last}.")
    raise BadUse(words.format(text=number, last=len(there)))


def game_called(text: str) -> str:
    """Return the key of the game that is called so. Raises `BadUse`."""
    if key := game_named(text):
        return key
    words = _("There is no game {text}, only {games}.")
    raise BadUse(words.format(text=text, games=", ".join(CONSOLE_HELP)))
