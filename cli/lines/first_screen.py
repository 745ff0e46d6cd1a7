"""The first screen in lines: a numbered list of all that can be done, without a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from cli.game_commands import line_game
from cli.lines.at_table import FIRST_GAMES, AtTable
from cli.lines.rows import numbered
from cli.streams import BadUse
from engine.reasons import IllegalMove
from play.action import split_word
from play.frame import NO_SENSE_NOW
from play.games.actions import words_by_action
from play.home_model import FIRST_GAME, LANGUAGE, HomeModel, kind_at, other_language, places
from play.last_setup import last_setup
from play.manual_loop import ManualLoop
from saves.store import Store
from words.names import game_named
from words.plain_text import folded
from words.translation import _

if TYPE_CHECKING:
    from engine.updates import Hear
    from play.setup import Setup


TAKING_MORE: Final = frozenset({"rules", "manual", "settings", "statistics", "problems"})
"""The places whose number may be followed by what their word takes."""


class FirstScreen(AtTable[Any]):
    """A place without a game, from which everything is reached.

    It has neither a client nor a timeline. Its `game` is the one set up last: it gives the words.
    """

    is_near = True
    is_on = False
    is_safe = True
    has_game = False
    plays_alone = False

    def __init__(self) -> None:
        """Stand before all games."""
        super().__init__(line_game(last_setup().game), None, ManualLoop())

    @cached_property
    def model(self) -> HomeModel:
        """The places that can be gone to."""
        return HomeModel(Store())

    def listen(self, hear: Hear) -> None:
        """Hear nothing: nobody plays here."""

    def introduction(self) -> Iterator[str]:
        """Yield the places with their numbers."""
        self.listed_by = ""
        yield _("Tapis Vert. What would you like to do?")
        model = self.model
        if model.may_have_games():
            model.games = model.find_games()
        (model.tables, model.seat_at), model.news = model.find_tables(), model.find_news()
        for number, place in enumerate(places(), 1):
            yield f"{number}. {model.told(place)}"
            if place == FIRST_GAME and model.offers_first:
                yield _("New here? {number} plays a first game, step by step.").format(
                    number=number
                )
        if model.seat_at:
            words = _("Your seat at {table} is waiting: join {table} leads back to it.")
            yield words.format(table=model.seat_at)
        yield _("Type a number or its words; help lists all words.")

    def meant(self, line: str) -> tuple[str, str] | None:
        """Return the word, and the text after it, that a line of the list said last stands for.

        After the number of a place a number of its own list may follow.
        """
        is_game = self.listed_by == FIRST_GAMES and game_named(line)
        if is_game or (self.listed_by and line[:1].isdigit()):
            word, before = split_word(self.game.words, self.listed_by)
            assert word
            return word.english, f"{before} {line}".strip()
        number, _blank, rest = line.partition(" ")
        place = numbered(places(), number)
        if rest and place in TAKING_MORE:
            return words_by_action(self.game.key)[place].english, rest
        place = numbered(places(), line)
        if place is None:
            names = (one for one in places() if folded(self.model.words(one)) == folded(line))
            place = next(names, None)
        if place is None:
            return None
        if place == LANGUAGE:
            return "language", other_language()
        if game := self.model.in_play(place):
            return "resume", str(game.saved.path.absolute())
        if kind := kind_at(place):
            return "setup", kind
        return words_by_action(self.game.key)[place].english, ""

    def refusal(self, action: str) -> IllegalMove | None:
        """Refuse what needs a game."""
        return NO_SENSE_NOW

    def absent(self) -> str:
        """Return why no move can be made."""
        words = _("No game is open here. Type a number from 1 to {last}, or help.")
        return words.format(last=len(places()))

    def _refuse(self) -> NoReturn:
        raise BadUse(self.absent())

    def whole(self) -> NoReturn:
        """Refuse: there is no game."""
        self._refuse()

    def record(self) -> NoReturn:
        """Refuse: there is no game."""
        self._refuse()

    def alike(self) -> Setup:
        """Return the last setup."""
        return last_setup()

    def close(self) -> None:
        """Let go of nothing."""
