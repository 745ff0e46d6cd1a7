"""`tapis host`: sets up a table that other people can join."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any, Final

from cli.arguments import (
    LISTENING,
    NAME,
    SEED,
    SERIES,
    WATCH,
    Argument,
    a_game,
    a_number_from_1,
    a_time_control,
)
from cli.full_screen import open_table
from cli.game_commands import game_commands, games_named
from cli.game_options import add_new_game, games_asked, new_game
from cli.parser import Parser
from cli.streams import BadUse, need_terminal
from engine.games import GAMES, MAIN
from engine.table import HUMAN
from words.translation import _, mark, said

if TYPE_CHECKING:
    from host.plan import HostPlan

MINUTE: Final = 60

ARGUMENTS: Final = (
    *SERIES,
    Argument(
        "--change-places",
        mark("let all move on by one seat for each further game"),
        action="store_true",
    ),
    Argument(
        "--clock",
        mark("the time of each player: minutes+seconds a move, or seconds/move (default: none)"),
        a_time_control,
        mark("5+3 or 30/move"),
    ),
    NAME,
    WATCH,
    Argument("--resume", mark("open a saved game to others, whichever game it is"), a_game),
    Argument(
        "--only",
        mark(
            "only this account of this machine may come; may be given more than once "
            "(default: everybody)"
        ),
        value=mark("USER"),
        action="append",
    ),
    Argument(
        "--group", mark("only members of a group of this machine may come"), value=mark("GROUP")
    ),
    Argument(
        "--claim-after",
        mark("how long to wait for an absent player, in all (default: 60)"),
        a_number_from_1,
        mark("SECONDS"),
    ),
    Argument(
        "--stay",
        mark("how long the table stays open when nobody is there (default: 10)"),
        a_number_from_1,
        mark("MINUTES"),
    ),
)
"""The arguments besides those of the game."""


def add_host(parser: Parser) -> None:
    """Add a sub-parser for each game."""
    parser.describe(
        _(
            "Others join with tapis join, on this machine or by ssh, with --listen from other "
            "machines too. Computer players may take free seats."
        )
    )
    parser.add_games(GAMES, _add_game, MAIN, lambda: games_named("host", *GAMES))


def _add_game(game: str, parser: Parser) -> None:
    add_new_game(parser, game)
    parser.take(SEED)
    game_commands(game).add_deal(parser)
    parser.take(*ARGUMENTS, *LISTENING)


def run_host(options: Namespace) -> int:
    """Set up a table and sit down at it. Raises `BadUse`."""
    need_terminal(options)
    plan = _plan(options)
    from cli.online import listening
    from cli.tables_here import joined
    from net.hosting.start import start_table
    from net.names.starting import NotStarted
    from play.requests import TakePlace

    try:
        started = start_table(plan, options.resume, *listening(options))
    except NotStarted as why:
        raise BadUse(_("no table: {why}").format(why=said(why.sentence))) from None
    return open_table(
        options, TakePlace(joined(started.full_name, options.name, watch=options.watch))
    )


def _plan(options: Namespace) -> HostPlan:
    """Return the plan that the options ask for. Raises `BadUse`."""
    from host.plan import CLAIM_SECONDS, STAY_SECONDS, HostPlan
    from saves.settings_file import read_settings

    common: dict[str, Any] = {
        "owner": options.name or "",
        "users": tuple(options.only or ()),
        "group": options.group or "",
        "claim": options.claim_after or CLAIM_SECONDS,
        "changes_places": options.change_places or bool(options.pairs),
        "clock": options.clock or "",
        "stay": options.stay * MINUTE if options.stay else STAY_SECONDS,
        "race_time": read_settings().settings.race_time,
    }
    games, has_pairs = games_asked(options)
    if options.resume and games:
        raise BadUse(_("--games is for a new game: a saved one says how many follow"))
    if options.resume:
        from cli.game_files import read_game

        read_game(options.resume)
        return HostPlan(**common)
    return _new_game(options, {**common, "games": games or 1, "pairs": has_pairs})


def _new_game(options: Namespace, common: dict[str, Any]) -> HostPlan:
    from host.plan import HostPlan
    from play.hosting import seat_plan

    asked = new_game(options)
    game = asked.game
    players = [who or HUMAN for who in asked.players]
    for who in players:
        if who not in (HUMAN, *game.computer_players):
            raise BadUse(_("{who}: a program joins with tapis join --player").format(who=who))
    if HUMAN not in players:
        raise BadUse(_("no seat is left for you"))
    deal = game_commands(game.key).deal(options)
    first = {"first": asked.first} if asked.first else {}
    seats = zip(game.seats(asked.rules), players, strict=True)
    return HostPlan(
        game=game.key,
        options={**asked.values, **first},
        seats=tuple(seat_plan(game.key, seat, who) for seat, who in seats),
        seed=options.seed,
        deal="" if deal is None else game.format(deal),
        **common,
    )
