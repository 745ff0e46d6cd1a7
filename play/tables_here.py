"""The shared tables that can be joined: those of this machine, and of servers one has been to."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.client import ADDRESS
from engine.series import pair_of
from play.clocks import short_control
from saves.confined import is_confined
from saves.home import recall, remember, tables_folder
from words.translation import _, sentence, several

if TYPE_CHECKING:
    from pathlib import Path

    from net.joining.reasons import NotJoined
    from net.joining.seats import Access
    from net.joining.tables import Sign, TableSign
    from net.joining.web import WebAddress
    from saves.passwords import Password

SERVERS: Final = "servers"
"""The addresses of servers that the program remembers, the newest first."""

MOST_SERVERS: Final = 10
LONGEST_PLACE: Final = 200
"""The letters that are shown of what is no address."""

SERVER_SECONDS: Final = 4.0
"""The seconds in which a server has to answer before it is listed as silent."""


class SilentServer(NamedTuple):
    """A server that gave no list of its tables.

    Attributes:
        name: Its address.
        why: The sentence that says why.
        wants_password: Whether a password would open it.
    """

    name: str
    why: str
    wants_password: bool = False


def living_tables() -> Sequence[TableSign]:
    """Return the tables here that answer, the user's own first, within a second."""
    return tables_in(living_signs())


def seat_left(tables: Sequence[TableSign]) -> str:
    """Return the table in play at which the person left a seat that waits, "" for none."""
    for sign in tables:
        if any(place.is_person and place.presence != "here" for place in sign.places):
            from net.joining.seats import has_left_seat  # few have left one

            if not sign.is_over and has_left_seat(sign.name):
                return sign.name
    return ""


def server_here() -> str:
    """Return the server at which this person's tables are opened, "" for a person at home.

    A person from elsewhere is at the server of the door, and at no other.
    """
    if not is_confined():
        return ""
    from net.joining.handed import own_server

    return own_server()


def living_signs() -> Sequence[Sign | SilentServer]:
    """Return the tables and servers here that answer, the user's own first, within a second.

    The modules that join them are loaded only if there are any.
    """
    if server := server_here():
        return (ask_server(server),)
    from net.names.sockets import tables_here

    sockets = tables_here()
    if not sockets:
        return ()
    from net.joining.tables import find_tables

    return find_tables(sockets)


def tables_in(signs: Sequence[Sign | SilentServer]) -> list[TableSign]:
    """Return the tables of a list, those of its servers too."""
    if not signs:
        return []
    from net.joining.tables import ServerSign

    found: list[TableSign] = []
    for sign in signs:
        if isinstance(sign, ServerSign):
            found += sign.tables
        elif not isinstance(sign, SilentServer):
            found.append(sign)
    return found


def known_servers() -> list[str]:
    """Return the addresses of the servers of other machines that one has been to."""
    known = recall().get(SERVERS)
    found = [one for one in known if isinstance(one, str)] if isinstance(known, list) else []
    return found[:MOST_SERVERS]


_given: dict[str, Password] = {}
"""The passwords with which servers were joined since the program began."""


def note_server(table: str, password: Password | None = None) -> None:
    """Remember the server of a table, if it is one of another machine.

    It replaces the same server with another certificate. A password that was given for it is
    remembered until the program ends.
    """
    if ADDRESS in table:
        server = server_of(table)
        if password:
            _given[server] = password
        place = without_fingerprint(server)
        others = [one for one in known_servers() if without_fingerprint(one) != place]
        remember(**{SERVERS: [server, *others][:MOST_SERVERS]})


def server_of(table: str) -> str:
    """Return the address of the server of a table that has an address, in its one form.

    >>> server_of("wss://Club.example/ada"), server_of("ssh://club.example/club/ada")
    ('wss://club.example:443', 'ssh://club.example/club')
    """
    if address := _web_address(table):
        return address._replace(name="").called("")
    scheme, _sign, place = table.partition(ADDRESS)
    host, *names = place.split("/")
    kept = names[:1] if scheme == "ssh" and len(names) > 1 else []
    return f"{scheme}{ADDRESS}{'/'.join([host, *kept])}"


def is_server(table: str) -> bool:
    """Whether a name is the address of a server, without a table.

    >>> is_server("wss://club.example:8443/"), is_server("wss://club.example/ada")
    (True, False)
    """
    if address := _web_address(table):
        return not address.name
    return ADDRESS in table and table.removesuffix("/") == server_of(table)


def _web_address(table: str) -> WebAddress | None:
    """Return an address of the web from its text, None where the text is none."""
    from net.joining.reasons import NotJoined
    from net.joining.web import web_address
    from saves.passwords import Password

    with suppress(NotJoined):
        return web_address(table, Password())
    return None


def place_typed(text: str) -> str:
    """Return the address or the name of a table or a server that was typed or pasted.

    The command that leads there is left out, and so are the breaks of rows in an address. Raises
    `NotJoined`.

    >>> place_typed("tapis join 'wss://club.example:8443/ada'")
    'wss://club.example:8443/ada'
    """
    from net.joining.reasons import JoinReason, NotJoined, harmless
    from net.joining.seats import address_of

    words = text.split()
    if words[:2] == ["tapis", "join"]:
        words = words[2:]
    place = "".join(words).strip("'\"")
    if ADDRESS in place:
        address_of(place)
    elif len(words) != 1 or ":" in place:
        raise NotJoined(JoinReason.ADDRESS, address=harmless(text, LONGEST_PLACE))
    return place


