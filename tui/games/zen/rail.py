"""The rail beside Zen's board: the sides, the score, the log, the message, the stops."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from rich.cells import cell_len

from engine.games import describe
from engine.log import GivenUp, LogEntry
from engine.zen.board import pawn_groups
from engine.zen.ending import GOAL
from engine.zen.game import ZEN
from engine.zen.moves import COLOURS, Announced, Answer, BoardMove, FirstColour, RoundOver, Told
from engine.zen.options import ZenOptions, colour_of
from engine.zen.view import ZenView
from play.games.zen.telling import is_zen_apart, variant_words
from play.setup import together
from tui.games.zen.layout import Layout
from tui.games.zen.pieces import Signs
from tui.table.cards import has_brackets
from tui.table.plates import BEFORE_WORDS, Plate, plate
from tui.themes import paint
from tui.widgets.lines import Line, cut, line, shortened, text, wrapped
from tui.widgets.remembered import remembered
from tui.widgets.turn_log import LogRow
from words.glyphs import Glyphs, glyphs
from words.names import seat_name
from words.translation import _

PLATE_ROOM: Final = 8
"""Cells of a plate without words."""


@remembered
def status(
    view: ZenView, players: Sequence[str], layout: Layout, signs: Signs, glyphs: Glyphs
) -> list[Line]:
    """Return the players, the pieces of each side, and the score of the rounds.

    `players` are the words for the player of each seat.
    """
    width = layout.rail[0]
    lines: list[Line] = []
    if layout.is_beside:
        lines.append(_title(view.options, width))
    if not layout.is_compact:
        lines.append(rule(width, glyphs))
    for colour in range(len(COLOURS)):
        if colour and not layout.is_compact:
            lines.append(line(""))
        lines += _side(view, players, colour, layout, signs)
    if not layout.is_beside:
        return lines
    if view.options.has_rounds:
        lines.append(_points(view, signs, width))
    if not view.position.zen:
        told = _("The Zen is off the board."), _("Zen off the board")
        words = f" {signs.pieces[2]} {shortened(told, width - 4)}"
        lines.append(line(text(words, paint("quiet"))))
    return lines


def _title(options: ZenOptions, width: int) -> Line:
    """Return the name of the game and its variant."""
    title = f" {_(describe(ZEN.key).title)}"
    variant = variant_words(options)
    gap = width - 1 - cell_len(title) - cell_len(variant)
    if gap < 1:
        return line(text(cut(title, width), paint("text", bold=True)))
    return line(text(title, paint("text", bold=True)), text(" " * gap + variant, paint("quiet")))


@remembered
def rule(width: int, glyphs: Glyphs, words: str = "") -> Line:
    """Return a line across the rail, with words in it or none."""
    across = glyphs.single.across
    if not words:
        return line(text(" " + across * (width - 2), paint("line")))
    shown = cut(words, width - 6)
    rest = across * (width - 5 - cell_len(shown))
    return line(
        text(f" {across} ", paint("line")),
        text(shown, paint("text", bold=True)),
        text(f" {rest}", paint("line")),
    )


def _side(
    view: ZenView, players: Sequence[str], colour: int, layout: Layout, signs: Signs
) -> list[Line]:
    """Return the plates of a side, and its counts."""
    seats, width = view.options.team(colour), layout.rail[0]
    if not layout.is_beside:
        return [_low_plate(view, players, colour, width, signs)]
    lines: list[Line] = []
    for seat in seats:
        is_next = seat in view.to_move
        words = players[seat]
        turn = _turn_words(view, words, width) if is_next else ""
        lines.append(_plate([words], colour, is_next, width, turn, signs))
    told = _told(_counts(view, colour, signs), width - 2, 1 if len(seats) > 1 else 2)
    return [*lines, *(line(text(f" {counts}", paint("quiet"))) for counts in told)]


def _told(counts: str, width: int, rows: int) -> list[str]:
    """Return the counts in a line, with the rest of them in a second one.

    >>> _told("pawns 12  groups 12  took 0", 20, 2)
    ['pawns 12  groups 12', 'took 0']
    """
    first = _fitting(counts, width)
    rest = re.split(" {2,}", counts)[len(re.split(" +", first)) // 2 :]
    return [first, *([_fitting("  ".join(rest), width)] if rest and rows > 1 else [])]


def _turn_words(view: ZenView, player: str, width: int) -> str:
    """Say that a player is in échec, or to move if the plate has room for that."""
    if view.is_echec:
        return _("Échec!")
    turn = _("to move")
    return turn if cell_len(player) + cell_len(turn) + PLATE_ROOM <= width else ""


def _fitting(words: str, width: int) -> str:
    """Return words with wide gaps, with narrow ones, or only the first ones that fit.

    >>> _fitting("pawns 12  groups 12  took 0", 27), _fitting("pawns 12  groups 12  took 0", 22)
    ('pawns 12  groups 12  took 0', 'pawns 12  groups 12')
    """
    parts = re.split(" {2,}", words)
    while parts:
        for shown in (words, "  ".join(parts), " ".join(parts)):
            if cell_len(shown) <= width:
                return shown
        words = "  ".join(parts := parts[:-1])
    return ""


def _low_plate(
    view: ZenView, players: Sequence[str], colour: int, width: int, signs: Signs
) -> Line:
    """Return the plate of a side below the board, all on one line."""
    seats = view.options.team(colour)
    moving = [seat for seat in seats if seat in view.to_move]
    there = [players[seat] for seat in moving or seats]
    called = [name.partition(" (")[0] for name in there]
    forms = [" + ".join(form) for form in (there, called, together(called))]
    counts = (
        _("pawns {pawns}  groups {groups}")
        if not view.options.has_rounds
        else _("points {points}  groups {groups}")
    )
    right = counts.format(
        pawns=view.position.pawns(colour).bit_count(),
        groups=_groups(view, colour, signs),
        points=view.score[colour],
    )
    if moving and view.is_echec:
        right = _("Échec!")
    return _plate(forms, colour, bool(moving), width, right, signs)


def _plate(
    forms: Sequence[str], colour: int, is_filled: bool, width: int, right: str, signs: Signs
) -> Line:
    words = shortened(forms, width - (PLATE_ROOM + cell_len(right) if right else BEFORE_WORDS))
    row = Plate(signs.pieces[colour], "silver", words, right, is_filled=is_filled, ink="text")
    return plate(row, width, glyphs(), "rail")


def player_words(seat: str, name: str) -> str:
    """Return a seat and its player, or the name alone if it says both."""
    place = seat_name(ZEN.key, seat)
    if name.startswith(place):
        return name
    return _("{colour}: {players}").format(colour=place, players=name)


def _counts(view: ZenView, colour: int, signs: Signs) -> str:
    """Return the numbers of pawns, groups and captures of a side in words."""
    return _("pawns {pawns}  groups {groups}  took {taken}").format(
        pawns=view.position.pawns(colour).bit_count(),
        groups=_groups(view, colour, signs),
        taken=view.captures(colour),
    )


def _groups(view: ZenView, colour: int, signs: Signs) -> str:
    """Return the number of groups of a side, with the Zen's sign if it lacks only the Zen."""
    count = len(pawn_groups(view.position, colour))
    return f"{count}+{signs.pieces[2]}" if is_zen_apart(view.position, colour) else str(count)


