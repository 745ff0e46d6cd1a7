"""The words about people at a shared table: who is there, who is waited for, what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.client import Company, Place
from words.translation import _, several


def presence_words(place: Place) -> str:
    """Return one or two words about whether a player is there; nothing for one who is."""
    if place.is_free:
        return _("free")
    if place.is_gone:
        return _("not connected")
    return "" if place.is_here else _("silent")  # a computer player of the table is always there


def waiting_words(company: Company, to_move: Sequence[int], names: Sequence[str]) -> str:
    """Return what is said while a player in turn is absent; nothing if all of them are there."""
    for seat in to_move:
        if not 0 <= seat < len(company.places) or company.places[seat].is_here:
            continue
        place, facts = company.places[seat], {"player": names[seat]}
        if place.is_free:
            return _("Nobody has come for {player} yet.").format(**facts)
        if may_claim(company, place):
            words = _("{player} is away. The game may be claimed.")
        elif may_replace(company, place):
            words = _("{player} is away. A computer may play now.")
        else:
            words = _("{player} is away. A computer may play in {seconds} s.")
            if not place.is_gone:
                words = _("{player} is away. The game may be claimed in {patience} s.")
        seconds, patience = company.grace - place.absent, company.patience - place.waited
        return words.format(**facts, seconds=seconds, patience=patience)
    return ""


def may_replace(company: Company, place: Place) -> bool:
    """Whether a computer may play for who sits at a place, and was not there for a while.

    A free seat of a game in play is its owner's to give.
    """
    if place.is_free:
        return company.is_owner and company.has_begun
    return place.is_gone and place.absent >= company.grace


def may_claim(company: Company, place: Place) -> bool:
    """Whether the game may be claimed, for who sits at a place was absent for too long."""
    is_absent = not (place.is_free or place.is_here)
    return is_absent and place.waited >= company.patience


def goes_on(company: Company) -> bool:
    """Whether another game of a series follows the one that is played."""
    return company.series is not None and company.series.number < company.series.games


def wants_again(company: Company, own: frozenset[int]) -> int | None:
    """Return the seat of a person who wants another game, and waits for a word from `own` seats.

    None for none, and in a series, which goes on by itself.
    """
    if not own or goes_on(company) or any(company.places[at].again is not None for at in own):
        return None
    others = (at for at, place in enumerate(company.places) if at not in own and place.is_person)
    return next((at for at in others if company.places[at].again), None)


def after_words(company: Company, own: frozenset[int], names: Sequence[str]) -> str:
    """Return what is said after a game of who wants another one; nothing if nobody does."""
    said = {at: place.again for at, place in enumerate(company.places) if at not in own}
    has_agreed = any(company.places[at].again for at in own)
    no = next((at for at, again in said.items() if again is False), None)
    yes = next((at for at, again in said.items() if again), None)
    if no is not None:
        return _("{player} does not want another game.").format(player=names[no])
    if has_agreed:
        return _("The others are asked about another game.")
    if yes is not None and goes_on(company):
        return _("{player} is ready for the next game.").format(player=names[yes])
    if yes is not None:
        return _("{player} would like another game.").format(player=names[yes])
    if goes_on(company):
        words = _("The next game begins by itself within {seconds} s.")
        return words.format(seconds=company.pause)
    return ""


def call_to_join(table: str) -> str:
    """Return the command by which others join a table.

    >>> call_to_join("ada")
    'tapis join ada'
    """
    return f"tapis join {table}"


def spectators(count: int) -> str:
    """Return how many watch; nothing for nobody."""
    return several("{count} spectator", "{count} spectators", count) if count else ""