def has_to_choose(table: str, why: NotJoined) -> bool:
    """Whether a name could not be joined because it is a server's, where one of many is chosen."""
    from net.joining.reasons import JoinReason

    return is_server(table) and why.reason in (JoinReason.GONE, JoinReason.WHICH)


def quiet_access(place: str) -> Access:
    """Return what is brought to a table or a server of a list: the password given for it before.

    That of the environment or of the settings goes only where somebody typed the address.
    """
    from net.joining.seats import Access
    from saves.passwords import Password

    return Access(password=(ADDRESS in place and _given.get(server_of(place))) or Password())


def typed_access(place: str) -> Access:
    """Return what is brought to a table or a server whose name or address was typed."""
    from saves.passwords import known_password

    access = quiet_access(place)
    return access._replace(password=access.password or known_password())


def ask_server(server: str) -> Sign | SilentServer:
    """Return the tables of a server, or why there are none; it may take some seconds."""
    from net.joining.reasons import JoinReason, NotJoined
    from net.joining.seats import address_of
    from net.joining.tables import sign_on

    try:
        found = sign_on(address_of(server, quiet_access(server)))
    except NotJoined as why:
        is_shut = why.reason in (JoinReason.PASSWORD, JoinReason.PASSWORD_WRONG)
        return SilentServer(server, sentence(why), is_shut)
    return found or _silent(server)


def _silent(server: str) -> SilentServer:
    return SilentServer(server, _("The table does not answer."))


def ask_servers(servers: Sequence[str]) -> Iterator[Sign | SilentServer]:
    """Yield the answers of servers, which are all asked at once, each in a thread."""
    answers: dict[str, Sign | SilentServer] = {}
    threads = [
        threading.Thread(target=_put_answer, args=(one, answers), daemon=True) for one in servers
    ]
    for thread in threads:
        thread.start()
    for server, thread in zip(servers, threads, strict=True):
        thread.join(SERVER_SECONDS)
        yield answers.get(server) or _silent(server)


def _put_answer(server: str, answers: dict[str, Sign | SilentServer]) -> None:
    answers[server] = ask_server(server)


def all_signs() -> list[Sign | SilentServer]:
    """Return the tables and servers of this machine, and the servers that one has been to."""
    return [*living_signs(), *ask_servers(known_servers())]


def without_fingerprint(name: str) -> str:
    """Return the name or the address of a table or a server, as it is known at a glance.

    >>> without_fingerprint("wss://club.example:8443#sha256:0f")
    'wss://club.example:8443'
    """
    return name.partition("#")[0]


def server_words(sign: Sign | SilentServer, *, is_short: bool = False) -> str:
    """Return the name of a server and how many tables it has, "" for a table.

    A short one leaves out the fingerprint of an address.
    """
    from net.joining.tables import ServerSign

    name = without_fingerprint(sign.name) if is_short else sign.name
    if isinstance(sign, SilentServer):
        return _("{table}: {why}").format(table=name, why=sign.why)
    if not isinstance(sign, ServerSign):
        return ""
    count = len(sign.tables) + sign.more
    tables = several("{count} table", "{count} tables", count) if count else _("no tables yet")
    return _("Server {server}: {tables}").format(server=name, tables=tables)


def own_table_with(game_file: Path) -> str | None:
    """Return the full name of the user's table with the game in a file, None for none."""
    if not tables_folder().is_dir():
        return None
    from net.names.names import table_of_game

    return table_of_game(game_file)


def standing_words(sign: TableSign) -> str:
    """Return which people sit at a table, and how its game stands."""
    people = ", ".join(place.name for place in sign.places if place.name and not place.level)
    free = sum(place.is_free for place in sign.places)
    seats_free = several("{count} seat free", "{count} seats free", free)
    if sign.is_over:
        standing = _("the game is over")
    elif sign.moves < 0:
        standing = seats_free
    else:
        standing = _("in play") + (f", {seats_free}" if free else "")
    if series := sign.series:
        words = _("{standing}, game {number} of {games}, {score}")
        score = "-".join(map(str, series.score))
        facts = {"number": series.number, "games": series.games, "score": score}
        if series.pair is not None:
            words = _("{standing}, pair {number} of {games}, {score}")
            facts |= {"number": pair_of(series)[0], "games": series.games // 2}
        standing = words.format(standing=standing, **facts)
    if sign.control:
        standing = f"{standing}, {short_control(sign.control)}"
    words = _("{people}: {standing}")
    return words.format(people=people, standing=standing) if people else standing


def sign_words(sign: TableSign, game: str) -> str:
    """Return the name of a table, what its game is called, its players and how it stands."""
    words = _("{table}: {game}, {standing}")
    return words.format(table=sign.name, game=game, standing=standing_words(sign))
