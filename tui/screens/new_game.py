"""A new game: who sits where, who begins, how many games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any, Final, TypeVar

from engine.games import find_game
from engine.table import HUMAN
from tui.memory import recall, remember
from tui.screens.base import TapisScreen
from tui.session import Series, Setup
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, line, text
from tui.words import _, mark

T = TypeVar("T")

LONGEST_NAME: Final = 40
GAMES: Final = (1, 3, 5, 7, 10)
FIRSTS: Final = {"lots": mark("by lot"), "north": "NORD", "south": "SUD"}
KIND_WORDS: Final = {
    HUMAN: mark("a person"),
    "random": mark("computer: random"),
    "greedy": mark("computer: greedy"),
}


def last_setup() -> Setup:
    """Return what was chosen last time, or the usual."""
    kept: Any = recall().get("new_game")
    try:
        setup = Setup(tuple(kept["kinds"]), tuple(kept["names"]), kept["first"], kept["games"])
        right = (
            set(setup.kinds) <= {HUMAN, *find_game("duel").computer_players}
            and len(setup.kinds) == len(setup.names) == 2
            and all(isinstance(name, str) and name for name in setup.names)
            and setup.first in FIRSTS
            and setup.games in GAMES
        )
    except (KeyError, TypeError):
        return Setup()
    return setup if right else Setup()


class NewGame(TapisScreen):
    """The choices of a new game; Enter changes one, or begins."""

    OFFERS = ("accept", "help", "back")

    def __init__(self) -> None:
        super().__init__()
        self._setup = last_setup()

    def body(self) -> Iterable[Lines]:
        """Put the title above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what is chosen."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("New game"), BOLD))])
        setup = self._setup
        choices = [Choice("begin", _("Begin"))]
        for seat, place in enumerate(("NORD", "SUD")):
            choices.append(Choice(f"kind {seat}", place, _(KIND_WORDS[setup.kinds[seat]])))
            if setup.kinds[seat] == HUMAN:
                choices.append(
                    Choice(
                        f"name {seat}", _("Name of {seat}").format(seat=place), setup.names[seat]
                    )
                )
        choices += [
            Choice("first", _("Who begins"), _(FIRSTS[setup.first])),
            Choice("games", _("Number of games"), str(setup.games)),
        ]
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else "begin")
        widget.focus()

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).action_take()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Change what was chosen, or begin."""
        if not self.is_on_top:
            return
        setup, (what, *rest) = self._setup, message.choice.id.split()
        if what == "begin":
            remember(new_game=asdict(setup))
            self.tapis.new_game(Series(setup))
        elif what == "kind":
            seat = int(rest[0])
            kinds = list(setup.kinds)
            kinds[seat] = _after([HUMAN, *find_game("duel").computer_players], kinds[seat])
            self._setup = replace(setup, kinds=(kinds[0], kinds[1]))
        elif what == "name":
            self._ask_name(int(rest[0]))
        elif what == "first":
            self._setup = replace(setup, first=_after(list(FIRSTS), setup.first))  # type: ignore[arg-type]
        elif what == "games":
            self._setup = replace(setup, games=_after(list(GAMES), setup.games))
        self.update()

    def _ask_name(self, seat: int) -> None:
        def named(name: str) -> None:
            names = list(self._setup.names)
            names[seat] = name[:LONGEST_NAME]
            self._setup = replace(self._setup, names=(names[0], names[1]))
            self.update()

        self.ask(_("Name:"), named, self._setup.names[seat])


def _after(values: list[T], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)]
