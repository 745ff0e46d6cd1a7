"""`tapis legal` and `perft`: the legal moves of a game or a position, and their number."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from cli.arguments import Argument, a_game, a_number_from_0, a_number_in
from cli.game_commands import POSITIONS, games_named, position_commands
from cli.game_options import seat_typed
from cli.parser import Parser
from cli.streams import BadUse, complain, say
from engine.games import describe
from words.translation import _, mark, why

if TYPE_CHECKING:
    from engine.game import View
    from engine.table import Table
    from saves.replay import Replay


FILE: Final = ""
"""Stands for the name of a game if the position is in a file."""

NONE: Final = 1
"""The exit status if a move is not legal, or there is none."""

DEEPEST: Final = 99
"""The greatest depth, more than anybody can wait for."""

MOST_SORTED: Final = 10_000
"""The most moves that are sorted; more are written as they are found."""


def add_legal(parser: Parser) -> None:
    """Add a sub-parser for a file, and one for each game whose positions can be written as text."""
    games = ", ".join(f"tapis legal {game} --help" for game in POSITIONS)
    closing = _("For a position without a file: {games}.")
    parser.add_games(POSITIONS, _add_legal, FILE, lambda: closing.format(games=games))


def _add_legal(game: str, parser: Parser) -> None:
    if game != FILE:
        parser.describe(_("One per line, sorted; none if the round is over."))
        position_commands(game).add_position(parser)
        return
    parser.describe(
        _(
            "One per line, sorted unless there are more than {most}; or whether MOVE is legal. "
            "Hands that tapis replay would not show stay secret. Exit status: 0, or 1 if MOVE is "
            "not legal or there is none."
        ).format(most=MOST_SORTED)
    )
    words = mark("a move, as files and the line mode write it")
    parser.take(
        Argument("file", "", a_game),
        Argument("move", words, value=mark("MOVE"), nargs="*", default=()),
        Argument("--at", mark("after N turns; default: at the end"), a_number_from_0),
        Argument("--seat", mark("default: the seat to move"), value=mark("SEAT")),
    )


def run_legal(options: Namespace) -> int:
    """Print the legal moves, or whether one is legal; return the exit status. Raises `BadUse`."""
    if options.game != FILE:
        return position_commands(options.game).legal(options)
    from cli.game_files import read_game

    table = read_game(options.file).table
    replay = _replay_at(table, options.at)
    to_move = replay.view(None).to_move
    if options.seat is None:
        seat = _seat_to_move(table, to_move)
    else:
        seat = seat_typed(table.game.key, table.seats, options.seat)
    if seat is not None and seat not in replay.visible_seats:
        words = _("what {player} could play is secret while the game is in play")
        raise BadUse(words.format(player=_called(table, seat)))
    view = replay.view(seat)
    if options.move:
        return _say_whether_legal(table, view, " ".join(options.move))
    if seat not in to_move:
        complain(_no_moves(table, to_move))
        return NONE
    for text in _sorted_if_few(map(table.game.format, view.legal())):
        say(text)
    return 0


def _replay_at(table: Table[Any], turn: int | None) -> Replay[Any]:
    """Return a replay after some turns, None for the end. Raises `BadUse`."""
    from engine.timeline import TableTimeline
    from saves.replay import Replay, replay_seats

    has_secrets = describe(table.game.key).has_secrets
    eyes = replay_seats(table) if has_secrets else frozenset(range(len(table.seats)))
    replay = Replay(TableTimeline(table, eyes))
    try:
        replay.go_to(replay.turns if turn is None else turn)
    except ValueError:
        words = _("There is no turn {turn}, only 0 to {turns}.")
        raise BadUse(words.format(turn=turn, turns=replay.turns)) from None
    return replay


def _seat_to_move(table: Table[Any], to_move: tuple[int, ...]) -> int | None:
    """Return the seat to move, None for none or chance. Raises `BadUse` for several."""
    if len(to_move) > 1:
        words = _("several are to move; choose one with --seat: {seats}")
        raise BadUse(words.format(seats=_called(table, *to_move)))
    return next((seat for seat in to_move if seat >= 0), None)


def _called(table: Table[Any], *seats: int) -> str:
    from words.names import seat_name

    return ", ".join(seat_name(table.game.key, table.seats[seat]) for seat in seats)


def _say_whether_legal(table: Table[Any], view: View[Any], text: str) -> int:
    """Say that a move is legal, or why it is not; return the exit status."""
    from engine.reasons import IllegalMove, NotationError
    from saves.reasons import sentence_of
    from words.translation import said

    try:
        view.check(table.game.parse(text))
    except NotationError as fault:
        say(said(sentence_of(fault)))
    except IllegalMove as refused:
        say(why(refused))
    else:
        say(_("legal"))
        return 0
    return NONE


def _no_moves(table: Table[Any], to_move: tuple[int, ...]) -> str:
    """Return why a seat has no moves."""
    from engine.reasons import IllegalMove, TableReason

    if not to_move:
        return why(IllegalMove(TableReason.GAME_OVER))
    if min(to_move) < 0:
        return _("lots are drawn next")
    return _("only {players} may move now").format(players=_called(table, *to_move))


def _sorted_if_few(texts: Iterator[str]) -> Iterator[str]:
    """Yield the texts, sorted unless there are more than `MOST_SORTED`."""
    found = list(islice(texts, MOST_SORTED + 1))
    yield from found if len(found) > MOST_SORTED else sorted(found)
    yield from texts


def add_perft(parser: Parser) -> None:
    """Add a sub-parser for each game whose positions can be written as text."""
    parser.describe(_("No moves follow a position in which the round is over, mat included."))
    usual = POSITIONS[0]
    parser.add_games(
        POSITIONS, _add_perft, usual, lambda: games_named("perft", *POSITIONS, usual=usual)
    )


def _add_perft(game: str, parser: Parser) -> None:
    depth = partial(a_number_in, range(DEEPEST + 1))
    parser.take(Argument("--depth", mark("how many moves deep"), depth, "N", required=True))
    position_commands(game).add_position(parser)


def run_perft(options: Namespace) -> int:
    """Print how many sequences of moves the position has. Raises `BadUse`."""
    return position_commands(options.game).perft(options)
