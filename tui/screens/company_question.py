"""The question about the people at a shared table: phrases to say, seats to take over or claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.client import Company
from engine.reasons import HouseReason
from play.company_words import (
    call_to_join,
    may_claim,
    may_replace,
    presence_words,
    spectators,
)
from play.rows import Choice
from tui.screens.menu import Ask
from words.tables import phrase_words
from words.translation import _, reason

SAY = "say "
REPLACE = "replace "
CLAIM = "claim "


class CompanyQuestion(Ask):
    """Shows who is at the table and what can be said and done; ends with the id of a choice."""

    def __init__(self, company: Company, names: Sequence[str], own: frozenset[int]) -> None:
        """Ask at a table whose players have these names; `own` are the seats played here."""
        super().__init__(_people(company, names), [*_choices(company, names, own)])


def _people(company: Company, names: Sequence[str]) -> str:
    """Return the table's name, who is there and how many watch, a line each, and how to join."""
    owner = _("Set up by {owner}").format(owner=company.owner)
    rows = [_("Table {name}").format(name=company.table), owner, ""]
    for name, place in zip(names, company.places, strict=False):
        presence = presence_words(place)
        rows.append(f"{name} ({presence})" if presence else name)
    if watching := spectators(company.watchers):
        rows.append(watching)
    call = _("Others join from a terminal on this machine with: {command}")
    return "\n".join([*rows, "", call.format(command=call_to_join(company.table))])


def _choices(company: Company, names: Sequence[str], own: frozenset[int]) -> Iterable[Choice]:
    others = [seat for seat in range(len(company.places)) if own and seat not in own]
    for seat in others:
        place = company.places[seat]
        if may_replace(company, place):
            words = _("Let a computer play for {player}").format(player=names[seat])
            yield Choice(f"{REPLACE}{seat}", words)
        if may_claim(company, place):
            words = _("Claim the game from {player}").format(player=names[seat])
            yield Choice(f"{CLAIM}{seat}", words)
    words = _("Say") if company.phrases else reason(HouseReason.TO_PARTNERS)
    yield Choice("", words, is_heading=True)
    for code in company.phrases:
        yield Choice(f"{SAY}{code}", phrase_words(code))
    yield Choice("", "", is_heading=True)
    yield Choice("back", _("Back"))
