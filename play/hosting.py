"""The plans of shared tables: for a new game, and for one in play that is opened to others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from engine.client import Company
from engine.games import describe
from engine.reasons import IllegalMove
from engine.shuffle import seat_seed
from engine.table import HUMAN, Sitter, Table
from engine.timeline import Timeline
from host.outside import new_token
from host.plan import FREE, HostPlan, SeatPlan, TablePlan
from host.seating import sealed
from play.setup import Setup
from words.names import level_name, seat_name
from words.translation import _, said, sentence

if TYPE_CHECKING:
    from net.joining.seats import Access, SeatAt


def seat_plan(game: str, seat: str, kind: str) -> SeatPlan:
    """Return the plan of a seat: free for a person, else a computer player named as at home."""
    if kind == HUMAN:
        return SeatPlan()
    return SeatPlan(kind, f"{seat_name(game, seat)} ({level_name(kind)})")


def plan_of(setup: Setup) -> HostPlan:
    """Return the plan of a table for a new game: other people's seats are free to be taken.

    Where a person would play alone, the computer players' seats are free too.
    """
    people = setup.kinds.count(HUMAN)
    seats = [
        seat_plan(setup.game, seat, HUMAN if people < 2 else kind)
        for seat, kind in zip(setup.seats(), setup.kinds, strict=True)
    ]
    return HostPlan(
        game=setup.game,
        options=setup.all_values,
        seats=tuple(seats),
        games=setup.games,
        changes_places=setup.changes_places,
        pairs=setup.pairs,
        clock=setup.clock,
    )


class Opening(NamedTuple):
    """A game in play at home that is to be opened to others.

    Attributes:
        path: Its file.
        plan: The plan of its table.
        name: The name of the person who opens it.
        token: The secret by which the table knows this person.
    """

    path: Path
    plan: HostPlan
    name: str
    token: str


def usually_open(timeline: Timeline[Any], opener: int) -> frozenset[int]:
    """Return the seats of a game that are for others unless somebody says otherwise.

    They are those of other people; all other seats where a person plays alone.
    """
    seats = frozenset(range(len(timeline.seats))) - {opener}
    people = frozenset(seat for seat in seats if timeline.sitters[seat].is_person)
    return people or seats


def opening_of(
    timeline: Timeline[Any], path: Path, opener: int, others: Collection[int]
) -> Opening:
    """Return the opening of a game: the opener keeps a seat, and `others` become free seats.

    A computer player of the game plays its seat until then; a program stays at home.
    """
    game, sitters, token = timeline.game, timeline.sitters, new_token()
    seats: list[SeatPlan] = []
    for seat, sitter in enumerate(sitters):
        if sitter.kind in game.computer_players:
            seats.append(SeatPlan(sitter.kind, sitter.name, is_lent=seat in others))
        elif seat == opener or seat in others:
            seats.append(SeatPlan(FREE, sitter.name))
        else:
            seats.append(seat_plan(game.key, timeline.seats[seat], describe(game.key).kinds[-1]))
    plan = HostPlan(seats=tuple(seats), opener=opener, token=sealed(token))
    return Opening(path, plan, sitters[opener].name, token)


class NoTable(Exception):
    """An error: there is no table, or it cannot be joined; the text says why."""


def start(plan: HostPlan, path: Path | None = None) -> str:
    """Start the table of a plan, with the game in a file if one is given; return its full name.

    A race takes as long as the settings say. Raises `NoTable`.
    """
    from net.hosting.start import start_table
    from net.names.starting import NotStarted
    from saves.settings_file import read_settings

    plan = replace(plan, race_time=read_settings().settings.race_time)
    try:
        return start_table(plan, path).full_name
    except NotStarted as why:
        raise NoTable(_("No table: {why}").format(why=said(why.sentence))) from None


def start_at(server: str, setup: Setup, name: str, access: Access) -> SeatAt:
    """Open a table for a new game at a server, and sit down there. Raises `NoTable`."""
    from net.joining.lobby import open_table_at, server_address
    from net.joining.reasons import NotJoined
    from net.joining.seats import sit_at
    from saves.settings_file import read_settings

    plan = plan_of(setup)
    fields = {field: getattr(plan, field) for field in TablePlan.__struct_fields__}
    fields["race_time"] = read_settings().settings.race_time
    try:
        address = server_address(server, access)
        table, token = open_table_at(address, TablePlan(**fields), name)
        return sit_at(table, name, token=token, access=access)
    except (NotJoined, IllegalMove) as why:
        raise NoTable(_("No table: {why}").format(why=sentence(why))) from None


def open_to_others(opening: Opening) -> SeatAt:
    """Give a game, which nobody plays now, to a table of its own, and sit down there.

    Raises `NoTable`: the game is as before, or its table goes on alone.
    """
    from net.joining.reasons import NotJoined
    from net.joining.seats import sit_at

    table = start(opening.plan, opening.path)
    try:
        return sit_at(table, opening.name, token=opening.token)
    except NotJoined as why:
        raise NoTable(_("No table: {why}").format(why=sentence(why))) from None


def seats_to_take(company: Company, own: frozenset[int]) -> list[int]:
    """Return the seats that somebody at home has to play once a table is closed to others."""
    places = enumerate(company.places)
    return [seat for seat, place in places if not (seat in own or place.level)]


def seat_at_home(table: Table[Any], kinds: Mapping[int, str]) -> None:
    """Let people, or computer players of a level, play these seats of a game from now on."""
    for seat, kind in kinds.items():
        if table.sitters[seat].kind != kind:
            name = seat_name(table.game.key, table.seats[seat])
            if kind != HUMAN:
                name = seat_plan(table.game.key, table.seats[seat], kind).name
            seed = None if kind == HUMAN else seat_seed(table.seed or 0, seat)
            table.sit(seat, Sitter(name, kind, seed))
