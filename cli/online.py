"""Other machines on the command line: where to listen for them, the password, and how to join."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from cli.streams import BadUse, NotLetIn, complain
from net.joining.reasons import JoinReason, NotJoined
from net.joining.seats import Access
from saves.files import read_file
from saves.passwords import NoPassword, Password, known_password, password_in_file
from words.errors import os_text
from words.translation import _, about, sentence

if TYPE_CHECKING:
    from net.hosting.listen import Listen

T = TypeVar("T")

_SHUT: Final = (JoinReason.PASSWORD, JoinReason.PASSWORD_WRONG)
"""The reasons for which a password would let somebody in."""


def access_of(options: Namespace) -> Access:
    """Return what the options and the settings bring to a table elsewhere. Raises `BadUse`."""
    return Access(
        may_ask=True, password=_given(options), is_insecure=getattr(options, "insecure", False)
    )


def entering(access: Access, join: Callable[[Access], T]) -> T:
    """Join a table; ask at the terminal for its password if none is known, or a wrong one.

    Raises `BadUse`.
    """
    try:
        try:
            return join(access)
        except NotJoined as why:
            if why.reason not in _SHUT or not _is_at_terminal():
                raise
            if why.reason is JoinReason.PASSWORD_WRONG:
                complain(sentence(why))
        return join(access._replace(password=_asked(_("Password: "))))
    except NotJoined as why:
        raise (NotLetIn if why.reason in _SHUT else BadUse)(sentence(why)) from None


def listening(options: Namespace) -> tuple[Listen | None, Password]:
    """Return where and how the options let other machines in, and with which password.

    A password that is not given is asked for at the terminal. Raises `BadUse`.
    """
    from msgspec.structs import replace

    if options.listen is None:
        others = (options.cert, options.key, options.password_file, options.insecure)
        if any(others):
            words = _("--cert, --key, --password-file and --insecure are for --listen")
            raise BadUse(words)
        return None, Password()
    listen = listen_at(options.listen, options)
    password = _given(options)
    if not password and _is_at_terminal():
        password = _asked(_("Password for those who join (Enter: none): "))
    if options.insecure:
        complain(_("all that is sent can be read and changed on the way, the password too"))
    password_file = str(options.password_file.absolute()) if options.password_file else ""
    return replace(listen, password_file=password_file, has_password=bool(password)), password


def listen_at(where: tuple[str, int], options: Namespace) -> Listen:
    """Return where and how to listen, with the certificate of the options. Raises `BadUse`."""
    from net.hosting.listen import Listen

    if options.key and not options.cert:
        raise BadUse(_("--key is the key of a --cert"))
    if options.insecure and options.cert:
        raise BadUse(_("--insecure listens without encryption: there is no certificate to show"))
    for file in filter(None, (options.cert, options.key)):
        try:
            read_file(file)  # TLS does not say which of the two it means
        except OSError as error:
            raise BadUse(about(file, os_text(error))) from None
    address, port = where
    return Listen(
        address=address,
        port=port,
        certificate=str(options.cert.absolute()) if options.cert else "",
        key=str(options.key.absolute()) if options.key else "",
        is_plain=options.insecure,
    )


def _given(options: Namespace) -> Password:
    """Return the password of a file, of the environment or of the settings. Raises `BadUse`."""
    if options.password_file is None:
        return known_password()
    try:
        return password_in_file(options.password_file)
    except NoPassword as why:
        raise BadUse(sentence(why)) from None


def _is_at_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and os.isatty(2))


def _asked(question: str) -> Password:
    """Ask for a password, which is not shown. Raises `BadUse`."""
    from getpass import getpass

    try:
        return Password(getpass(question))
    except EOFError:
        raise BadUse(_("no password was typed")) from None
