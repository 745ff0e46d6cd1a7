"""The first screen: go on, a new game, saved games, rules, language, quit."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from time import monotonic
from typing import Final

from engine.games import KEYS
from saves.header import Header
from tui.glyphs import ASCII
from tui.memory import remember
from tui.screens.base import TapisScreen
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import GOLD, SILVER, Lines, cut, line, text
from tui.words import LANGUAGES, _, language, set_language, several

LONGEST_NAME: Final = 20


class Home(TapisScreen):
    """Where the program begins, and where it comes back to."""

    OFFERS = ("accept", "help", "quit")
    IS_FIRST = True
    _came_up = 0.0

    def body(self) -> Iterable[Lines]:
        """Put the name above the choices."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show what can be chosen; the latest game in play comes first."""
        name = line("   ", text("Tapis", GOLD), " ", text("Vert", SILVER))
        self.query_one("#title", Lines).show([line(""), name])
        latest = self.tapis.latest_in_play()
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
            Choice("language", f"{french} / {english}", there),
            Choice("quit", _("Quit")),
        ]
        widget = self.query_one(Choices)
        widget.offer(choices, None if widget.current else choices[0].id)
        widget.focus()

    def do_accept(self) -> None:
        """Take the choice under the cursor."""
        self.query_one(Choices).action_take()

    def on_screen_resume(self) -> None:
        """Note when this came up: a `q` just typed was meant for the screen before."""
        self._came_up = monotonic()

    def do_quit(self) -> None:
        """Leave."""
        if monotonic() - self._came_up >= self.tapis.key_pause:
            self.tapis.end()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Go where the choice leads."""
        if not self.is_on_top:
            return
        taken = message.choice.id
        if taken == "continue":
            latest = self.tapis.latest_in_play()
            if latest:
                self.tapis.open_game(latest.path)
        elif taken == "new":
            from tui.screens.new_game import NewGame

            self.app.push_screen(NewGame())
        elif taken == "saved":
            from tui.screens.saved import SavedGames

            self.app.push_screen(SavedGames())
        elif taken == "rules":
            from tui.screens.help import RulesScreen

            self.app.push_screen(RulesScreen())
        elif taken == "language":
            set_language(next(code for code in LANGUAGES if code != language()))
            remember(language=language())
            self.update()
        elif taken == "quit":
            self.do_quit()


def described(header: Header) -> str:
    """Return in a few words which game it is: with whom, how far, when."""
    turns = several("{count} turn", "{count} turns", header.turns)
    when = datetime.fromisoformat(header.saved).astimezone()
    return f"{players_of(header)}, {turns}, {when:%Y-%m-%d %H:%M}"


def players_of(header: Header) -> str:
    """Return who plays, and what, if it is not the main game."""
    players = " - ".join(cut(name, LONGEST_NAME) for name in header.names)
    if header.game == KEYS[0]:
        return players
    return _("{game}: {players}").format(game=header.game.capitalize(), players=players)
