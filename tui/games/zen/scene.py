"""Zen on the screen: the board, the rail beside it, and the words about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.widget import Widget

from engine.timeline import Timeline
from engine.zen.geometry import START_SHIFT
from engine.zen.moves import Answer, board_move
from engine.zen.options import colour_of
from engine.zen.squares import Square, squares_of
from engine.zen.view import ZenView, ends_of
from play.frame import Frame
from play.games.zen import telling
from play.games.zen.controls import BoardCursor, Stop, ZenControls
from play.games.zen.story import ZenStory
from play.rows import Choice
from tui.games.zen import board, rail
from tui.games.zen.layout import LEAST, Layout, layout_for
from tui.games.zen.pieces import form, signs
from tui.games.zen.widgets import ZenRail
from tui.table.scene import ELSEWHERE, GameScene, Question
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.widgets.felt import FocusedLines, PlacedFelt
from tui.widgets.turn_log import LogRow
from words.glyphs import Glyphs
from words.translation import _, mark, sentence, several

if TYPE_CHECKING:
    from play.first_game import Advice

STOP_WORDS = {Stop.PLAY: mark("Play"), Stop.ECHEC: mark("Échec"), Stop.MENU: mark("Menu")}


class ZenScene(GameScene):
    """Shows views on its widgets: the board, the state of both sides, the log."""

    key = "zen"
    teller = ZenStory()
    new_controls = ZenControls
    offers = (
        *("what_next", "replay", "next_round", "answer", "pick_up", "set_down", "play_move"),
        *("announce_by_enter", "menu_by_enter", "step", "play", "pause", "announce", "put_back"),
        *("square_left", "square_right", "square_up", "square_down"),
        *("next_piece", "previous_piece", "menu", "help", "quit"),
        *("hint", "follow", "choices", "type_move", "take_back"),
        *("faster", "slower", *ELSEWHERE, "settings", "log_up", "log_down"),
    )
    dialogs = frozenset({"answer"})
    not_on_key_line = GameScene.not_on_key_line | {
        *("square_up", "square_down", "square_left", "previous_piece", "menu_by_enter"),
    }
    not_in_menu = frozenset(
        {
            *("square_right", "square_down", "square_left", "square_up"),
            *("next_piece", "previous_piece", "announce_by_enter"),
        }
    )
    first_on_key_line = (
        *("what_next", "answer", "pick_up", "set_down", "play_move", "announce_by_enter"),
        *("put_back", "announce", "take_back", *GameScene.first_on_key_line),
    )
    typed_action = "type_move"
    hint_once_taken_back = mark("Hint (put your piece back first): {turn} - {reasons}")
    hint_end = mark("Hint: play it like this.")
    turns_word = ""
    needs = LEAST
    typed_question = mark("Your move, like F11-F8, B1xB4 or ZF6-F9:")
    typed_fault = mark("That is not a move. Write it like F11-F8 or ZF6-F9:")

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self.focus = self.board = FocusedLines(id="board")
        self.log = self.rail = ZenRail()
        self.table: PlacedFelt[Layout] = PlacedFelt(layout_for, self.board, self.rail)

    @property
    def coins(self) -> str:
        """The signs of Black and White."""
        return signs(self.glyphs).pieces[:2]

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the board, the state of both sides and the stops, as large as the room allows."""
        view: ZenView = frame.view
        cursor: BoardCursor | None = frame.cursor
        layout = self.table.places
        stops = cursor.stops if cursor else [Stop.MENU] if self.has_stops else []
        on = stops.index(cursor.stop) if cursor and cursor.stop else None
        pointed_out = board.marks_of(view, cursor, frame)
        lines = board.board(view.position, pointed_out, layout, form(self.glyphs))
        self.board.show(lines)
        square = pointed_out.here if cursor else pointed_out.came and pointed_out.came[1]
        self.board.chosen = None if square is None else layout.middle_of(square)
        words = tuple(_(STOP_WORDS[stop]) for stop in stops)
        called = map(rail.player_words, view.options.seats, names)
        players = frame.all_timed(tuple(called))
        status = rail.status(view, players, layout, signs(self.glyphs), self.glyphs)
        self.rail.show_parts(layout=layout, status=status, stops=words, on=on, story=self.story)
        if on is not None:
            stop = self.rail.stop_cell(on) + self.rail.region.offset
            self.board.chosen = stop - self.board.region.offset

    def show_tutor(self, said: Advice) -> None:
        self.rail.show_parts(tutoring=said)

    @property
    def tells_end(self) -> bool:
        """Whether the end of the game is told on the rail, which needs to be beside the board."""
        return self.story is not None and self.table.places.is_beside

    def show_timeline(self, bar: TimelineBar) -> bool:
        self.rail.show_parts(bar=bar)
        return True

    def timeline_spot(self, widget: Widget, x: int, y: int) -> BarSpot | None:
        return self.rail.timeline_spot(x, y) if widget is self.rail else None

    def say(self, words: str) -> bool:
        self.rail.show_parts(said=words)
        return True

    def words_width(self, columns: int) -> int:
        """Return the cells of all lines of a message, less the cost of the line breaks."""
        width, rows = self.table.places.rail[0], self.rail.message_rows
        return width - 2 * rail.MARGIN if rows == 1 else rows * (width - rail.BREAK)

    def legend(self) -> Sequence[tuple[str, str]]:
        there = signs(self.glyphs)
        signs_of = [
            (there.pieces, _("Black, White and the Zen")),
            (self.glyphs.cursor, _("whose turn it is")),
            (there.lifted, _("the piece that you picked up")),
            (there.target, _("it may go here")),
            (there.taken, _("it may go here, and takes what stands here")),
            (there.counted, _("counted on its line: it goes that many squares")),
            (there.arrived, _("moved last, from {sign}").format(sign=there.left)),
            (there.arrived + there.taken[1], _("moved last, and took what stood here")),
            (there.threat, _("a move that an échec threatens: it would win")),
            (there.chain, _("the chain that won")),
            (there.advised, _("the hint")),
        ]
        if form(self.glyphs).has_brackets:
            signs_of.insert(0, (there.here, _("the cursor")))
        rows = [(" ".join(sign), meaning) for sign, meaning in signs_of]
        return [
            *rows,
            (f"1+{there.pieces[2]}", _("one group of pawns, and the Zen apart from it")),
            ("ZF6-F9", _("in the log: a move of the Zen")),
            ("B1xB4", _("in the log: what stood there was taken")),
            ("F11-F8+", _("in the log: with échec, a threat to win with the next move")),
        ]

    def round_words(self, view: ZenView) -> str:
        return telling.round_words(len(view.rounds), view.rounds[-1])

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Question:
        """Return the question whether the lost round is accepted."""
        question = _("You lost to an échec that nobody announced.")
        answers = (
            Choice(str(Answer.BACK), _("Take your last move back")),
            Choice(str(Answer.ACCEPT), _("Accept it: the round is lost")),
        )
        return Question(question, answers)

    def answer(self, answer: object) -> Answer | None:
        return Answer(answer) if isinstance(answer, str) else None

    def clicked(
        self, widget: Widget, x: int, y: int, cursor: BoardCursor
    ) -> tuple[BoardCursor, str | None]:
        """Go to the square or stop that was clicked, and do what Enter does there."""
        stop = self.rail.stop_at(x, y) if widget is self.rail else None
        if stop is not None and stop < len(cursor.stops):
            chosen = cursor.stops[stop]
            return replace(cursor, stop=chosen), chosen.value
        square = self.table.places.square_at(x, y) if widget is self.board else None
        if square is None or cursor.is_set_down:
            return cursor, None
        there = cursor.at(square)
        picks = "pick_up" if there.lifted is None else "set_down"
        return there, picks if there.fits() else None

    def log_rows(self, view: ZenView, upto: int, present: int | None = None) -> list[LogRow]:
        there = signs(self.glyphs)
        return rail.log_rows(view.log, view.options, upto, there, self.glyphs.cursor, present)

    def news_words(self, frame: Frame, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return the news of a turn: a threat, a capture, a lot, the player to move."""
        cursor: BoardCursor = frame.cursor
        if not cursor.is_new or cursor.draft.is_asked:
            return ""
        view, is_alone = frame.current_view, sum(s.is_person for s in timeline.sitters) < 2
        name = "" if is_alone else names[frame.seat]
        said = telling.news(timeline, view, frame.seat, name)
        if said or is_alone:
            return said
        here = self.cursor_words(cursor, view)
        return _("{player}, your turn: {here}").format(player=name, here=here)

    def cursor_words(self, cursor: BoardCursor, view: ZenView) -> str:
        if view.is_asked:
            return _("The round is lost to an échec nobody announced: Enter answers.")
        if cursor.stop is Stop.MENU:
            return _("The menu has everything that can be done now.")
        if cursor.stop is Stop.PLAY:
            return _("Enter plays {move}.").format(move=cursor.draft.move)
        if cursor.stop is Stop.ECHEC:
            return _("Enter announces échec with {move}.").format(move=cursor.draft.move)
        is_zen = view.position.zen >> cursor.square & 1
        if cursor.lifted == cursor.square:
            if is_zen:
                return _("The Zen is picked up; Enter puts it back.")
            return _("{square} is picked up; Enter puts it back.").format(square=cursor.square)
        if refused := cursor.refusal():
            return sentence(refused)
        if cursor.lifted is None:
            ends = ends_of(view.position, view.options.variant, cursor.square)
            squares = " ".join(map(str, squares_of(ends)))
            if is_zen:
                return _("The Zen can go to {squares}.").format(squares=squares)
            return _("{square} can go to {squares}.").format(square=cursor.square, squares=squares)
        return self._landing_words(cursor, cursor.lifted)

    def _landing_words(self, cursor: BoardCursor, start: Square) -> str:
        """Describe the move to the cursor, and the pieces counted for it."""
        position = cursor.draft.position
        move = board_move(position, start << START_SHIFT | cursor.square)
        counted, _way = board.counted_line(start, cursor.square)
        count = (position.occupied & counted).bit_count()
        words = several("{count} piece on the line", "{count} pieces on the line", count)
        if move.is_capture:
            is_zen = position.zen >> cursor.square & 1
            words += ", " + (_("the Zen is taken") if is_zen else _("a pawn is taken"))
        return _("{move}: {what}.").format(move=move, what=words)

    def opponent(self, timeline: Timeline[Any], seat: int, names: tuple[str, ...]) -> str:
        return telling.colour_word(1 - colour_of(seat))
