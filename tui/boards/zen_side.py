"""What stands beside Zen's board: who plays what, what they have left, the log. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.segment import Segment

from engine.game import CHANCE
from engine.log import Told
from engine.zen.board import Position, groups
from engine.zen.moves import COLOURS
from engine.zen.options import ZenOptions, colour_of
from engine.zen.position_text import PAWNS
from engine.zen.reasons import ZenEnding
from engine.zen.view import Round, ZenView
from tui.boards.zen import Signs
from tui.widgets.lines import BOLD, DIM, Line, cut, line, text
from tui.widgets.turn_log import LogRow
from tui.words import _, mark, reason, several

WIDTH: Final = 36
COLOUR_WORDS: Final = (mark("Black"), mark("White"))

_MOVE: Final = re.compile("Z?[A-K].*|back|accept")
_ENDINGS: Final = {ending.code: ending for ending in ZenEnding}


def status(view: ZenView, names: Sequence[str], signs: Signs, cursor: str) -> list[Line]:
    """Return who plays what, what each side has left, and how the rounds stand."""
    position, options = view.position, view.options
    lines: list[Line] = []
    for colour, word in enumerate(COLOUR_WORDS):
        team = ", ".join(_name(names[seat], seat, view) for seat in options.team(colour))
        is_next = any(seat != CHANCE and colour_of(seat) == colour for seat in view.to_move)
        style = BOLD if is_next else None
        parts = f"{cursor if is_next else ' '}{signs.pieces[colour]} "
        who = _("{colour}: {players}").format(colour=_(word), players=team)
        who = team if team == _(word) else who
        lines.append(line(text(parts + cut(who, WIDTH - 4), style)))
        lines.append(line(text(f"   {_left(position, colour)}", DIM)))
    if not position.zen:
        lines.append(line(f" {signs.pieces[2]} " + _("The Zen is off the board.")))
    elif view.is_echec:
        lines.append(line(text(f" {_('Échec!')}", BOLD)))
    else:
        lines.append(line(""))
    if options.has_rounds:
        black, white = view.score
        words = _("Variant {variant}, round {round}, {black}-{white}").format(
            variant=options.variant,
            round=len(view.rounds) + bool(view.to_move),
            black=black,
            white=white,
        )
    else:
        words = _("Variant {variant}").format(variant=options.variant)
    return [*lines, line(" " + words)]


def _name(name: str, seat: int, view: ZenView) -> str:
    """Return a name, in a team marked if it is that one's turn."""
    is_next = len(view.options.seats) > len(COLOURS) and seat in view.to_move
    return f"{name} *" if is_next else name


def _left(position: Position, colour: int) -> str:
    """Return how many pawns and groups a side has, and how many pawns it has taken."""
    pawns = position.pawns(colour).bit_count()
    taken = PAWNS - position.pawns(1 - colour).bit_count()
    count = sum(1 for _group in groups(position.chain(colour)))
    return ", ".join(
        (
            several("{count} pawn", "{count} pawns", pawns),
            several("{count} group", "{count} groups", count),
            several("{count} capture", "{count} captures", taken),
        )
    )


def round_words(number: int, played: Round) -> str:
    """Return how a round ended: who won how many points, and why."""
    why = reason(played.why)
    if played.winner is None:
        return _("Round {round} is a draw: {why}.").format(round=number, why=why)
    return _("Round {round}, {colour} +{points}: {why}.").format(
        round=number, colour=_(COLOUR_WORDS[played.winner]), points=played.points, why=why
    )


def log_rows(log: Iterable[Told], options: ZenOptions, upto: int, signs: Signs) -> list[LogRow]:
    """Return a row for each move and each round that ended, of the first `upto` moves."""
    rows: list[LogRow] = []
    turn = rounds = 0
    for ply, seat, words in log:
        if ply >= upto:
            break
        if words == "echec" and rows:
            before = rows.pop()
            rows.append(LogRow((*before.words, text(" " + _("échec"), BOLD)), turn))
        elif words.startswith("round "):
            rounds += 1
            rows.append(LogRow(_round_row(rounds, words, signs), turn))
        elif seat != CHANCE and _MOVE.fullmatch(words):
            turn += 1
            rows.append(LogRow(_move_row(turn, seat, words, options, signs), turn))
    return rows


def _move_row(turn: int, seat: int, words: str, options: ZenOptions, signs: Signs) -> Line:
    number = str(seat // len(COLOURS) + 1) if options.players > len(COLOURS) else ""
    said = {"back": _("takes the move back"), "accept": _("accepts")}.get(words, words)
    who: Segment = text(signs.pieces[colour_of(seat)] + number, None)
    return line(text(f"{turn:4} ", DIM), who, f" {said}")


def _round_row(number: int, words: str, signs: Signs) -> Line:
    _word, letter, points, _code = words.split(" ")
    result = _("draw")
    if letter in COLOURS:
        result = f"{signs.pieces[COLOURS.index(letter)]} +{points}"
    said = _("Round {round}: {result}").format(round=number, result=result)
    return line(text(f"     {said}", BOLD))


def ended_round(view: ZenView) -> Round | None:
    """Return the round that the last move ended while the game goes on, None if it ended none."""
    told = [line for line in view.log.latest(2) if line.seat != CHANCE]
    is_new = bool(told) and told[-1].text.startswith("round ") and view.outcome is None
    return view.rounds[-1] if is_new and view.rounds else None
