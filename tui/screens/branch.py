"""The question before one plays on from a replay: it is a new game; who plays in it?"""

from __future__ import annotations

from engine.table import HUMAN
from net.players import title
from play.rematch import reseated, seatings
from play.setup import Setup
from tui.screens.menu import Ask
from tui.screens.new_game_rows import kind_words
from tui.widgets.choices import Choice
from words.translation import _


class WhoPlaysOn(Ask):
    """Asks who plays on; ends with the kinds of player by seat, or None."""

    def __init__(self, setup: Setup, turn: int) -> None:
        """Ask; `setup` is that of the game looked at, `turn` the number of its turns made."""
        self._seatings = seatings(setup)
        choices = [
            Choice(str(at), _words(setup, kinds, at), _note(setup, kinds))
            for at, kinds in enumerate(self._seatings)
        ]
        words = _("This begins a new game after turn {turn}; the old one stays as it is.")
        if not turn:
            words = _("This begins a new game from the start; the old one stays as it is.")
        super().__init__(words.format(turn=turn) + "\n" + _("Who plays?"), choices)

    def finish(self, result: object) -> None:
        """End with the kinds of player that were chosen."""
        super().finish(self._seatings[int(result)] if isinstance(result, str) else None)


def _words(setup: Setup, kinds: tuple[str, ...], at: int) -> str:
    """Return what a way to sit is called."""
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    if not at:
        return _("The same as before")
    if len(people) == 1:
        return _("You play {seat}").format(seat=setup.places()[people[0]])
    return _("People play all seats") if people else _("Computers play all seats")


def _note(setup: Setup, kinds: tuple[str, ...]) -> str:
    """Return who sits where."""
    there = reseated(setup, kinds) if kinds != setup.kinds else setup
    called = zip(there.places(), there.called(), kinds, strict=True)
    words = _("{colour}: {players}")
    return ", ".join(
        words.format(colour=place, players=_who(place, name, kind)) for place, name, kind in called
    )


def _who(place: str, name: str, kind: str) -> str:
    if kind != HUMAN:
        return title(kind)
    return kind_words(kind) if name == place else name
