"""Zen in lines, in the language spoken: the board, both sides, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.game import CHANCE, Outcome, Play
from engine.log import LogEntry
from engine.zen.board import Position, groups
from engine.zen.ending import GOAL
from engine.zen.game import ZEN
from engine.zen.moves import COLOURS, BoardMove
from engine.zen.options import SEATS, ZenOptions, colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.squares import COLUMNS, SIZE, Square, square_of
from engine.zen.view import ZenView
from tui.glyphs import UNICODE, glyphs
from words.seat_names import seat_name
from words.translation import _, reason, several


class TextGlyphs(NamedTuple):
    """What stands for the pieces, an empty square, and what has just come; one cell each."""

    black: str
    white: str
    zen: str
    empty: str
    fresh: str


_FINE: Final = TextGlyphs("●", "○", "◆", "·", "▸")
_ASCII: Final = TextGlyphs("B", "W", "Z", ".", ">")
ROUND: Final = "round"
"""The beginning of a log line that says how a round ended."""

_ENDINGS: Final = {ending.code: ending for ending in ZenEnding}


def signs() -> TextGlyphs:
    """Return the signs that there is a way to show."""
    return _FINE if glyphs() is UNICODE else _ASCII


def colour_name(colour: int) -> str:
    """Return what a colour is called."""
    return seat_name(ZEN.key, SEATS[colour])


def board(position: Position, fresh: Square | None = None) -> list[str]:
    """Return the board, row 11 on top; what has just come has a mark."""
    sign = signs()
    columns = ("   " + "".join(f" {column} " for column in COLUMNS)).rstrip()
    rows = []
    for row in reversed(range(SIZE)):
        cells = ""
        for square in range(row * SIZE, (row + 1) * SIZE):
            piece = _piece(position, square, sign)
            cells += f"{sign.fresh if square == fresh else ' '}{piece} "
        rows.append(f"{row + 1:2} {cells} {row + 1}")
    return [columns, *rows, columns]


def _piece(position: Position, square: int, sign: TextGlyphs) -> str:
    for mask, piece in zip(position[:3], sign, strict=False):
        if mask >> square & 1:
            return piece
    return sign.empty


def situation(view: ZenView, fresh: Square | None = None) -> Iterator[str]:
    """Yield how things stand: the board, both sides, the Zen, points, échec, what is asked."""
    yield from board(view.position, fresh)
    for colour in range(len(COLOURS)):
        yield side(view, colour)
    yield the_zen(view.position)
    if view.options.has_rounds:
        black, white = view.score
        words = _("Points: {black} {ours}, {white} {theirs}; {goal} win the game.")
        yield words.format(
            black=colour_name(0), ours=black, white=colour_name(1), theirs=white, goal=GOAL
        )
    if view.is_echec:
        words = _("Échec! {player} can win with the next move.")
        yield words.format(player=colour_name(1 - view.position.side))
    if view.is_asked:
        words = _("{player} lost to an échec nobody announced: back, or accept.")
        yield words.format(player=seat_name(ZEN.key, view.options.seats[view.to_move[0]]))


def side(view: ZenView, colour: int) -> str:
    """Return how many pawns a side has, in how many groups, and how many it lost."""
    position = view.position
    pawns = position.pawns(colour).bit_count()
    chains = sum(1 for _group in groups(position.chain(colour)))
    parts = [
        several("{count} pawn", "{count} pawns", pawns),
        several("{count} group", "{count} groups", chains),
        _("{count} taken").format(count=view.taken(colour)),
    ]
    return f"{colour_name(colour)} {signs()[colour]} {', '.join(parts)}"


def the_zen(position: Position) -> str:
    """Return where the Zen is, and where it may not go back to."""
    square, barred = square_of(position.zen), square_of(position.barred)
    if square is None:
        return _("The Zen is off the board.")
    words = _("Zen {sign} on {square}, not back to {barred} now")
    if barred is None:
        words = _("Zen {sign} on {square}")
    return words.format(sign=signs().zen, square=square, barred=barred)


def round_over(number: int, winner: int | None, why: ZenEnding, points: int) -> str:
    """Return how a round ended."""
    if winner is None:
        return _("Round {round} is a draw: {why}.").format(round=number, why=reason(why))
    return _("Round {round}, {colour} +{points}: {why}.").format(
        round=number, colour=colour_name(winner), points=points, why=reason(why)
    )


def result(outcome: Outcome) -> str:
    """Return how the game ended."""
    why = reason(outcome.why)
    if not outcome.winners:
        return _("A draw: {why}.").format(why=why)
    winner = colour_name(colour_of(outcome.winners[0]))
    return _("{player} wins: {why}.").format(player=winner, why=why)


def rules(options: ZenOptions) -> str:
    """Return which game is played."""
    words = _("Zen l'Initié, variant {variant}")
    if options.by_hand:
        words = _("Zen l'Initié, variant {variant}; a + after a move announces échec")
    return words.format(variant=options.variant)


def answer(before: ZenView, play: Play, view: ZenView) -> Iterator[str]:
    """Yield what a move, an answer or a lot led to."""
    fresh = play.move.end if isinstance(play.move, BoardMove) else None
    if play.seat == CHANCE:
        yield _("By lot, {player} begins.").format(player=colour_name(view.position.side))
    if view.options.has_rounds and len(view.rounds) > len(before.rounds):
        played = view.rounds[-1]
        yield from board(played.position, fresh)
        yield round_over(len(view.rounds), *played[:3])
        fresh = None
    elif view.outcome is not None:
        yield from board(view.position, fresh)
    if view.to_move and view.to_move != (CHANCE,):
        yield from situation(view, fresh)


def prompt(options: ZenOptions, seat: int | None) -> str:
    """Return what stands before a move: who makes it."""
    return "> " if seat is None else f"{seat_name(ZEN.key, options.seats[seat])}> "


def is_turn(line: LogEntry) -> bool:
    """Say whether a line of the log is a move of a player, or an answer."""
    return line.seat != CHANCE and line.text.split()[0] not in (ROUND, "echec", "forfeit")


def told(line: LogEntry, options: ZenOptions, rounds: int) -> str:
    """Return a line of the log; `rounds` are over with it."""
    kind, *words = line.text.split()
    if line.seat == CHANCE:
        return _("By lot, {player} begins.").format(player=colour_name(COLOURS.index(words[0])))
    if kind == ROUND:
        winner = None if words[0] == "-" else COLOURS.index(words[0])
        return round_over(rounds, winner, _ENDINGS[words[2]], int(words[1]))
    if kind == "echec":
        return _("Échec!")
    if kind == "forfeit":
        return _("{player} gave up.").format(player=seat_name(ZEN.key, options.seats[line.seat]))
    return f"{seat_name(ZEN.key, options.seats[line.seat])} {line.text}"
