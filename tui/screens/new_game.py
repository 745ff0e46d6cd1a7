"""A new game: who sits where, who begins, how many games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

from engine.duel.rules import SEATS, by_seat
from engine.games import find_game
from engine.table import HUMAN
from tui.memory import recall, remember
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.session import Series, Setup
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, line, text
from tui.words import _, mark

LONGEST_NAME: Final = 40
GAMES: Final = (1, 3, 5, 7, 10)
FIRSTS: Final = {"lots": mark("by lot"), "north": "NORD", "south": "SUD"}
KIND_WORDS: Final = {
    HUMAN: mark("a person"),
    "random": mark("computer: random"),
    "novice": mark("computer: novice"),
    "casual": mark("computer: casual"),
    "greedy": mark("computer: greedy"),
    "club": mark("computer: club"),
    "expert": mark("computer: expert"),
    "master": mark("computer: master"),
}
KIND_NOTES: Final = {
    HUMAN: mark("at this keyboard"),
    "random": mark("lays whatever fits"),
    "novice": mark("errs often"),
    "casual": mark("errs now and then"),
    "greedy": mark("spends as little as it can at once"),
    "club": mark("thinks of its next turn too"),
    "expert": mark("weighs all it can know"),
    "master": mark("looks some turns ahead; the strongest"),
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
    """The choices of a new game: Enter shows what there is to choose from, or begins."""

    OFFERS = ("accept", "next_value", "help", "back", "previous_value")

    def __init__(self) -> None:
        super().__init__()
        self._setup = last_setup()
        known = (HUMAN, *find_game("duel").computer_players)
        self._kinds = list(dict.fromkeys((*known, *self._setup.kinds)))

    def body(self) -> Iterable[Lines]:
        """Put the title above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what is chosen."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("New game"), BOLD))])
        setup = self._setup
        choices = [Choice("begin", _("Begin"))]
        for seat, place in enumerate(SEATS):
            choices.append(Choice(f"kind {seat}", place, kind_words(setup.kinds[seat])))
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

    @property
    def _row(self) -> str:
        """What the cursor is on."""
        current = self.query_one(Choices).current
        return current.id if current else ""

    def _values(self, row: str) -> list[Choice]:
        """Return what a row can be set to; nothing for one that is no matter of choosing."""
        if row.startswith("kind"):
            return [Choice(kind, kind_words(kind), kind_note(kind)) for kind in self._kinds]
        if row == "first":
            return [Choice(first, _(words)) for first, words in FIRSTS.items()]
        return [Choice(str(count), str(count)) for count in GAMES] if row == "games" else []

    def _value(self, row: str) -> str:
        setup = self._setup
        if row.startswith("kind"):
            return setup.kinds[int(row[-1])]
        return setup.first if row == "first" else str(setup.games)

    def _set(self, row: str, value: object) -> None:
        """Set a row to the id of one of its values; None changes nothing."""
        setup = self._setup
        if not isinstance(value, str):
            return
        if row.startswith("kind"):
            kinds = by_seat(int(row[-1]), value, setup.kinds[1 - int(row[-1])])
            self._setup = replace(setup, kinds=kinds)
        elif row == "first":
            self._setup = replace(setup, first=value)  # type: ignore[arg-type]
        else:
            self._setup = replace(setup, games=int(value))
        self.update()

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        is_turning = action in ("next_value", "previous_value")
        return "" if is_turning and not self._values(self._row) else None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ != "previous_value"]

    def do_next_value(self) -> None:
        """Set the row to its next value."""
        self._turn(1)

    def do_previous_value(self) -> None:
        """Set the row to the value before."""
        self._turn(-1)

    def _turn(self, by: int) -> None:
        ids = [choice.id for choice in self._values(self._row)]
        self._set(self._row, ids[(ids.index(self._value(self._row)) + by) % len(ids)])

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).action_take()

    def on_choices_moved(self) -> None:
        """Show the keys of the row one has come to."""
        self.show_keys()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Show what there is to choose from, let a name be typed, or begin."""
        if not self.is_on_top:
            return
        setup, row = self._setup, message.choice.id
        if row == "begin":
            remember(new_game=asdict(setup))
            self.tapis.new_game(Series(setup))
        elif row.startswith("name"):
            self._ask_name(int(row[-1]))
        else:
            title = message.choice.words
            if row.startswith("kind"):
                title = _("Who plays {seat}?").format(seat=title)
            ask = Ask(title, self._values(row), self._value(row))
            self.app.push_screen(ask, partial(self._set, row))

    def _ask_name(self, seat: int) -> None:
        def named(name: str) -> None:
            names = by_seat(seat, name[:LONGEST_NAME], self._setup.names[1 - seat])
            self._setup = replace(self._setup, names=names)
            self.update()

        self.ask(_("Name:"), named, self._setup.names[seat])


def kind_words(kind: str) -> str:
    """Return what a kind of player is called; another's program by its command."""
    return _(KIND_WORDS[kind]) if kind in KIND_WORDS else kind


def kind_note(kind: str) -> str:
    """Return in a few words how a kind of player plays."""
    return _(KIND_NOTES[kind]) if kind in KIND_NOTES else ""
