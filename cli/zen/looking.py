"""Zen's own words that only look at the game: moves, pieces, groups, the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cli.lines.rows import number_in
from cli.zen import telling
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.zen.board import (
    COLUMNS,
    SIZE,
    SQUARES,
    Position,
    Square,
    parse_square,
    pawn_groups,
    squares_of,
)
from engine.zen.moves import COLOURS, Answer, BoardMove
from engine.zen.positions import format_position, legal_moves_text
from engine.zen.told import RoundOver
from engine.zen.view import ZenView, piece_refusal
from words.translation import _, mark, sentence


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
    """Return where each piece goes, by the square it goes from; captures are named."""
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


def position(view: ZenView, _rest: str) -> Iterator[str]:
    """Yield the position in one line."""
    yield format_position(view.position)


def log(view: ZenView) -> Iterator[str]:
    """Yield what was played, the moves with their numbers."""
    number = rounds = 0
    for line in view.log:
        rounds += isinstance(line.what, RoundOver)
        said = telling.told(line, view.options, rounds)
        number += telling.is_turn(line)
        yield f"{number}. {said}" if telling.is_turn(line) else said


_PIECES = (mark("black pawn"), mark("white pawn"), mark("Zen"))


def pieces(view: ZenView, where: str) -> Iterator[str]:
    """Yield the pieces row by row from the top, empty rows left out, or those of one place.

    A place is a row, a column or a square; of a square those around it are told too.
    """
    position, place = view.position, where.strip().upper().removeprefix("Z")
    if not place:
        for row in reversed(range(SIZE)):
            if any(piece_on(position, square) for square in _squares(row)):
                yield _row(position, row)
    elif row_number := number_in(place, SIZE):
        yield _row(position, row_number - 1)
    elif place in COLUMNS:
        squares = SQUARES[COLUMNS.index(place) :: SIZE]
        words = _("Column {column}: {pieces}.")
        yield words.format(column=place, pieces=_listed(position, reversed(squares)))
    else:
        yield from _around(position, place, where)


def _around(position: Position, place: str, typed: str) -> Iterator[str]:
    """Yield what stands on a square, and what on the squares around it."""
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
    """Return what stands on a square, "" for nothing."""
    for mask, words in zip(position[:3], _PIECES, strict=False):
        if mask >> square & 1:
            return _(words)
    return ""


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


def said(move: Any, view: ZenView) -> Iterator[str]:
    """Yield a move in words: which piece goes from where to where, and what it takes."""
    if not isinstance(move, BoardMove):
        return
    facts = {
        "piece": piece_on(view.position, move.start),
        "start": move.start,
        "end": move.end,
        "other": piece_on(view.position, move.end),
    }
    words = _("The {piece} goes from {start} to {end}.")
    if move.is_capture:
        words = _("The {piece} goes from {start} to {end} and takes the {other}.")
    yield words.format(**facts)
    if move.announces:
        player = telling.colour_name(view.position.side)
        yield _("{player} announces échec.").format(player=player)


def step(made: Any, view: ZenView) -> str:
    """Return a step of a move in words: a piece picked up, a square, an announcement."""
    if isinstance(made, Square) and view.lifted is not None:
        return _("it is set down on {square}.").format(square=made)
    if isinstance(made, Square):
        piece = piece_on(view.position, made)
        return _("the {piece} on {square} is picked up.").format(piece=piece, square=made)
    return str(made) if isinstance(made, Answer) else _("échec is announced.")
