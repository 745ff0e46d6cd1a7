"""Zen in lines, in the language spoken: the board, both sides, moves, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from engine.game import CHANCE, Play
from engine.log import GivenUp, LogEntry
from engine.zen.board import Position, pawn_groups
from engine.zen.ending import GOAL
from engine.zen.geometry import SIZE
from engine.zen.moves import COLOURS, Announced, Answer, BoardMove, FirstColour, RoundOver, Told
from engine.zen.options import ZenOptions, colour_of
from engine.zen.positions import START
from engine.zen.reasons import ZenEnding
from engine.zen.squares import COLUMNS, Square, square_of
from engine.zen.view import Round, ZenView
from play.action import find_word
from play.games.actions import words_at
from play.games.zen import telling
from play.story import capital
from words.glyphs import UNICODE, glyphs
from words.translation import _, several


class TextGlyphs(NamedTuple):
    """The signs of the pieces, of an empty square, and before a piece just moved; one cell each."""

    black: str
    white: str
    zen: str
    empty: str
    fresh: str


_FINE: Final = TextGlyphs("●", "○", "◆", "·", "▸")
_ASCII: Final = TextGlyphs("B", "W", "Z", ".", ">")


def signs() -> TextGlyphs:
    """Return the signs that the terminal can show."""
    return _FINE if glyphs() is UNICODE else _ASCII


def board(position: Position, fresh: Square | None = None) -> list[str]:
    """Return the board with row 11 on top and a mark before the piece just moved."""
    sign = signs()
    columns = ("   " + "".join(f" {column} " for column in COLUMNS)).rstrip()
    rows = []
    for row in reversed(range(SIZE)):
        cells = ""
        for square in range(row * SIZE, (row + 1) * SIZE):
            mark = sign.fresh if square == fresh else " "
            cells += f"{mark}{piece(position, square, sign[:4])} "
        rows.append(f"{row + 1:2} {cells} {row + 1}")
    return [columns, *rows, columns]


def piece(position: Position, square: int, names: Sequence[str]) -> str:
    """Return the name of the piece on a square; `names` are those of black, white, Zen and none."""
    masks = position[: len(names) - 1]
    return names[next((at for at, mask in enumerate(masks) if mask >> square & 1), -1)]


def situation(view: ZenView, fresh: Square | None = None, *, draws: bool = True) -> Iterator[str]:
    """Yield the situation: a lot, both sides, the Zen, points, échec, a question.

    With `draws` the board is drawn first, and its signs are named.
    """
    for line in view.log.latest(1):
        if line.seat == CHANCE:
            yield told(line, view.options, 0)
    if draws:
        yield from board(view.position, fresh)
    yield from _statuses(view, signs() if draws else None)
    yield from _asked(view)


def changed(before: ZenView, view: ZenView) -> Iterator[str]:
    """Yield what a move has changed in words: statuses that are new, échec, a question."""
    known = {*_statuses(before, None)}
    yield from (words for words in _statuses(view, None) if words not in known)
    yield from _asked(view)


def _statuses(view: ZenView, drawn: TextGlyphs | None) -> Iterator[str]:
    """Yield both sides, the Zen and the points; the signs that are `drawn` are named."""
    for colour in range(len(COLOURS)):
        yield side(view, colour, drawn)
    yield the_zen(view.position, drawn)
    if view.options.has_rounds:
        for colour, score in enumerate(view.score):
            points = several("{count} point", "{count} points", score)
            yield _("{player}: {points}.").format(player=telling.colour_word(colour), points=points)
        yield _("{goal} points win the game.").format(goal=GOAL)


def _asked(view: ZenView) -> Iterator[str]:
    """Yield an échec, and the question to the side that lost to one."""
    if view.is_echec:
        yield capital(telling.echec_words(view))
    if view.is_asked:
        words = _("{player} lost to an échec nobody announced: answer back or accept.")
        yield words.format(player=telling.seat_word(view.options, view.to_move[0]))


def side(view: ZenView, colour: int, drawn: TextGlyphs | None = None) -> str:
    """Return the numbers of pawns, groups and captures of a side in words.

    The sign that is `drawn` for them is named too.
    """
    position = view.position
    pawns = position.pawns(colour).bit_count()
    parts = [
        several("{count} pawn", "{count} pawns", pawns),
        several("{count} group", "{count} groups", len(pawn_groups(position, colour))),
        _("the Zen apart") if telling.is_zen_apart(position, colour) else "",
        several("{count} capture", "{count} captures", view.captures(colour)),
    ]
    told = ", ".join(part for part in parts if part)
    name = telling.colour_word(colour)
    return _("{colour}: {told}.").format(
        colour=f"{name} {drawn[colour]}" if drawn else name, told=told
    )


def the_zen(position: Position, drawn: TextGlyphs | None = None) -> str:
    """Return the squares of the Zen and that it may not go back to; `drawn` has its sign."""
    square, barred = square_of(position.zen), square_of(position.barred)
    if square is None:
        return _("The Zen is off the board.")
    words = _("{zen} is on {square}, and may not go back to {barred} now.")
    if barred is None:
        words = _("{zen} is on {square}.")
    zen = _("The Zen")
    return words.format(zen=f"{zen} {drawn.zen}" if drawn else zen, square=square, barred=barred)


def ended(before: ZenView, play: Play, view: ZenView, *, draws: bool = True) -> Iterator[str]:
    """Yield how a move ended a round or the game.

    With `draws` what it took and the board are shown too; else the move was told in words before.
    """
    fresh = play.move.end if isinstance(play.move, BoardMove) else None
    has_ended = len(view.rounds) > len(before.rounds)
    is_round = view.options.has_rounds and has_ended
    if draws:
        yield from capture(before, play)
    if not (is_round or view.outcome is not None):
        return
    if draws:
        yield from board(view.rounds[-1].position if is_round else view.position, fresh)
    yield from ending(view)
    if is_round:
        yield telling.round_words(len(view.rounds), view.rounds[-1])


def capture(before: ZenView, play: Play) -> Iterator[str]:
    """Yield the piece that a move took, if it took any."""
    if not isinstance(play.move, BoardMove) or not play.move.is_capture:
        return
    words = _("{player} takes a pawn of {other}: {move}.")
    if telling.takes_zen(before.position, play.move):
        words = _("{player} takes the Zen: {move}.")
    other = telling.colour_word(1 - colour_of(play.seat))
    player = telling.seat_word(before.options, play.seat)
    yield words.format(player=player, other=other, move=play.move)


def ending(view: ZenView) -> Iterator[str]:
    """Yield the chain that won the last round, or the moves that nothing parries."""
    played = view.rounds[-1]
    if words := telling.chain_words(played):
        yield words
    if played.why is ZenEnding.MAT:
        yield telling.mat_words(played, view.options.variant)


def answer_word(answer: Answer) -> str:
    """Return an answer as it is typed in the language spoken."""
    word = find_word(words_at("zen"), str(answer))
    assert word
    return word.spelled


def is_turn(line: LogEntry) -> bool:
    """Say whether a line of the log is a move of a player, or an answer."""
    return isinstance(line.what, BoardMove | Answer)


def told(line: LogEntry, options: ZenOptions, rounds: int) -> str:
    """Return a line of the log; `rounds` are over with it."""
    what: Told = line.what
    player = "" if line.seat == CHANCE else telling.seat_word(options, line.seat)
    match what:
        case FirstColour():
            return _("By lot, {player} begins.").format(player=telling.colour_word(what.colour))
        case BoardMove():
            return _("{player}: {move}.").format(player=player, move=what)
        case Answer.BACK:
            return _("{player} takes the move back.").format(player=player)
        case Answer.ACCEPT:
            return _("{player} accepts the loss.").format(player=player)
        case Announced.ECHEC:
            return _("Échec!")
        case RoundOver():
            played = Round(what.winner, what.why, what.points, START)
            return telling.round_words(rounds, played, counts=False)
        case GivenUp.FORFEIT:
            return _("{player} gave up.").format(player=player)
        case _:
            assert_never(what)
