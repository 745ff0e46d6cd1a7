"""What Zen looks like: the board, what stands beside it, and the words about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget

from engine.game import View
from engine.timeline import Timeline, some_eyes
from engine.zen.board import START_SHIFT
from engine.zen.game import ZEN
from engine.zen.moves import Answer, board_move, parse
from engine.zen.options import colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.squares import Square
from engine.zen.view import ZenView
from play.frame import Cursor, Frame, LastMove
from tui.board_cursor import BoardCursor, Stop
from tui.boards import zen as board
from tui.boards import zen_side as side
from tui.controls.zen import ZenControls
from tui.glyphs import Glyphs
from tui.looks.look import Look, given_up
from tui.widgets.lines import Lines
from tui.widgets.turn_log import LogRow
from tui.widgets.zen import Board
from tui.words import _, language, mark, reason, several, why
from tui.zen_lines.looking import no_hint

_STOP_ACTIONS = {
    Stop.PLAY: "play_move",
    Stop.ECHEC: "announce_by_enter",
    Stop.MENU: "menu_by_enter",
}
STOP_WORDS = {Stop.PLAY: mark("Play"), Stop.ECHEC: mark("Échec"), Stop.MENU: mark("Menu")}


class ZenLook(Look):
    """Shows views on its widgets: the board, the state of both sides, the log."""

    key: ClassVar[str] = "zen"
    offers: ClassVar[tuple[str, ...]] = (
        "what_next",
        "next_round",
        "answer",
        "pick_up",
        "set_down",
        "play_move",
        "announce_by_enter",
        "menu_by_enter",
        "step",
        "pause",
        "square_right",
        "square_down",
        "announce",
        "put_back",
        "next_piece",
        "menu",
        "help",
        "quit",
        "hint",
        "type_move",
        "take_back",
        "faster",
        "slower",
        "previous_piece",
        "square_up",
        "square_left",
        "log_up",
        "log_down",
    )
    not_on_key_line: ClassVar[frozenset[str]] = Look.not_on_key_line | {
        "square_up",
        "square_down",
        "square_left",
        "previous_piece",
        "menu_by_enter",
    }
    not_in_help: ClassVar[frozenset[str]] = frozenset({"announce_by_enter", "menu_by_enter"})
    typed_question: ClassVar[str] = mark("Your move, like F11-F8, B1xB4 or ZF6-F9:")
    typed_fault: ClassVar[str] = mark("{text} is no move; write it like F11-F8 or ZF6-F9.")

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self.board = Board(id="board")
        self._status = Lines(id="status")
        self._signs = board.signs(glyphs)
        self._stated: tuple[object, ...] = ()

    @staticmethod
    def controls_of() -> ZenControls:
        """Return what the keys do in a move."""
        return ZenControls()

    @property
    def focus(self) -> Widget:
        """The board."""
        return self.board

    def widgets(self) -> Iterable[Widget]:
        """Return the widgets: the board, a rule, what stands beside it."""
        yield self.board
        yield self.rule
        yield Container(self._status, self.log, id="beside")

    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the board and the state of both sides."""
        view, cursor = _zen(frame.view), _on_board(frame.cursor) if frame.cursor else None
        stops = cursor.stops if cursor else [Stop.MENU]
        on = stops.index(cursor.stop) if cursor and cursor.stop else None
        words = [_(STOP_WORDS[stop]) for stop in stops]
        marks = self._marks(view, cursor, frame)
        self.board.show_board(view.position, marks, words, on, self.glyphs)
        self._show_status(view, names)

    def _show_status(self, view: ZenView, names: tuple[str, ...]) -> None:
        """Show the state of both sides; an arrow key changes none of it."""
        now = (view, names, language())
        if now != self._stated:
            self._stated = now
            status = side.status(view, names, self._signs, self.glyphs.cursor)
            self._status.styles.height = len(status) + 1
            self._status.show(status)

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks beside the pieces."""
        signs = self._signs
        marks = [
            (signs.here, _("the cursor")),
            (signs.lifted, _("the piece that you picked up")),
            (signs.target, _("it may go here")),
            (signs.taken, _("it may go here, and takes what stands here")),
            (signs.counted, _("counted on its line: as many squares it goes")),
            (signs.arrived, _("moved last, from {sign}").format(sign=signs.left)),
            (signs.advised, _("the hint")),
        ]
        return [(" ".join(sign), meaning) for sign, meaning in marks]

    def _marks(self, view: ZenView, cursor: BoardCursor | None, frame: Frame) -> board.Marks:
        lifted = view.lifted
        if lifted is not None and not view.position.occupied >> lifted & 1:
            lifted = None
        marks = board.Marks(lifted=lifted, came=_came(view, frame.last))
        marks = replace(marks, advised=_squares(frame.left))
        if cursor is None:
            return marks
        if cursor.is_set_down:
            return replace(marks, came=_came(view, LastMove(frame.seat, cursor.draft.made)))
        here = None if cursor.stop else cursor.square
        targets = cursor.legal or frozenset() if cursor.lifted is not None else frozenset()
        marks = replace(marks, here=here, targets=targets)
        if cursor.lifted is None or cursor.landing is None:
            return marks
        counted, way = board.counted_line(cursor.lifted, cursor.landing)
        return replace(marks, counted=counted, way=way)

    def round_words(self, view: View[Any]) -> str:
        """Return how the round ended that the last move ended."""
        zen = _zen(view)
        return side.round_words(len(zen.rounds), zen.rounds[-1])

    def no_hint(self, frame: Frame, timeline: Timeline[Any], here: frozenset[int]) -> str:
        """Return why no hint is given where a partner looks on."""
        if frame.cursor is None:
            return ""
        return no_hint(timeline, frame.seat, here)

    def not_in_menu(self, cursor: Cursor | None) -> frozenset[str]:
        """Leave out the keys that only move the cursor."""
        moves = ("square_right", "square_down", "square_left", "square_up", "announce_by_enter")
        return frozenset(moves)

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Screen[object] | None:
        """Return the question whether the lost round is accepted."""
        from tui.screens.menu import Ask
        from tui.widgets.choices import Choice

        if action != "answer":
            return None
        question = _("You lost to an échec that nobody announced.")
        answers = [
            Choice(str(Answer.BACK), _("Take your last move back")),
            Choice(str(Answer.ACCEPT), _("Accept it: the round is lost")),
        ]
        return Ask(question, answers)

    def answer(self, answer: object) -> Answer | None:
        """Return what a question was answered."""
        return Answer(answer) if isinstance(answer, str) else None

    def clicked(self, widget: Widget, x: int, y: int, cursor: Cursor) -> tuple[Cursor, str | None]:
        """Go to the square that was clicked, and do there what Enter does; so with a stop."""
        here = _on_board(cursor)
        if widget is not self.board:
            return here, None
        square, stop = self.board.square_at(x, y), self.board.stop_at(x, y)
        if stop is not None:
            there = replace(here, stop=here.stops[stop])
            assert there.stop
            return there, _STOP_ACTIONS[there.stop]
        if square is None or here.is_set_down:
            return here, None
        there = here.at(square)
        picks = "pick_up" if there.lifted is None else "set_down"
        return there, picks if there.fits() else None

    def log_rows(self, view: View[Any], upto: int) -> list[LogRow]:
        """Return a row for each move and each round that ended."""
        zen = _zen(view)
        return side.log_rows(zen.log, zen.options, upto, self._signs)

    def cursor_words(self, cursor: Cursor, view: View[Any]) -> str:
        """Return what the cursor is on: what may be done there, or why nothing can."""
        assert isinstance(cursor, BoardCursor)
        zen = _zen(view)
        words = self._cursor_words(cursor, zen)
        return f"{_('Échec!')} {words}" if zen.is_echec and cursor.lifted is None else words

    def _cursor_words(self, cursor: BoardCursor, view: ZenView) -> str:
        if view.is_asked:
            return _("The round is lost to an échec nobody announced. Enter answers.")
        if cursor.stop is Stop.MENU:
            return _("Enter shows everything that can be done now.")
        if cursor.stop is Stop.PLAY:
            return _("Enter plays {move}.").format(move=cursor.draft.move)
        if cursor.stop is Stop.ECHEC:
            return _("Enter announces échec with {move}.").format(move=cursor.draft.move)
        if cursor.lifted == cursor.square:
            return _("{square} is picked up; Enter puts it back.").format(square=cursor.square)
        if refused := cursor.refusal():
            return why(refused)
        if cursor.lifted is None:
            ends = cursor.stepped().legal or frozenset()
            squares = " ".join(str(end) for end in sorted(ends))
            return _("{square} can go to {squares}.").format(square=cursor.square, squares=squares)
        return self._landing_words(cursor, cursor.lifted)

    def _landing_words(self, cursor: BoardCursor, start: Square) -> str:
        """Return the move that is aimed at, and what was counted for it."""
        position = cursor.draft.position
        move = board_move(position, start << START_SHIFT | cursor.square)
        counted, _way = board.counted_line(start, cursor.square)
        count = (position.occupied & counted).bit_count()
        words = several("{count} piece on the line", "{count} pieces on the line", count)
        if move.is_capture:
            is_zen = position.zen >> cursor.square & 1
            words += ", " + (_("the Zen is taken") if is_zen else _("a pawn is taken"))
        return _("{move}: {what}.").format(move=move, what=words)

    def hint_words(self, is_left: bool) -> str:
        """Return the sentence of a hint."""
        if is_left:
            return _("Hint: {turn} - {reasons}")
        return _("Hint, with your piece put back: {turn} - {reasons}")

    def hint_end_words(self) -> str:
        """Return what a hint says once the piece is set down."""
        return _("Hint: play it so.")

    def opponent(self, seat: int, names: tuple[str, ...]) -> str:
        """Return the other colour."""
        return _(side.COLOUR_WORDS[1 - colour_of(seat)])

    def result_words(self, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return who won and why."""
        outcome = timeline.outcome
        if outcome is None:
            return ""
        if not outcome.winners:
            return _("A draw: {why}.").format(why=reason(outcome.why))
        winner = " + ".join(names[seat] for seat in outcome.winners)
        if outcome.why is ZenEnding.FORFEIT:
            losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
            won = _("{player} wins:").format(player=winner)
            return f"{won} {given_up(timeline, ' + '.join(losers))}"
        ending = reason(outcome.why)
        if outcome.points:
            black, white = _zen(timeline.view(some_eyes(timeline))).score
            ending = _("{black} to {white}, {why}").format(black=black, white=white, why=ending)
        return _("{player} wins: {why}.").format(player=winner, why=ending)


def _zen(view: View[Any]) -> ZenView:
    assert isinstance(view, ZenView)
    return view


def _on_board(cursor: Cursor) -> BoardCursor:
    assert isinstance(cursor, BoardCursor)
    return cursor


def _squares(steps: Iterable[Any] | None) -> frozenset[Square]:
    return frozenset(step for step in steps or () if isinstance(step, Square))


def _came(view: ZenView, made: LastMove | None) -> tuple[Square, Square] | None:
    """Return from where to where a piece went that still stands there; what was accepted, did."""
    steps: Sequence[Any] = made.steps if made else ()
    if Answer.ACCEPT in steps:
        told = [line.text for line in view.log.latest(3)]
        accepted = told.index(str(Answer.ACCEPT)) if str(Answer.ACCEPT) in told else len(told)
        steps = ZEN.steps(parse(told[accepted - 1]))
    squares = [step for step in steps if isinstance(step, Square)]
    if len(squares) < 2:
        return None
    start, end = squares
    is_there = view.position.occupied >> end & 1 and not view.position.occupied >> start & 1
    return (start, end) if is_there else None
