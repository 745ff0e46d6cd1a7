"""Bataille on the screen: the table, the rail beside it, and the words about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import CHANCE
from engine.timeline import Timeline
from engine.war.history import past_turns
from engine.war.view import WarView
from play.frame import Frame
from play.games.war.controls import WarControls
from play.games.war.story import WarStory, plain_names
from tui.games.war import rail
from tui.games.war.board import board, ending
from tui.games.war.layout import LEAST, WarLayout, layout_for, rest_of
from tui.table.scene import ELSEWHERE, GameScene
from tui.themes import wants_huge
from tui.widgets.felt import FocusedLines, PlacedFelt
from tui.widgets.turn_log import LogRow
from words.glyphs import Glyphs
from words.names import seat_name
from words.playing_cards import card_words
from words.translation import _, mark


class WarScene(GameScene):
    """Shows views on its widgets: the piles in a circle, the duel, the log."""

    key = "war"
    teller = WarStory()
    new_controls = WarControls
    offers = (
        *("what_next", "replay", "turn", "play", "pause", "step", "play_out", "faster", "slower"),
        *("menu", "help", "quit", "take_back", "settings", "log_up", "log_down", *ELSEWHERE),
    )
    not_on_key_line = GameScene.not_on_key_line | {"slower"}
    first_on_key_line = (*("turn", "what_next", *GameScene.first_on_key_line),)
    needs = LEAST
    turns_word = mark("Duels")
    typed_action = ""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self.focus = self.board = FocusedLines(id="board")
        self.board.chosen = None
        self.log = self.rail = rail.WarRail()
        self.table: PlacedFelt[WarLayout] = PlacedFelt(layout_for, self.board, self.rail)
        self._names: tuple[str, ...] = ()
        self._view: WarView | None = None

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the piles and the duel, as large as the room allows."""
        view: WarView = frame.view
        self.table.make_room(is_huge=wants_huge())
        self._names, self._view = plain_names(names, view.options.seats), view
        places = self.table.places
        if self.story:
            shown = ending(self.story, view, self._names, places, self.glyphs, frame.mine)
        else:
            timed = frame.all_timed(self._names)
            shown = board(view, self._names, places, self.glyphs, frame.mine, timed)
        self.board.show(shown)

    @property
    def tells_end(self) -> bool:
        """Whether the story is on the table."""
        return self.story is not None

    def show_log(self, timeline: Timeline[Any], frame: Frame, back: int, heading: str) -> None:
        """Show the last duels, and the number of cards of each player."""
        upto = len(timeline.plays) if frame.logged_moves is None else frame.logged_moves
        view: WarView = frame.view
        now = (timeline.version, upto, back, heading, view, self._names)
        if self._is_logged(*now) or not self.rail.size.width:
            return
        width, whole = self.rail.size.width - 1, frame.current_view
        names = short_names(self._names, timeline.seats)
        self.rail.number = view.duel.number if view.duel and not heading else 0
        is_wide = width >= rail.NARROW
        self.rail.cards = rail.cards(view, names, width, self.glyphs) if is_wide else []
        done = sum(play.seat != CHANCE for play in timeline.plays[:upto])

        def last_rows(room: int) -> list[LogRow]:
            gone = min(back, max(done - room, 0))
            turns = past_turns(whole, gone + (room if gone else rail.kept(done, room)), upto)
            rows = rail.rows(turns, names, width, self.glyphs, done)
            return rows[: len(rows) - gone]

        self.rail.show_last(heading or _(self.turns_word), last_rows)

    def log_rows(self, view: WarView, upto: int, present: int | None = None) -> list[LogRow]:
        turns = past_turns(view, len(view.log), upto)
        width = self.rail.size.width - 1 if self.rail.size.width else rail.NARROW
        names = short_names(self._names, view.options.seats)
        return rail.rows(turns, names, width, self.glyphs, len(turns), present)

    def cursor_words(self, cursor: Any, view: WarView) -> str:
        """Return the two players of the next duel."""
        return self._meeting(view)

    def showing_words(self, player: str) -> str:
        """Return the two players of the next duel."""
        return self._meeting(self._view) if self._view else ""

    def thinking_words(self, player: str) -> str:
        """Return the two players of the next duel."""
        return self.showing_words(player)

    def _meeting(self, view: WarView) -> str:
        """Return the number of the duel, its two players, and whether it is tied."""
        duel = view.duel
        if duel is None or not view.to_move:
            return ""
        words = _("Duel {duel}: {challenger} and {opponent}.")
        if duel.turned:
            words = _("Duel {duel}: {challenger} and {opponent}, equal so far.")
        challenger, opponent = self._names[duel.challenger], self._names[duel.opponent]
        return words.format(duel=duel.number, challenger=challenger, opponent=opponent)

    def legend(self) -> Sequence[tuple[str, str]]:
        glyphs = self.glyphs
        pair = ":".join(card_words(card, glyphs) for card in ("9H", "4S"))
        return [
            (glyphs.cursor, _("the challenger, who turns next")),
            (_("you", "pile"), _("your own pile, below")),
            ("12", _("on a pile: how many cards it has")),
            ("> <", _("between two cards: which one is higher")),
            ("=", _("two equal cards; both turn once more")),
            (rest_of(glyphs), _("the place of a player who is out")),
            (pair, _("in the log: the challenger's card first")),
            ("+4", _("in the log: how many cards were taken")),
            (glyphs.heavy, _("below the log: how much of all cards each has")),
        ]


def short_names(names: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names for a narrow list: a seat that nobody has named is a number.

    >>> short_names(("Zoé", "Player 2"), ("PLAYER 1", "PLAYER 2"))
    ('Zoé', '2')
    """
    places = [seat_name(WarScene.key, seat) for seat in seats]
    return tuple(
        str(number) if name == place else name
        for number, (name, place) in enumerate(zip(names, places, strict=True), start=1)
    )