def _points(view: ZenView, signs: Signs, width: int) -> Line:
    """Return the round and the points of both sides."""
    black, white = (
        f"{sign} {points}" for sign, points in zip(signs.pieces[:2], view.score, strict=True)
    )
    words = _("Round {round}   {black}   {white}   of {goal}").format(
        round=view.round_number, black=black, white=white, goal=GOAL
    )
    return line(f" {_fitting(words, width - 2)}")


def log_rows(
    log: Iterable[LogEntry],
    options: ZenOptions,
    upto: int,
    signs: Signs,
    newest: str,
    present: int | None = None,
) -> list[LogRow]:
    """Return a row for each move and each round that ended, of the first `upto` moves.

    The last row up to the move `present` is bold, with the sign `newest`, and later rows are
    quiet. Without `present` it is the last row of all.
    """
    rows: list[LogRow] = []
    turn = rounds = 0
    for entry in log:
        if entry.ply >= upto:
            break
        told: Told = entry.what
        match told:
            case BoardMove() | Answer():
                turn += 1
                rows.append(LogRow(_move_row(turn, entry.seat, told, options, signs), turn))
            case Announced.ECHEC if rows:
                before = rows.pop()
                said = text("  " + _("échec"), paint("text", bold=True))
                rows.append(LogRow((*before.words, said), turn))
            case RoundOver():
                rounds += 1
                rows.append(LogRow(_round_row(rounds, told, signs), turn))
            case Announced() | FirstColour() | GivenUp():
                pass
            case _:
                assert_never(told)
    now = turn if present is None else present
    here = max((at for at, row in enumerate(rows) if row.turn <= now), default=-1)
    for at in range(max(here, 0), len(rows)):
        shown = "".join(part.text for part in rows[at].words)
        is_here = at == here
        style = paint("text", bold=True) if is_here else paint("quiet")
        shown = f" {newest}{shown[2:]}" if is_here else shown
        rows[at] = LogRow(line(text(shown, style)), rows[at].turn)
    return rows


