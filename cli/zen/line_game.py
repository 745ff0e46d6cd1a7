"""Zen in the line mode for people, with the words of its own that look at the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from cli.lines.game import LineGame
from cli.lines.rows import number_in
from cli.zen import telling
from engine.game import CHANCE, Play
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.zen.board import Position, pawn_groups
from engine.zen.game import ZEN
from engine.zen.geometry import SIZE
from engine.zen.moves import COLOURS, Answer, BoardMove, Move, RoundOver
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position, legal_moves_text, parse_position
from engine.zen.squares import COLUMNS, SQUARES, Square, parse_square, squares_of
from engine.zen.view import ZenView, piece_refusal
from play.action import Word
from play.games.zen.controls import ZenControls
from play.games.zen.story import ZenStory
from play.games.zen.telling import colour_word, variant_words
from words.plain_text import folded
from words.translation import _, mark, sentence


class ZenLines(LineGame):
    """Zen in lines.

    Attributes:
        draws: Whether the board is drawn after each move; otherwise it is told in words.
    """

    key = ZEN.key
    controls = ZenControls()
    story = ZenStory()
    moves: ClassVar[Mapping[str, str]] = {"back": str(Answer.BACK), "accept": str(Answer.ACCEPT)}
    move_help = mark("A move: F11-F8, or f11f8.\nA capture: B1xB4, or b1b4.\nThe Zen: ZF6-F9.")
    no_move = mark("{text} is neither a move like F11-F8 nor a word; help lists the words.")

    def __init__(self, *, draws: bool = False) -> None:
        """Draw the board or tell it."""
        self.draws = draws
        self.looks = {
            "moves": moves,
            "table": lambda view, _rest: self.situation(view),
            "pieces": pieces,
            "board": self.board,
            "pawns": pawns,
            "position": lambda view, _rest: iter([format_position(view.position)]),
        }

    def board(self, view: ZenView, rest: str) -> Iterator[str]:
        """Yield the board drawn; `on` draws it after each move from now on, `off` tells it."""
        on, off = ("on", folded(_("on"))), ("off", folded(_("off")))
        if folded(rest) in (*on, *off):
            self.draws = folded(rest) in on
            yield _("The board is drawn.") if self.draws else _("The board is told.")
        elif rest:
            yield _("Type board, board on or board off.")
        if not rest or (self.draws and folded(rest) in on):
            yield from telling.situation(view)

    def fits(self, word: Word, view: ZenView) -> bool:
        """Say whether an answer is asked for."""
        return word.id not in ("answer", "accept_loss") or view.is_asked

    def told(self, move: Move) -> str:
        return telling.answer_word(move) if isinstance(move, Answer) else str(move)

    def title(self, options: ZenOptions) -> str:
        words = _("Zen l'Initié, {variant}")
        if options.by_hand:
            words = _("Zen l'Initié, {variant}; a + after a move announces échec")
        return words.format(variant=variant_words(options))

    def figure(self, rows: Sequence[str]) -> Iterator[str]:
        return _rows(parse_position(rows[-1]))

    def situation(self, view: ZenView) -> Iterator[str]:
        """Yield the position; the pieces are told one by one unless the board is drawn."""
        if not self.draws:
            yield from pieces(view, "")
        yield from telling.situation(view, draws=self.draws)

    def answer(self, before: ZenView, play: Play, view: ZenView) -> Iterator[str]:
        if not self.draws and play.seat != CHANCE:
            yield from self.said(play.move, before)
        yield from telling.ended(before, play, view, draws=self.draws)
        if not view.to_move or view.to_move == (CHANCE,):
            return
        if play.seat == CHANCE or len(view.rounds) > len(before.rounds):
            yield from self.situation(view)
        elif self.draws:
            fresh = play.move.end if isinstance(play.move, BoardMove) else None
            yield from telling.situation(view, fresh)
        else:
            yield from telling.changed(before, view)

    def said(self, move: Any, view: ZenView) -> Iterator[str]:
        """Yield a move in words: which piece goes from where to where, and what it takes."""
        if not isinstance(move, BoardMove):
            return
        facts = {
            "player": (player := colour_word(view.position.side)),
            "piece": piece_on(view.position, move.start),
            "start": move.start,
            "end": move.end,
            "other": piece_on(view.position, move.end),
        }
        if move.is_zen:
            words = _("{player} moves the Zen from {start} to {end}.")
            if move.is_capture:
                words = _("{player} moves the Zen from {start} to {end}, and takes the {other}.")
        else:
            words = _("The {piece} goes from {start} to {end}.")
            if move.is_capture:
                words = _("The {piece} goes from {start} to {end} and takes the {other}.")
        yield words.format(**facts)
        if move.announces:
            yield _("{player} announces échec.").format(player=player)

    def says_mover(self, move: Any, options: ZenOptions) -> bool:
        """Say whether the words for a move name its player: a colour does, of two."""
        is_two = options.players == len(COLOURS)
        return isinstance(move, BoardMove) and not self.draws and is_two

    def step(self, made: Any, view: ZenView) -> str:
        """Return a step of a move in words: a piece picked up, a square, an announcement."""
        if isinstance(made, Square) and view.lifted is not None:
            return _("it is set down on {square}.").format(square=made)
        if isinstance(made, Square):
            piece = piece_on(view.position, made)
            return _("the {piece} on {square} is picked up.").format(piece=piece, square=made)
        return str(made) if isinstance(made, Answer) else _("échec is announced.")

    def log(self, view: ZenView) -> Iterator[str]:
        number = rounds = 0
        for line in view.log:
            rounds += isinstance(line.what, RoundOver)
            said = telling.told(line, view.options, rounds)
            number += telling.is_turn(line)
            yield f"{number}. {said}" if telling.is_turn(line) else said


def moves(view: ZenView, square: str) -> Iterator[str]:
    """Yield the moves of the side to move, or those of a square."""
    if not view.to_move:
        yield sentence(IllegalMove(TableReason.GAME_OVER))
        return
    if view.is_asked:
        yield from map(telling.answer_word, Answer)
        return
    names = legal_moves_text(view.position, view.options.variant)
    if square:
        try:
            start = parse_square(square.upper().removeprefix("Z"))
        except NotationError:
            words = _("{text} is not a square from A1 to K11; type moves and a square, like F6.")
            yield words.format(text=square)
            return
        if refused := piece_refusal(view.position, view.options.variant, start):
            yield sentence(refused)
            return
        sign = "Z" if view.position.zen >> start & 1 else ""
        names = [name for name in names if name.startswith((f"{sign}{start}-", f"{sign}{start}x"))]
    for name, ends in _by_start(names).items():
        at = name.removeprefix("Z")
        piece = piece_on(view.position, parse_square(at))
        words = _("{piece} {square}: {ends}.")
        words = words.format(piece=piece, square=at, ends=", ".join(ends))
        yield words[:1].upper() + words[1:]


def _by_start(names: list[str]) -> dict[str, list[str]]:
    """Return the squares each piece can go to, by its own square; captures are named."""
    found: dict[str, list[str]] = {}
    for name in names:
        start, _hyphen, end = name.replace("x", "-x").partition("-")
        if end.startswith("x"):
            end = _("takes {square}").format(square=end[1:])
        found.setdefault(start, []).append(end)
    return found


def pawns(view: ZenView, _rest: str) -> Iterator[str]:
    """Yield both sides with the squares of each of their groups, the largest first."""
    position = view.position
    for colour in range(len(COLOURS)):
        yield telling.side(view, colour)
        for group in sorted(pawn_groups(position, colour), key=int.bit_count, reverse=True):
            names = [f"Z{at}" if position.zen >> at & 1 else str(at) for at in squares_of(group)]
            yield f"  {', '.join(names)}."
    yield telling.the_zen(position)


_PIECES = (mark("black pawn"), mark("white pawn"), mark("Zen"), "")


def pieces(view: ZenView, where: str) -> Iterator[str]:
    """Yield the pieces row by row from the top, empty rows left out, or those of one place.

    A place is a row, a column or a square; a square is told with those around it.
    """
    position, place = view.position, where.strip().upper().removeprefix("Z")
    if not place:
        yield from _rows(position)
    elif row_number := number_in(place, SIZE):
        yield _row(position, row_number - 1)
    elif place in COLUMNS:
        squares = SQUARES[COLUMNS.index(place) :: SIZE]
        words = _("Column {column}: {pieces}.")
        yield words.format(column=place, pieces=_listed(position, reversed(squares)))
    else:
        yield from _around(position, place, where)


def _around(position: Position, place: str, typed: str) -> Iterator[str]:
    """Yield the piece on a square, and the pieces on the squares around it."""
    try:
        square = parse_square(place)
    except NotationError:
        yield _("{text} is not a row, a column or a square from A1 to K11.").format(text=typed)
        return
    piece = piece_on(position, square)
    words = _("{square}: {piece}.") if piece else _("{square}: nothing.")
    yield words.format(square=square, piece=piece)
    row, column = divmod(square, SIZE)
    around = [
        SQUARES[there * SIZE + beside]
        for there in range(max(row - 1, 0), min(row + 2, SIZE))
        for beside in range(max(column - 1, 0), min(column + 2, SIZE))
        if (there, beside) != (row, column)
    ]
    yield _("Around it: {pieces}.").format(pieces=_listed(position, around))


def piece_on(position: Position, square: int) -> str:
    """Return the name of the piece on a square, "" for none."""
    return _(telling.piece(position, square, _PIECES))


def _rows(position: Position) -> Iterator[str]:
    """Yield the rows with a piece on them, from the top."""
    for row in reversed(range(SIZE)):
        if any(piece_on(position, square) for square in _squares(row)):
            yield _row(position, row)


def _row(position: Position, row: int) -> str:
    words = _("Row {row}: {pieces}.")
    return words.format(row=row + 1, pieces=_listed(position, _squares(row)))


def _squares(row: int) -> tuple[Square, ...]:
    return SQUARES[row * SIZE : (row + 1) * SIZE]


def _listed(position: Position, squares: Iterable[Square]) -> str:
    found = [
        _("{piece} {square}").format(piece=piece, square=square)
        for square in squares
        if (piece := piece_on(position, square))
    ]
    return ", ".join(found) or _("nothing")
