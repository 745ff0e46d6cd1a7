"""A new game: which one, who sits where, who begins, its options, how many games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from engine.games import find_game
from engine.table import HUMAN
from tui.games import TITLES
from tui.last_setup import GAMES, keep_setup, last_setup
from tui.screens.base import TapisScreen
from tui.screens.menu import Ask
from tui.setup import Series, Setup
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, line, text
from tui.words import _, mark

LONGEST_NAME: Final = 40
FIRSTS: Final = {
    "lots": mark("by lot"),
    "north": "NORD",
    "south": "SUD",
    "black": mark("Black"),
    "white": mark("White"),
}
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
ZEN_NOTES: Final = {
    "random": mark("moves by lot"),
    "greedy": mark("plays what looks best at once"),
    "club": mark("looks at every answer"),
    "expert": mark("looks further ahead"),
    "master": mark("looks furthest; the strongest"),
}
OPTIONS: Final = {
    "variant": mark("Variant"),
    "announce": mark("Échec is announced"),
    "players": mark("Players"),
}
VALUES: Final = {
    ("variant", "1"): mark("1: one game"),
    ("variant", "2"): mark("2: rounds, up to 7 points"),
    ("variant", "3"): mark("3: rounds, and a free Zen"),
    ("announce", "auto"): mark("by itself"),
    ("announce", "hand"): mark("by the players"),
    ("players", "2"): mark("two"),
    ("players", "4"): mark("four, in two teams"),
}


class NewGame(TapisScreen):
    """The choices of a new game: Enter shows what there is to choose from, or begins."""

    OFFERS = ("accept", "next_value", "help", "back", "previous_value")

    def __init__(self) -> None:
        super().__init__()
        self._begin_with(last_setup())

    def _begin_with(self, setup: Setup) -> None:
        """Show this setup; who plays in it can be chosen again, be it a program."""
        self.setup = setup
        known = (HUMAN, *find_game(setup.game).computer_players)
        self._kinds = list(dict.fromkeys((*known, *setup.kinds)))

    def body(self) -> Iterable[Lines]:
        """Put the title above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what is chosen."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("New game"), BOLD))])
        setup = self.setup
        choices = [Choice("begin", _("Begin")), Choice("game", _("Game"), _(TITLES[setup.game]))]
        choices += [Choice(row, _(OPTIONS[row]), self._words(row)) for row in setup.rows()]
        called = setup.called()
        for seat, place in enumerate(setup.places()):
            choices.append(Choice(f"kind {seat}", place, kind_words(setup.kinds[seat])))
            if setup.kinds[seat] == HUMAN:
                choices.append(
                    Choice(f"name {seat}", _("Name of {seat}").format(seat=place), called[seat])
                )
        choices.append(Choice("first", _("Who begins"), _(FIRSTS[setup.first])))
        if setup.has_series:
            choices.append(Choice("games", _("Number of games"), str(setup.games)))
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else "begin")
        widget.focus()

    @property
    def _row(self) -> str:
        """What the cursor is on."""
        current = self.query_one(Choices).current
        return current.id if current else ""

    def _words(self, row: str) -> str:
        """Return what an option is set to."""
        return _(VALUES[row, str(self.setup.option(row))])

    def _values(self, row: str) -> list[Choice]:
        """Return what a row can be set to; nothing for one that is no matter of choosing."""
        setup = self.setup
        if row.startswith("kind"):
            game = setup.game
            return [Choice(kind, kind_words(kind), kind_note(kind, game)) for kind in self._kinds]
        if row == "game":
            return [Choice(key, _(title)) for key, title in TITLES.items()]
        if row == "first":
            return [Choice(first, _(FIRSTS[first])) for first in setup.firsts]
        if row == "games":
            return [Choice(str(count), str(count)) for count in GAMES]
        return [Choice(value, _(words)) for (name, value), words in VALUES.items() if name == row]

    def _value(self, row: str) -> str:
        setup = self.setup
        if row.startswith("kind"):
            return setup.kinds[int(row[-1])]
        if row == "game":
            return setup.game
        if row in OPTIONS:
            return str(setup.option(row))
        return setup.first if row == "first" else str(setup.games)

    def _set(self, row: str, value: object) -> None:
        """Set a row to the id of one of its values; None changes nothing."""
        if not isinstance(value, str):
            return
        if row == "game":
            if value != self.setup.game:
                self._begin_with(last_setup(value))
        else:
            self.setup = self.setup.set_to(row, value)
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
        setup, row = self.setup, message.choice.id
        if row == "begin":
            keep_setup(setup)
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
        before = self.setup.called()[seat]

        def named(name: str) -> None:
            if name != before:
                self.setup = self.setup.set_to(f"name {seat}", name[:LONGEST_NAME])
            self.update()

        self.ask(_("Name:"), named, before)


def kind_words(kind: str) -> str:
    """Return what a kind of player is called; another's program by its command."""
    return _(KIND_WORDS[kind]) if kind in KIND_WORDS else kind


def kind_note(kind: str, game: str = "duel") -> str:
    """Return in a few words how a kind of player plays."""
    notes = {**KIND_NOTES, **ZEN_NOTES} if game == "zen" else KIND_NOTES
    return _(notes[kind]) if kind in notes else ""
