"""The plan of a shared table, which its process gets at the start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

import msgspec

from engine.clock import TimeControl
from engine.games import describe, find_game
from engine.reasons import Explained, Reason
from engine.shuffle import seat_seed
from engine.table import Sitter, Table
from host.races import LONGEST_RACE

FREE: Final = "free"
"""The kind of a seat that a person or a program may take."""

CLAIM_SECONDS: Final = 60
STAY_SECONDS: Final = 600


class StartReason(Reason):
    """Why there is no table."""

    UNKNOWN_GAME = "There is no game {game}."
    OTHER_COUNT = "{seats} players are needed, not {count}."
    UNKNOWN_PLAYER = "There is no computer player {player}."
    NO_PAIRS = "Pairs are an even number of games, with places changed."
    NO_SERIES = "There is no series of this game."
    NONE_FREE = "No seat is free."
    OPTION = "The options of the game are wrong: {why}"
    DEAL = "This game cannot be dealt: {why}"
    CLOCK = "{clock} is no time for a clock: write 5+3 or 30/move."
    OVER = "The game is over."
    HELD = "This game is in play elsewhere."
    ALIVE = "This table is open."
    NO_JOURNAL = "This is not the journal of a table that this program can open."
    CLOSED = "This table was closed; its game is among the saved games."
    FOREIGN = "This table belongs to another account."
    NOT_ONLINE = "To listen further packages are needed: {command}"
    FAULT = "The table could not be opened ({why})."


class BadPlan(Explained, ValueError):
    """An error: there can be no such table."""


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan of a seat: `free` for a person who comes, or a level with its name.

    With `is_lent` the computer player gives its seat to whoever comes.
    """

    kind: str = FREE
    name: str = ""
    is_lent: bool = False


class TablePlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The wishes for a table that anybody may have: no path, no seed, no deal and no program.

    Attributes:
        game: The key of the game; empty if one is resumed.
        options: The options of the game, by name.
        seats: The plans of the seats; empty for a resumed game, where people's seats are free.
        name: The name by which others join; empty for one made of the owner's account.
        owner: The name of the owner, if the client does not say one.
        users: The accounts that may come, by name; empty for all.
        group: The group of accounts that may come, by name; empty for all.
        claim: The seconds that an absent player has in turn before the game may be claimed.
        stay: The seconds after which a table that nobody is at ends.
        games: The number of games in the series; a saved game says its own.
        changes_places: Whether all move on by one seat for each further game.
        pairs: Whether each deal is played twice, with places changed in between; `games` counts
            all games.
        race_time: How many times as long as usual a race takes; 0 where lots decide it.
        clock: The time that each player has, as `5+3` or `30/move`; empty for no clock.
    """

    game: str = ""
    options: dict[str, Any] = {}
    seats: tuple[SeatPlan, ...] = ()
    name: str = ""
    owner: str = ""
    users: tuple[str, ...] = ()
    group: str = ""
    claim: int = CLAIM_SECONDS
    stay: int = STAY_SECONDS
    games: int = 1
    changes_places: bool = False
    pairs: bool = False
    race_time: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_RACE)] = 1
    clock: str = ""


class HostPlan(TablePlan, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The wishes that only this machine's own user may have: such a user can know the cards anyway.

    A saved game is opened to others by an order to the table's process, and no plan names a file.

    Attributes:
        seed: The seed of the game, None for one that nobody knows.
        deal: The deal as a move of chance is written; empty for one that the seed decides.
        opener: The seat of the person who opens a game in play to others; None for other tables.
            Such a game goes on at once, though seats are free.
        token: The SHA-256 in hex of the token that the opener comes with.
    """

    seed: int | None = None
    deal: str = ""
    opener: int | None = None
    token: str = ""


def check_plan(plan: HostPlan) -> None:
    """Raise `BadPlan` unless there can be such a table."""
    try:
        game = find_game(plan.game)
    except KeyError:
        raise BadPlan(StartReason.UNKNOWN_GAME, game=plan.game) from None
    seats = game.seats(options_of(plan))
    check_seats(plan, len(seats), game.computer_players)
    values = msgspec.to_builtins(options_of(plan))
    has_series = plan.pairs or describe(plan.game).has_series(values)
    if plan.games < 1 or (plan.games > 1 and not has_series):
        raise BadPlan(StartReason.NO_SERIES)
    if plan.pairs and (plan.games % 2 or not plan.changes_places):
        raise BadPlan(StartReason.NO_PAIRS)
    try:
        new_game(plan, [Sitter(seat.name) for seat in plan.seats], (), lambda: 0)
    except ValueError as fault:
        raise BadPlan(StartReason.DEAL, why=str(fault)) from None


def check_seats(plan: HostPlan, count: int, levels: Collection[str]) -> None:
    """Raise `BadPlan` unless people and computer players of these levels can sit there."""
    if len(plan.seats) != count:
        raise BadPlan(StartReason.OTHER_COUNT, seats=count, count=len(plan.seats))
    for seat in plan.seats:
        if seat.kind not in (*levels, *(() if seat.is_lent else (FREE,))):
            raise BadPlan(StartReason.UNKNOWN_PLAYER, player=seat.kind)
    free = [at for at, seat in enumerate(plan.seats) if seat.kind == FREE]
    if not free or plan.opener not in (None, *free):
        raise BadPlan(StartReason.NONE_FREE)


def options_of(plan: TablePlan) -> Any:
    """Return the options of the game of a plan. Raises `BadPlan`."""
    try:
        return msgspec.convert(plan.options, find_game(plan.game).options, strict=True)
    except (ValueError, TypeError) as fault:
        raise BadPlan(StartReason.OPTION, why=str(fault)) from None


def control_of(plan: TablePlan) -> TimeControl | None:
    """Return the time that each player has, None without a clock. Raises `BadPlan`."""
    try:
        return TimeControl.parse(plan.clock) if plan.clock else None
    except ValueError:
        raise BadPlan(StartReason.CLOCK, clock=plan.clock) from None


def new_game(
    plan: HostPlan,
    sitters: Sequence[Sitter],
    computers: Collection[int],
    fresh_seed: Callable[[], int],
) -> Table[Any]:
    """Return the table of a new game with these sitters; the seats of `computers` get their seeds.

    The same seed, deal and sitters give the same game as at home. Raises `ValueError`.
    """
    game, options = find_game(plan.game), options_of(plan)
    seed = fresh_seed() if plan.seed is None else plan.seed
    seeded = [
        replace(sitter, seed=seat_seed(seed, seat)) if seat in computers else sitter
        for seat, sitter in enumerate(sitters)
    ]
    if not plan.deal:
        return Table(game, options, seeded, seed)
    return Table.dealt(game, options, seeded, seed, game.parse(plan.deal))
