"""The shared tables of this machine, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cli.game_options import seat_typed
from cli.streams import BadUse
from engine.games import describe
from play.tables_here import (
    SilentServer,
    has_to_choose,
    note_server,
    server_here,
    server_words,
    sign_words,
    tables_in,
    typed_access,
)
from words.translation import _, sentence

if TYPE_CHECKING:
    from net.joining.seats import Access, SeatAt
    from net.joining.tables import Sign


def table_lines(found: Sequence[Sign | SilentServer], *, numbered: bool = False) -> Iterator[str]:
    """Yield the live tables that were found, then the user's killed ones; or say there is none.

    The numbers are for the line modes, where a table can be named by its number.
    """
    from net.names.journals import killed_tables

    number = 0
    for sign in found:
        if words := server_words(sign):
            yield words
        for there in tables_in([sign]):
            number += 1
            words = sign_words(there, _(describe(there.game).title))
            yield f"{number}. {words}" if numbered else words
    killed = killed_tables()
    for table in killed:
        words = _("{table}: was interrupted; tapis join {table} opens it again")
        if numbered:
            words = _("{table}: was interrupted; join {table} opens it again")
        yield words.format(table=table.full_name)
    if found and numbered:
        yield _("join, watch: a table by its number. host: open another one.")
        if any(map(server_words, found)) and not server_here():
            yield _("host GAME SERVER opens one at a server.")
    if not found and not killed:
        words = _("Nobody has set up a table here; tapis host does.")
        yield _("Nobody has set up a table here; host sets one up.") if numbered else words


class AtServer(BadUse):
    """There is a server, and none of its tables was named."""


def joined(
    table: str,
    name: str | None = None,
    *,
    watch: bool = False,
    back: bool = False,
    seat: str = "",
    access: Access | None = None,
) -> SeatAt:
    """Join a table from the command line, or from a typed line; see `sit_at`. Raises `BadUse`.

    Without a name the person has the remembered one. The wished seat is given as it was typed. A
    server without just one table raises `AtServer`: one chooses there.
    """
    from cli.online import entering
    from net.joining.reasons import NotJoined
    from net.joining.seats import sit_at
    from play.last_setup import own_name

    who = name or own_name()

    def join(access: Access) -> SeatAt:
        wished = seat_wished(table, seat, access) if seat else None
        try:
            place = sit_at(table, who, watch=watch, back=back, seat=wished, access=access)
        except NotJoined as why:
            if not has_to_choose(table, why):
                raise
            note_server(table, access.password)
            raise AtServer(sentence(why)) from None
        note_server(table, access.password)
        return place

    return entering((access or typed_access(table))._replace(may_ask=True), join)


def seat_wished(table: str, text: str, access: Access) -> int:
    """Return the number of a table's seat from its name or number, from 1.

    Raises `BadUse`, `NotJoined`.
    """
    from engine.games import find_game
    from net.joining.seats import sign_at

    sign = sign_at(table, access)
    if sign is None:
        raise BadUse(_("The table does not answer."))
    return seat_typed(sign.game, find_game(sign.game).seats(sign.options), text)
