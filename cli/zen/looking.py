"""The answers in lines to the words that only look at a game of Zen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any, Final

from cli.zen import text
from cli.zen.words import WORDS, Word
from engine.game import Hint
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.timeline import Timeline
from engine.zen.board import groups
from engine.zen.counting import legal_moves_text
from engine.zen.game import ZEN
from engine.zen.legality import piece_refusal
from engine.zen.moves import COLOURS, Answer
from engine.zen.position_text import format_position
from engine.zen.squares import parse_square, squares_of
from engine.zen.view import ZenView
from words import rules as rule_texts
from words.seat_names import seat_name
from words.translation import _, language, sentence, why

MOVES_A_LINE: Final = 8
WIDTH: Final = 78
OVER: Final = IllegalMove(TableReason.GAME_OVER)


def who_plays(timeline: Timeline[Any]) -> str:
    """Return who sits where, and that there is help."""
    seats = zip(timeline.seats, timeline.sitters, strict=True)
    sits = _("{colour}: {players}")
    who = ", ".join(
        sits.format(colour=seat_name(ZEN.key, seat), players=one.kind) for seat, one in seats
    )
    return _("{who}. Type a move, or help.").format(who=who)


def moves(view: ZenView, square: str) -> Iterator[str]:
    """Yield the moves of the side to move, or those of a square."""
    if not view.to_move:
        yield sentence(OVER)
        return
    if view.is_asked:
        yield " ".join(map(str, Answer))
        return
    names = legal_moves_text(view.position, view.options.variant)
    if square:
        try:
            start = parse_square(square.upper().removeprefix("Z"))
        except NotationError:
            yield _("{text} is no square from A1 to K11.").format(text=square)
            return
        if refused := piece_refusal(view.position, view.options.variant, start):
            yield sentence(refused)
            return
        sign = "Z" if view.position.zen >> start & 1 else ""
        names = [name for name in names if name.startswith((f"{sign}{start}-", f"{sign}{start}x"))]
    for at in range(0, len(names), MOVES_A_LINE):
        yield " ".join(names[at : at + MOVES_A_LINE])


def pawns(view: ZenView) -> Iterator[str]:
    """Yield both sides with the squares of each of their groups, the largest first."""
    position = view.position
    for colour in range(len(COLOURS)):
        yield text.side(view, colour)
        for group in sorted(groups(position.chain(colour)), key=int.bit_count, reverse=True):
            names = [f"Z{at}" if position.zen >> at & 1 else str(at) for at in squares_of(group)]
            yield f"  {' '.join(names)}"
    yield text.the_zen(position)


def position(view: ZenView) -> str:
    """Return the position in one line."""
    return format_position(view.position)


def log(view: ZenView) -> Iterator[str]:
    """Yield what was played, the moves with their numbers."""
    number = rounds = 0
    for line in view.log:
        rounds += line.text.startswith(text.ROUND)
        said = text.told(line, view.options, rounds)
        number += text.is_turn(line)
        yield f"{number:3} {said}" if text.is_turn(line) else f"    {said}"


def hint(found: Hint, opponent: str) -> str:
    """Return a hint in a line: the move and the reasons for it."""
    reasons = [why(b._replace(facts={**b.facts, "player": opponent})) for b in found.reasons]
    said = _("Hint: {move}").format(move=found.move)
    return " - ".join([said, ", ".join(reasons)]) if reasons else said


def rules() -> Iterator[str]:
    """Yield the rules in short, wrapped."""
    for paragraph in rule_texts.rules(ZEN.key).split("\n"):
        yield from wrap(paragraph, WIDTH) or [""]


def help_lines(fits: Callable[[Word | None], bool]) -> Iterator[str]:
    """Yield how moves are written, and the words that can be had now."""
    yield _("A move: F11-F8, a capture: B1xB4, the Zen: ZF6-F9; f11f8 will do.")
    rows = [(_typed(word), _(word.help)) for word in WORDS if fits(word)]
    width = max(len(typed) for typed, _help in rows)
    for typed, help_text in rows:
        yield f"{typed:{width}}  {help_text}"


def _typed(word: Word) -> str:
    """Return what is typed for a word, in the language spoken."""
    spelled = word.french if language() == "fr" else word.english
    parts = [spelled, _(word.takes) if word.takes else "", f"({word.key})" if word.key else ""]
    return " ".join(part for part in parts if part)
