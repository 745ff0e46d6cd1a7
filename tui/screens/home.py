"""The first screen: go on, a new game, saved games, rules, language, quit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from time import monotonic
from typing import Final

from engine.games import describe
from saves.header import Header
from saves.store import Store
from tui.glyphs import ASCII
from tui.pace import Timing
from tui.screens.base import TapisScreen
from tui.screens.latest_game import latest_in_play
from tui.screens.requests import OpenGame, Quit, SetLanguage
from tui.themes import paint
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import Lines, cut, line, text
from words.translation import LANGUAGES, _, language, several

LONGEST_NAME: Final = 20


class Home(TapisScreen):
    """Where the program begins, and where it comes back to."""

    OFFERS = ("accept", "help", "quit", "settings")
    IS_FIRST = True
    _came_up = 0.0

    def __init__(self, store: Store, timing: Timing) -> None:
        super().__init__()
        self._store = store
        self._timing = timing

    def body(self) -> Iterable[Lines]:
        """Put the name above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what can be chosen; the latest game in play comes first."""
        name = line(
            "   ",
            text("Tapis", paint("gold", bold=True)),
            " ",
            text("Vert", paint("silver", bold=True)),
        )
        self.query_one("#title", Lines).show([line(""), name])
        latest = latest_in_play(self._store)
        choices = []
        if latest and latest.header:
            choices.append(Choice("continue", _("Continue"), described(latest.header)))
        other = next(code for code in LANGUAGES if code != language())
        french, english, there = (
            name.replace("ç", "c") if self.glyphs is ASCII else name
            for name in (LANGUAGES["fr"], LANGUAGES["en"], LANGUAGES[other])
        )
        choices += [
            Choice("new", _("New game")),
            Choice("saved", _("Saved games")),
            Choice("rules", _("Rules")),
            Choice("settings", _("Settings")),
            Choice("language", f"{french} / {english}", there),
            Choice("quit", _("Quit")),
        ]
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else choices[0].id)
        widget.focus()

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {"accept": self.do_accept, "quit": self.do_quit}

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).action_take()

    def on_screen_resume(self) -> None:
        """Note the time: a `q` typed just before was meant for the previous screen."""
        self._came_up = monotonic()

    def do_quit(self) -> None:
        """Leave."""
        if monotonic() - self._came_up >= self._timing.key_pause:
            self.request(Quit())

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Go where the choice leads."""
        if not self.is_on_top:
            return
        taken = message.choice.id
        if taken == "continue":
            latest = latest_in_play(self._store)
            if latest:
                self.request(OpenGame(latest.path))
        elif taken == "new":
            from tui.screens.new_game import NewGame

            self.app.push_screen(NewGame())
        elif taken == "saved":
            from tui.screens.saved import SavedGames

            self.app.push_screen(SavedGames(self._store))
        elif taken == "rules":
            from tui.screens.help import RulesScreen

            self.app.push_screen(RulesScreen())
        elif taken == "language":
            other = next(code for code in LANGUAGES if code != language())
            self.request(SetLanguage(other))
        elif taken == "settings":
            self.do_settings()
        elif taken == "quit":
            self.do_quit()


def described(header: Header) -> str:
    """Return in a few words which game it is: with whom, how far, when."""
    turns = several("{count} turn", "{count} turns", header.turns)
    when = datetime.fromisoformat(header.saved).astimezone()
    return f"{players_of(header)}, {turns}, {when:%Y-%m-%d %H:%M}"


def players_of(header: Header) -> str:
    """Return who plays, and before it what is played, where the game has a label for lists."""
    players = " - ".join(cut(name, LONGEST_NAME) for name in header.names)
    label = describe(header.game).label
    return _("{game}: {players}").format(game=_(label), players=players) if label else players
