"""The variations of a replay in lines: moves are tried, looked at again, and deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from cli.lines.looking import prompt
from cli.lines.rows import number_in
from cli.streams import BadUse
from engine.game import CHANCE
from engine.games import describe
from play.notes import Keep
from play.saved_games import NotChanged
from play.trial import Trial
from saves.record import Variation
from saves.variations import opened
from words.translation import _

if TYPE_CHECKING:
    from cli.lines.game import LineGame
    from play.replay_model import ReplayModel

SHOWN_MOVES = 6
"""The most moves of a variation in the list."""


class LineVariations:
    """Tries moves in a replay, and says its variations."""

    def __init__(self, game: LineGame, model: ReplayModel[Any]) -> None:
        """Work on the model of a replay."""
        self._game = game
        self._model = model

    def attempt(self, typed: str) -> Iterator[str]:
        """Make a move that was typed, or one of the computer, at the place of the replay.

        Yields what is to be said of it, before its result. Raises `NotationError`, `IllegalMove`,
        `BadUse`.
        """
        model, trial = self._model, Trial(self._model.variations)
        was_anew, is_begun = trial.anew, model.variations.inside is None
        ahead = trial.table.ahead()
        seat = ahead.to_move[0]
        view = ahead.view(seat)
        move = self._game.controls.read(typed, view) if typed else _answer(trial, view)
        ahead.play(seat, move)
        said = self._kept(partial(trial.begin, ahead), trial.end)
        trial.table.catch_up(ahead)
        if not typed:
            yield f"{prompt(model.timeline, seat)}{self._game.told(move)}"
        if trial.variation:
            model.enter(trial.variation, len(ahead.plays) - trial.variation.at)
        else:
            model.do("next_turn")
        if is_begun and trial.is_redrawn:
            yield _("What you cannot know yet is drawn anew here.")
        elif trial.anew and not was_anew:
            yield _("What is drawn from here on falls anew.")
        if said:
            yield said

    def listed(self) -> Iterator[str]:
        """Yield the variations with their numbers."""
        number = 0
        for turn, some in self._begun().items():
            for one in some:
                number += 1
                words = _("{number}. After turn {turn}: {moves}.")
                yield words.format(number=number, turn=turn, moves=self._moves(one))
        if not number:
            yield _("There are no variations; a move that you type begins one.")

    def numbered(self, typed: str) -> Variation:
        """Return the variation with a number that was typed. Raises `BadUse`."""
        all_ = [one for some in self._begun().values() for one in some]
        number = number_in(typed, len(all_))
        if not number:
            words = _("There is no variation {text}, only 1 to {last}; variations lists them.")
            raise BadUse(words.format(text=typed, last=len(all_)))
        return all_[number - 1]

    def enter(self, typed: str) -> None:
        """Go to the first move of the variation with a number. Raises `BadUse`."""
        self._model.enter(self.numbered(typed), 1)

    def remove(self, variation: Variation) -> Iterator[str]:
        """Delete a variation. Raises `BadUse`, `IllegalMove`."""
        self._model.enter(variation)
        variations = self._model.variations
        said = self._kept(variations.begin_removal, self._model.end_change)
        yield _("The variation is deleted.")
        if said:
            yield said

    def _kept(self, begin: Callable[[], Keep | None], end: Callable[..., None]) -> str:
        """Keep a change in the file; return what is to be said of it."""
        try:
            keep = begin()
        except NotChanged as why:
            raise BadUse(str(why)) from None
        if keep is None:
            return ""
        is_kept = False
        try:
            said = keep()
            is_kept = True
        except NotChanged as why:
            raise BadUse(str(why)) from None
        finally:
            end(is_kept=is_kept)
        return said

    def _begun(self) -> dict[int, tuple[Variation, ...]]:
        return dict(self._model.variations.all_begun)

    def _moves(self, variation: Variation) -> str:
        table = opened(self._model.margin.record.table, variation)
        moves = [move for seat, move in table.plays[variation.at :] if seat != CHANCE]
        return ", ".join(self._game.told(move) for move in moves[:SHOWN_MOVES])


def _answer(trial: Trial, view: Any) -> Any:
    """Return the computer's move."""
    game = trial.table.game
    if describe(game.key).is_chance_alone:
        return next(view.legal())
    return game.hint(view).move