def _move_row(
    turn: int, seat: int, move: BoardMove | Answer, options: ZenOptions, signs: Signs
) -> Line:
    number = str(seat // len(COLOURS) + 1) if options.players > len(COLOURS) else ""
    said = str(move)
    if isinstance(move, Answer):
        said = _("takes the move back") if move is Answer.BACK else _("accepts")
    who = signs.pieces[colour_of(seat)] + number
    return line(text(f"  {turn:3} ", paint("quiet")), f"{who} {said}")


def _round_row(number: int, ended: RoundOver, signs: Signs) -> Line:
    result = _("draw")
    if ended.winner is not None:
        result = f"{signs.pieces[ended.winner]} +{ended.points}"
    said = _("Round {round}: {result}").format(round=number, result=result)
    return line(text(f"   {said}", paint("text", bold=True)))


MARGIN: Final = 1
"""Cells left and right of the words."""
GAP: Final = 1
"""Cells between two stops."""

BREAK: Final = 8
"""Cells that a line break and the margins cost on average."""

_HEAD: Final = re.compile(r"(\S+?)\s?: (.+)")
"""The subject of a message (a move, a square or a hint) and the rest of it."""


def foot_rows(layout: Layout) -> int:
    """Return the number of lines of the foot; the last one has the stops."""
    return 6 if layout.is_beside else 3


def message_rows(layout: Layout, above: int) -> int:
    """Return the most lines of a message that has `above` lines above it, at least one.

    A long message has the blank line above the stops too.
    """
    return max(foot_rows(layout) - layout.is_beside - 1 - above, 1)


def foot(
    said: str,
    stops: Sequence[str],
    on: int | None,
    layout: Layout,
    across: Line,
    above: Sequence[Line] = (),
) -> list[Line]:
    """Return the message and the stops, below a line `across` the rail if there is room.

    The lines `above` the message take its room; at least one line of it is left.
    """
    lines: list[Line] = [across] if layout.is_beside else []
    lines += above
    lines += message(said, layout.rail[0], message_rows(layout, len(above)))
    lines += [line("")] * (foot_rows(layout) - 1 - len(lines))
    return [*lines, stop_line(stops, on, layout.rail[0], glyphs().cursor)]


@remembered
def message(said: str, width: int, rows: int) -> list[Line]:
    """Return a message in at most `rows` lines, its subject bold in the first one."""
    about = _HEAD.fullmatch(said) if rows > 2 else None
    if about and about[1] == _("Enter"):  # the effect of a key is one sentence
        about = None
    words = about[2] if about else said
    found = wrapped(words, width - 2 * MARGIN)
    room = rows - bool(about)
    if len(found) > room:
        found[room - 1 :] = [cut(" ".join(found[room - 1 :]), width - 2 * MARGIN, said)]
    margin = " " * MARGIN
    head = [line(text(margin + about[1], paint("text", bold=True)))] if about else []
    return [*head, *(line(margin + words) for words in found)]


@remembered
def stop_line(words: Sequence[str], on: int | None, width: int, cursor: str) -> Line:
    """Return the stops; the one with the cursor, if any, has its sign."""
    parts = [text(" " * MARGIN)]
    roomy = sum(cell_len(word) + 4 + GAP for word in words) - GAP + 2 * MARGIN
    pad, is_framed = " " * (roomy <= width), has_brackets(glyphs())
    for place, word in enumerate(words):
        is_on = place == on
        style = paint("on_cursor", "cursor", bold=True) if is_on else paint("text", "felt")
        sign = cursor if is_on else " "
        shown = f"[{sign * bool(pad)}{word}{pad}]" if is_framed else f"{sign}{pad}{word}{pad} "
        parts += [text(shown, style), text(" " * GAP)]
    return tuple(parts[:-1])


def stop_cell(stop: int, words: Sequence[str], width: int) -> int:
    """Return the first cell of a stop on their line."""
    before = stop_line(words, None, width, " ")[: 2 * stop + 1]
    return sum(part.cell_length for part in before)


def stop_at(x: int, words: Sequence[str], width: int) -> int | None:
    """Return the stop at a cell of their line, None beside all of them."""
    begin = 0
    for at, part in enumerate(stop_line(words, None, width, " ")):
        if begin <= x < begin + part.cell_length:
            return at // 2 if at % 2 else None
        begin += part.cell_length
    return None
