"""What Zen looks like: the board, what stands beside it, and the words about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.containers import Container
from textual.widget import Widget

from engine.game import View
from engine.table import Table
from engine.zen.board import START_SHIFT
from engine.zen.game import ZEN
from engine.zen.moves import Answer, board_move, parse
from engine.zen.options import colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.squares import Square
from engine.zen.view import ZenView
from tui.board_cursor import BoardCursor, Stop, first_place
from tui.boards import zen as board
from tui.boards import zen_side as side
from tui.cursor import Cursor
from tui.glyphs import Glyphs
from tui.looks.look import Look, Made, Shown, given_up
from tui.widgets.lines import Lines
from tui.widgets.turn_log import LogRow
from tui.widgets.zen import Board
from tui.words import _, mark, reason, several, why

STOP_WORDS = {Stop.PLAY: mark("Play"), Stop.ECHEC: mark("Échec"), Stop.MENU: mark("Menu")}


class ZenLook(Look):
    """Shows views on its widgets: the board, the state of both sides, the log."""

    key: ClassVar[str] = "zen"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(glyphs)
        self.board = Board(id="board")
        self._status = Lines(id="status")
        self._signs = board.signs(glyphs)

    @property
    def focus(self) -> Widget:
        """The board."""
        return self.board

    def widgets(self) -> Iterable[Widget]:
        """Return the widgets: the board, a rule, what stands beside it."""
        yield self.board
        yield self.rule
        yield Container(self._status, self.log, id="beside")

    def show(self, shown: Shown) -> None:
        """Show the board and the state of both sides."""
        view, cursor = _zen(shown.view), _on_board(shown.cursor)
        stops = cursor.stops if cursor else [Stop.MENU]
        on = stops.index(cursor.stop) if cursor and cursor.stop else None
        words = [_(STOP_WORDS[stop]) for stop in stops]
        marks = self._marks(view, cursor, shown)
        self.board.show_board(view.position, marks, words, on, self.glyphs)
        status = side.status(view, shown.names, self._signs, self.glyphs.cursor)
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

    def _marks(self, view: ZenView, cursor: BoardCursor | None, shown: Shown) -> board.Marks:
        lifted = view.lifted
        if lifted is not None and not view.position.occupied >> lifted & 1:
            lifted = None
        marks = board.Marks(lifted=lifted, came=_came(view, shown.made))
        marks = replace(marks, advised=_squares(shown.hinted))
        if cursor is None:
            return marks
        if cursor.is_set_down:
            return replace(marks, came=_came(view, Made(shown.seat, cursor.draft.made)))
        here = None if cursor.stop else cursor.square
        targets = cursor.legal or frozenset() if cursor.lifted is not None else frozenset()
        marks = replace(marks, here=here, targets=targets)
        if cursor.lifted is None or cursor.landing is None:
            return marks
        counted, way = board.counted_line(cursor.lifted, cursor.landing)
        return replace(marks, counted=counted, way=way)

    def after(self, view: View[Any]) -> View[Any]:
        """Return the last position of a round that the last move ended."""
        zen = _zen(view)
        played = side.ended_round(zen)
        return replace(zen, position=played.position, to_move=()) if played else zen

    def log_rows(self, table: Table[Any], upto: int) -> list[LogRow]:
        """Return a row for each move and each round that ended."""
        return side.log_rows(table.view(None).log, table.options, upto, self._signs)

    def cursor(self, view: View[Any]) -> BoardCursor:
        """Return the cursor on the first pawn that can move."""
        draft = _zen(view).draft()
        cursor = BoardCursor(draft, first_place(()))
        own = [square for square in cursor.legal or () if draft.position.own >> square & 1]
        return cursor.at(first_place(own))

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

    def result_words(self, table: Table[Any], names: tuple[str, ...]) -> str:
        """Return who won and why."""
        outcome = table.outcome
        if outcome is None:
            return ""
        if not outcome.winners:
            return _("A draw: {why}.").format(why=reason(outcome.why))
        winner = " + ".join(names[seat] for seat in outcome.winners)
        if outcome.why is ZenEnding.FORFEIT:
            losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
            won = _("{player} wins:").format(player=winner)
            return f"{won} {given_up(table, ' + '.join(losers))}"
        ending = reason(outcome.why)
        if outcome.points:
            black, white = _zen(table.view(None)).score
            ending = _("{black} to {white}, {why}").format(black=black, white=white, why=ending)
        return _("{player} wins: {why}.").format(player=winner, why=ending)


def _zen(view: View[Any]) -> ZenView:
    assert isinstance(view, ZenView)
    return view


def _on_board(cursor: Cursor | None) -> BoardCursor | None:
    assert cursor is None or isinstance(cursor, BoardCursor)
    return cursor


def _squares(steps: Iterable[Any] | None) -> frozenset[Square]:
    return frozenset(step for step in steps or () if isinstance(step, Square))


def _came(view: ZenView, made: Made | None) -> tuple[Square, Square] | None:
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
