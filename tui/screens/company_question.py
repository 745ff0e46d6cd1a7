"""The questions about the people at a shared table, and those that they ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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


class OfferQuestion(Ask):
    """Asks to agree; ends with `yes`, `no`, or None if it stands no more."""

    def __init__(self, question: str, no: str, stands: Callable[[], bool]) -> None:
        """Ask for as long as the question stands; `no` is the answer of who does not agree."""
        super().__init__(question, [Choice("yes", _("Yes, agreed")), Choice("no", no)])
        self._stands = stands

    def draw(self) -> None:
        """Show the question, or end it once the offer has lapsed."""
        if self._stands():
            super().draw()
        else:
            self.finish(None)

    def do_back(self) -> None:
        """End with a no: who asked is waiting for an answer."""
        self.finish("no")
