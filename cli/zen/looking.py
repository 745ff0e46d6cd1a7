"""The answers in lines to Zen's own words, which only look at the game."""

from __future__ import annotations

from collections.abc import Iterator

from cli.zen import text
from cli.zen.pieces import piece_on
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.zen.board import parse_square, pawn_groups, squares_of
from engine.zen.moves import COLOURS, Answer
from engine.zen.positions import format_position, legal_moves_text
from engine.zen.told import RoundOver
from engine.zen.view import ZenView, piece_refusal
from words.translation import _, sentence


def moves(view: ZenView, square: str) -> Iterator[str]:
    """Yield the moves of the side to move, or those of a square."""
    if not view.to_move:
        yield sentence(IllegalMove(TableReason.GAME_OVER))
        return
    if view.is_asked:
        yield from map(text.answer_word, Answer)
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
        yield text.side(view, colour)
        for group in sorted(pawn_groups(position, colour), key=int.bit_count, reverse=True):
            names = [f"Z{at}" if position.zen >> at & 1 else str(at) for at in squares_of(group)]
            yield f"  {', '.join(names)}."
    yield text.the_zen(position)


def position(view: ZenView, _rest: str) -> Iterator[str]:
    """Yield the position in one line."""
    yield format_position(view.position)


def log(view: ZenView) -> Iterator[str]:
    """Yield what was played, the moves with their numbers."""
    number = rounds = 0
    for line in view.log:
        rounds += isinstance(line.what, RoundOver)
        said = text.told(line, view.options, rounds)
        number += text.is_turn(line)
        yield f"{number}. {said}" if text.is_turn(line) else said
