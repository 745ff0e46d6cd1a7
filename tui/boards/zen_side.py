"""What stands beside Zen's board: who plays what, what they have left, the log. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rich.segment import Segment

from engine.game import CHANCE
from engine.log import Told
from engine.zen.board import groups
from engine.zen.moves import COLOURS
from engine.zen.options import ZenOptions, colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.view import Round, ZenView
from tui.boards.zen import Signs
from tui.seat_names import seat_name
from tui.widgets.lines import BOLD, DIM, Line, cut, line, text
from tui.widgets.turn_log import LogRow
from tui.words import _, mark, reason, several

WIDTH: Final = 36
COLOUR_WORDS: Final = (mark("Black"), mark("White"))

_MOVE: Final = re.compile("Z?[A-K].*|back|accept")
_ENDINGS: Final = {ending.code: ending for ending in ZenEnding}


def status(view: ZenView, names: Sequence[str], signs: Signs, cursor: str) -> list[Line]:
    """Return who plays what, what each side has left, and how the rounds stand."""
    options = view.options
    lines: list[Line] = []
    for colour in range(len(COLOURS)):
        for seat in options.team(colour):
            is_next = seat in view.to_move
            who = cut(_player(options.seats[seat], names[seat]), WIDTH - 4)
            words = f"{cursor if is_next else ' '}{signs.pieces[colour]} {who}"
            lines.append(line(text(words, BOLD if is_next else None)))
        lines.append(line(text(f"   {_left(view, colour)}", DIM)))
    echec = f" {_('Échec!')}" if view.is_echec else ""
    no_zen = "" if view.position.zen else f" {signs.pieces[2]} {_('The Zen is off the board.')}"
    lines.append(line(text(echec, BOLD), no_zen))
    if options.has_rounds:
        black, white = view.score
        words = _("Variant {variant}, round {round}, {black}-{white}").format(
            variant=options.variant,
            round=view.round_number,
            black=black,
            white=white,
        )
    else:
        words = _("Variant {variant}").format(variant=options.variant)
    return [*lines, line(" " + words)]


def _player(seat: str, name: str) -> str:
    """Return a seat and who sits there; the name alone if that says it."""
    place = seat_name(seat)
    if name.startswith(place):
        return name
    return _("{colour}: {players}").format(colour=place, players=name)


def _left(view: ZenView, colour: int) -> str:
    """Return how many pawns and groups a side has, and how many pawns it has taken."""
    pawns = view.position.pawns(colour).bit_count()
    taken = view.taken(1 - colour)
    count = sum(1 for _group in groups(view.position.chain(colour)))
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


def after_round(view: ZenView) -> ZenView:
    """Return the last position of a round that the last move ended, else the view as it is."""
    played = ended_round(view)
    return replace(view, position=played.position, to_move=()) if played else view
