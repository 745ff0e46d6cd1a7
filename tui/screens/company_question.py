"""The question about the people at a shared table: phrases to say, seats to take over or claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.reasons import HouseReason
from play.rows import Choice
from play.shared_seat import SharedSeat, presence_words
from tui.screens.menu import Ask
from words.translation import _, reason

SAY = "say "
REPLACE = "replace "
CLAIM = "claim "


class CompanyQuestion(Ask):
    """Shows who is at the table and what can be said and done; ends with the id of a choice."""

    def __init__(self, shared: SharedSeat, names: Sequence[str]) -> None:
        """Ask at a table whose players have these names."""
        super().__init__(_people(shared, names), [*_choices(shared, names)])


def _people(shared: SharedSeat, names: Sequence[str]) -> str:
    """Return the table's name, who is there and how many watch, a line each, and how to join."""
    company = shared.company
    rows = [_("Table {name}").format(name=company.table), shared.setter_up(), ""]
    for name, place in zip(names, company.places, strict=False):
        presence = presence_words(place)
        rows.append(f"{name} ({presence})" if presence else name)
    if watching := shared.watchers():
        rows.append(watching)
    return "\n".join([*rows, "", shared.how_to_join()])


def _choices(shared: SharedSeat, names: Sequence[str]) -> Iterable[Choice]:
    for seat, name in enumerate(names):
        if seat in shared.replaceable:
            words = _("Let a computer play for {player}").format(player=name)
            yield Choice(f"{REPLACE}{seat}", words)
        if seat in shared.claimable:
            words = _("Claim the game from {player}").format(player=name)
            yield Choice(f"{CLAIM}{seat}", words)
    phrases = [*shared.phrases()]
    words = _("Say") if phrases else reason(HouseReason.TO_PARTNERS)
    yield Choice("", words, is_heading=True)
    for code, words in phrases:
        yield Choice(f"{SAY}{code}", words)
    yield Choice("", "", is_heading=True)
    yield Choice("back", _("Back"))
