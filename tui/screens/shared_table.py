"""The screen of a table that is shared with people elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from textual import events

from engine.loop import OneTimer
from engine.reasons import HouseReason
from engine.series import SeriesPlace
from engine.table import HUMAN
from engine.updates import Continued, DealChecked, PresenceChanged, Said, Update
from play.clocks import ClockWarnings, until_next
from play.frame import Frame, Phase
from play.hosting import seats_to_take
from play.requests import CloseToOthers, PlayShared, ShowPhrases
from play.rows import Choice
from play.shared_seat import (
    COPY,
    CURSOR_LEVEL,
    SharedSeat,
    level_choices,
    presence_words,
    rows_to_join,
)
from play.tables_here import without_fingerprint
from tui.screens.asking import do_nothing
from tui.screens.menu import Ask, OfferQuestion
from tui.screens.table import TableScreen
from tui.screens.waiting_room import copy_line
from tui.widgets.lines import shortened
from words.translation import _, reason

SHARED: Final = ("people", "mute", "resign", "close")
"""The ids of the actions that only a shared table has."""


SAY = "say "
REPLACE = "replace "
CLAIM = "claim "
"""The beginnings of the ids of the answers about the people."""


class SharedTable(TableScreen):
    """A table with people elsewhere: their presence, phrases, resigning, a claim."""

    TOLD_BY = "join"

    def connected(self) -> None:
        assert self.controller.model.shared
        self.shared = self.controller.model.shared
        self.company = self.shared.company
        self._has_gone_on = self._is_continued = self._was_asked = False
        self._warnings = ClockWarnings(self.company)
        self._tick = OneTimer(self)
        self.client.listen(self._heard)

    @property
    def series_place(self) -> SeriesPlace | None:
        return self.company.series

    def _heard(self, update: Update) -> None:
        if not self.is_attached:
            return
        if isinstance(update, Said):
            if not self.timing.has_phrases:
                return
            self.tell(self.shared.said(update, self.names()))
        elif isinstance(update, DealChecked):
            self.tell(self.shared.deal())
        elif isinstance(update, PresenceChanged):
            self._count()
            if isinstance(self.app.screen, OfferQuestion):
                self.app.screen.post_message(events.ScreenResume())
        elif isinstance(update, Continued):
            self._is_continued = True
            if isinstance(self.app.screen, Ask):
                self.app.screen.finish(None)
            self.update()

    def draw(self) -> None:
        """Bring everything up to date, or go on to the next game once nothing stands over this."""
        if self._is_continued and self.is_on_top:
            if not self._has_gone_on:
                self._has_gone_on = True
                self.request(PlayShared(self.company.follow()))
            return
        super().draw()
        self._ask_again()
        self._watch_clocks()

    def _watch_clocks(self) -> None:
        """Draw again once a clock shows another second; warn a player who has little time left."""
        if (seconds := until_next(self.company.clocks)) is not None:
            self._tick.start(seconds, self._count)
        if warning := self._warnings.look(self.frame.mine):
            self.request_bell()
            self.tell(warning)
        elif self.company.control and not self._warnings.stands(self.frame.mine):
            self.take_back_words(self._warnings.words)

    def _count(self) -> None:
        self.controller.model.touch()
        self.update()

    def _ask_again(self) -> None:
        """Ask once about another game that another person wants."""
        if self._was_asked or self.frame.phase is not Phase.OVER or not self.is_on_top:
            return
        seat = self.shared.wants_again
        if seat is None:
            return
        self._was_asked = True
        words = _("{player} would like another game. Do you agree?")

        def stands() -> bool:
            return not self._is_continued and bool(self.company.places[seat].again)

        question = OfferQuestion(
            words.format(player=self.names()[seat]), _("No, thank you"), stands
        )
        self.app.push_screen(question, self._answer_again)

    def _answer_again(self, answer: object) -> None:
        if answer is not None:
            self.company.again(answer == "yes")

    def words(self, frame: Frame, names: Sequence[str], width: int) -> str:
        """Return the message, first of all about an absent player."""
        said = ""
        if outage := self.shared.outage():
            return shortened(outage, width)
        if frame.phase is Phase.WAITING and not frame.notice:
            said = self.shared.waiting(self.controller.timeline.to_move, names)
        elif frame.phase is Phase.OVER and not frame.notice:
            said = self.shared.after(names)
        return said or super().words(frame, names, width)

    def first_on_key_line(self) -> Sequence[str]:
        """Put the people first while one of them is away."""
        away = self.shared.waiting(self.controller.timeline.to_move, self.names())
        return ("people", *super().first_on_key_line()) if away else super().first_on_key_line()

    def do_people(self) -> None:
        """Show the people at the table, and ask for a phrase or an action."""
        question = CompanyQuestion(self.shared, self.names(), self.size.width - 4)
        self.app.push_screen(question, self._people_taken)

    def do_mute(self) -> None:
        """Hide the phrases of others, or show them again; the setting is kept."""
        is_wanted = not self.timing.has_phrases
        self.request(ShowPhrases(is_wanted))
        shown, hidden = _("What others say is shown."), _("What others say is hidden.")
        self.tell(shown if is_wanted else hidden)

    def _people_taken(self, taken: object) -> None:
        if not isinstance(taken, str):
            return
        if taken == COPY:
            copy_line(self, self.shared.line_for_others)
        elif taken.startswith(SAY):
            self.company.say(taken.removeprefix(SAY))
        elif taken.startswith(CLAIM):
            self.company.claim(int(taken.removeprefix(CLAIM)))
        elif taken.startswith(REPLACE):
            seat = int(taken.removeprefix(REPLACE))
            question = _("Who plays {seat}?").format(seat=self.names()[seat])
            levels = level_choices(self.scene.key)
            self.app.push_screen(Ask(question, levels, CURSOR_LEVEL), partial(self._replace, seat))

    def _replace(self, seat: int, level: object) -> None:
        if isinstance(level, str):
            self.company.replace(seat, level)

    def do_resign(self) -> None:
        """Ask once whether the game is given up."""
        play_on, resign = (_("No, play on"), do_nothing), (_("Yes, resign"), self.shared.resign)
        self.choose(_("Resign? You lose this game."), play_on, resign)

    def do_close(self, kinds: Mapping[int, str] | None = None) -> None:
        """Ask for a player at home for each seat of the others; then close the table to them."""
        kinds = kinds or {}
        to_take = seats_to_take(self.company, self.client.own_seats)
        left = [seat for seat in to_take if seat not in kinds]
        words = _("Close this table to others, and play on here?")
        answers = [Choice("close", _("Close the table")), Choice("back", _("Back"))]
        if left:
            who = _("Who plays {seat}?").format(seat=self.names()[left[0]])
            words = f"{words}\n{who}"
            here = Choice(HUMAN, _("somebody here"))
            answers = [here, *level_choices(self.scene.key), Choice("back", _("Back"))]
        self.app.push_screen(Ask(words, answers), partial(self._close_or_ask, kinds, left))

    def _close_or_ask(self, kinds: Mapping[int, str], left: list[int], answer: object) -> None:
        if not isinstance(answer, str) or answer == "back":
            return
        if left:
            kinds = {**kinds, left[0]: answer}
        if len(left) > 1:
            self.do_close(kinds)
        else:
            self.leave()
            self.request(CloseToOthers(self.company.table, kinds))

    def _go_on(self, answer: object) -> None:
        if answer == "again":
            self.company.again(True)
        else:
            super()._go_on(answer)


class CompanyQuestion(Ask):
    """Shows the people at the table, phrases and actions; ends with the id of a choice."""

    TOLD_BY = "people"

    def __init__(self, shared: SharedSeat, names: Sequence[str], width: int) -> None:
        """Ask at a table whose players have these names, in rows of a width."""
        super().__init__(_people(shared, names, width), [*_choices(shared, names)])


def _people(shared: SharedSeat, names: Sequence[str], width: int) -> str:
    """Return lines with the table's name, its people, its watchers, and the way to join."""
    company = shared.company
    table = _("Table {name}").format(name=without_fingerprint(company.table))
    rows = [*filter(None, [table, shared.setter_up()]), ""]
    for name, place in zip(names, company.places, strict=False):
        presence = presence_words(place)
        rows.append(f"{name} ({presence})" if presence else name)
    return "\n".join([*rows, *shared.notes(), "", *rows_to_join(shared.invitation, width)])


def _deeds(shared: SharedSeat, names: Sequence[str]) -> Iterable[Choice]:
    """Yield what can be done about players who are away."""
    for seat, name in enumerate(names):
        if seat in shared.replaceable:
            words = _("Let a computer play for {player}").format(player=name)
            yield Choice(f"{REPLACE}{seat}", words)
        if seat in shared.claimable:
            words = _("Claim the game from {player}").format(player=name)
            yield Choice(f"{CLAIM}{seat}", words)


def _choices(shared: SharedSeat, names: Sequence[str]) -> Iterable[Choice]:
    yield from (deeds := [*_deeds(shared, names)])
    if deeds:
        yield Choice("", "", is_heading=True)
    phrases = [*shared.phrases()]
    words = _("Say") if phrases else reason(HouseReason.TO_PARTNERS)
    yield Choice("", words, is_heading=True)
    for code, words in phrases:
        yield Choice(f"{SAY}{code}", words)
    yield Choice("", "", is_heading=True)
    yield from shared.copying()
    yield Choice("back", _("Back"))
