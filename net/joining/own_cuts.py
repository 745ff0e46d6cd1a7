"""The cuts of a client: values that are sealed and opened for the table, and checked at the end."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Final

from engine.game import View
from engine.reasons import Explanation, Reason
from net.joining.reception import StrangeNews
from net.wire import CutNews, CutRequest
from saves.cut import Cut, NotAsCut, check_cut, cut_seal, table_seal
from saves.document import Fault
from saves.record import Record

VALUE_BYTES: Final = 32


class DealReason(Reason):
    """What a client found when it checked a deal after the game."""

    CHECKED = "the deal was checked: nobody alone chose the cards"
    ANEW = "the deal was checked, with {count} cuts: nobody alone chose the cards"
    WITHOUT = "the cards were dealt without the cut of this seat"
    UNSEEN = "this program did not see the cut of this game, so it cannot check the deal"
    WRONG = "the deal is not the one that was cut: somebody may have chosen the cards"


@dataclass
class _OwnCut:
    """The cut for one game: our part, and what the table said before it knew our value."""

    cut: Cut
    table: str
    tries: int
    seals: tuple[str, ...] = ()

    @property
    def seal(self) -> str:
        return cut_seal(self.table, self.cut)


class OwnCuts:
    """The cuts of a client at one table, by game; the clients of its later games share them."""

    def __init__(self) -> None:
        self._own: dict[int, _OwnCut] = {}

    def answer(self, asked: CutNews, seat: int | None) -> CutRequest:
        """Return the answer to a question of the table. Raises `StrangeNews`.

        The same question gets the same answer; each new seal of the table gets a new value.
        """
        if seat is None:
            raise StrangeNews("a spectator has no cut")
        own = self._own.get(asked.game_number)
        is_new = own is None or (own.table, own.cut.seat) != (asked.seal, seat)
        if own is None or is_new:
            tries = own.tries if own else 0
            own = _OwnCut(Cut(seat, secrets.token_hex(VALUE_BYTES)), asked.seal, tries + 1)
            self._own[asked.game_number] = own
        if is_new or not asked.seals:
            return CutRequest(own.table, own.seal)
        is_ours = seat < len(asked.seals) and asked.seals[seat] == own.seal
        if not is_ours or own.seals not in ((), asked.seals):
            raise StrangeNews("other seals than were given")
        own.seals = asked.seals
        return CutRequest(own.table, value=own.cut.value)

    def verdict(self, game_number: int, record: bytes, seen: View[Any]) -> Explanation | None:
        """Return what the record of a game says of its deal, None to a spectator.

        A record is the table's word; it has to be of the game whose last view was `seen` here.
        """
        from saves.reading import read_record

        if seen.seat is None:
            return None
        own = self._own.get(game_number)
        try:
            reason = _verdict(own, read_record(record), seen)
        except (Fault, NotAsCut):
            reason = DealReason.WRONG
        facts = {"count": own.tries} if own and reason is DealReason.ANEW else {}
        return Explanation(reason, facts)


def _verdict(own: _OwnCut | None, record: Record, seen: View[Any]) -> DealReason:
    """Return what is to be said of a deal. Raises `NotAsCut`."""
    if record.table.view(seen.seat) != seen:
        return DealReason.WRONG
    if own is None:
        is_cut_here = record.cut and seen.seat in {cut.seat for cut in record.cut.cuts}
        return DealReason.UNSEEN if is_cut_here else DealReason.WITHOUT
    if record.cut is None:
        return DealReason.WITHOUT
    deal = check_cut(record.table, record.cut)
    if own.cut not in deal.cuts:
        return DealReason.WITHOUT
    seals = {cut.seat: cut_seal(own.table, cut) for cut in deal.cuts}
    told = {seat: seal for seat, seal in enumerate(own.seals) if seal}
    if table_seal(deal.table) != own.table or seals != told:
        return DealReason.WRONG
    return DealReason.ANEW if own.tries > 1 else DealReason.CHECKED
