"""The words for shared tables, and the news of the people there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial, partialmethod
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cli.game_options import seat_typed
from cli.lines.play_words import Part
from cli.lines.replay import seat_called
from cli.lines.rows import lasting, levels_of, numbered, tell, tell_values, value_of, who_and_level
from cli.streams import BadUse
from cli.tables_here import AtServer, joined
from engine.client import Place
from engine.loop import OneTimer
from engine.table import HUMAN
from engine.updates import (
    Continued,
    DealChecked,
    NoticeChanged,
    Offered,
    PresenceChanged,
    Refused,
    Said,
    SecondPassed,
    TakenBack,
    Update,
)
from play.clocks import ClockWarnings, clock_lines
from play.last_setup import last_setup, own_name
from play.shared_seat import ways_to_join
from play.tables_here import (
    all_signs,
    note_server,
    own_table_with,
    quiet_access,
    server_here,
    tables_in,
    typed_access,
)
from words.plain_text import folded
from words.translation import _, reason, sentence

if TYPE_CHECKING:
    from cli.lines.far_table import FarTable
    from net.joining.seats import Access
    from net.joining.tables import TableSign


OUTAGE_TOLD: Final = (10, 60, 600)
"""The seconds after which a lost connection is told of again."""


class CompanyWords(Part):
    """The words for shared tables and for the way to one.

    Attributes:
        tells_phrases: Whether the phrases of others are told.
    """

    tells_phrases = True
    _table: FarTable | None = None
    _tables: tuple[TableSign, ...] = ()

    def sit_down(self) -> None:
        """Note the people at the table just joined."""
        at = self.console.at
        self._table = None
        if not at.is_near:
            from cli.lines.far_table import FarTable
            from saves.settings_file import read_settings

            assert isinstance(at, FarTable)
            self._table = at
            self._places: tuple[Place, ...] = at.company.places
            self._was_on = at.is_on
            self._was_away = self._was_after = ""
            self._is_continued = False
            self._is_down = False
            self._warnings, self._warning = ClockWarnings(at.company), OneTimer(at.loop)
            self._seconds_down = 0
            self.tells_phrases = read_settings().settings.phrases

    def go_on(self) -> None:
        """Go on to the table's next game or to another seat, unless a replay or a setup is open."""
        if self._table and self._is_continued and self.console.is_playing:
            self.console.go_over(self._table.follow())

    # News

    def hear(self, update: Update) -> None:
        """Tell the news of a shared table, and of the connection to it."""
        at, say = self._table, self.console.say
        if at is None:
            return
        self._watch_clock()
        if isinstance(update, PresenceChanged):
            self._tell_presence(at)
        elif isinstance(update, Continued):
            self._is_continued = True
            if not self.console.is_playing:
                say(_("The next game has begun; return leads to it."))
        elif isinstance(update, DealChecked):
            say(at.shared.deal())
        elif isinstance(update, Said) and self.tells_phrases:
            say(at.shared.said(update, at.names))
        elif isinstance(update, Offered | TakenBack):
            self._tell_take_back(at, update)
        elif isinstance(update, Refused):
            say(sentence(update.why))
        elif isinstance(update, NoticeChanged | SecondPassed):
            self._tell_line(at, update)

    def _watch_clock(self) -> None:
        """Warn the player once little time is left, now or as soon as that will be so."""
        seat = self._here.mine
        if warning := self._warnings.look(seat):
            self.console.say(warning)
        if (seconds := self._warnings.until(seat)) is not None:
            self._warning.start(seconds, self._watch_clock)

    def _tell_take_back(self, at: FarTable, update: Offered | TakenBack) -> None:
        """Tell that a take-back is asked for, or was agreed to."""
        say = self.console.say
        if isinstance(update, Offered) and update.offer.seat in at.client.own_seats:
            say(_("The others are asked whether you may take your last turn back."))
        elif isinstance(update, Offered):
            question = _("{player} would like to take back the last turn. Do you agree?")
            say(question.format(player=at.player(update.offer.seat)), _("Type yes or no."))
        elif update.seat is not None:
            say(_("{player} took the last turn back.").format(player=at.player(update.seat)))

    def _tell_presence(self, at: FarTable) -> None:
        """Tell the arrivals and departures, and begin the game once all seats are taken."""
        company, say = at.company, self.console.say
        for seat, (before, place) in enumerate(zip(self._places, company.places, strict=True)):
            if lasting(before) != lasting(place):
                say(tell(at.row(seat)))
        self._places = company.places
        if at.is_on and not self._was_on:
            self._was_on = True
            self.console.go_on()
        shared, movers = at.shared, at.timeline.to_move if at.is_on and not at.is_over else ()
        can_act = {*shared.replaceable, *shared.claimable}
        away = shared.waiting([seat for seat in movers if seat in can_act], at.names)
        if away != self._was_away:
            self._was_away = away
            if away:
                say(away)
        after = at.after() if at.is_over else ""
        if after != self._was_after:
            self._was_after = after
            is_asked = at.is_over and shared.wants_again is not None
            say(*filter(None, [after, _("Type yes or no.") if is_asked else ""]))

    def _tell_line(self, at: FarTable, update: NoticeChanged | SecondPassed) -> None:
        """Tell a fault of the connection, now and then that it lasts, or that it is back."""
        notice = at.client.notice
        if isinstance(update, SecondPassed):
            self._seconds_down += 1
            if self._seconds_down in OUTAGE_TOLD:
                self.console.say(at.outage())
        elif notice is not None:
            self._is_down |= at.client.banner is not None
            self.console.say(at.outage() or reason(notice))
        elif self._is_down:
            self._is_down, self._seconds_down = False, 0
            self.console.say(_("The connection to the table is back."))

    # At a shared table

    @property
    def _here(self) -> FarTable:
        assert self._table
        return self._table

    def do_people(self, rest: str) -> None:
        """Name the people at the table; or show what one seat can be, or change it."""
        at = self._here
        if rest:
            name, _blank, to = rest.partition(" ")
            row = at.row(seat_typed(at.game.key, at.timeline.seats, name))
            if to and not row.choices:
                raise BadUse(_("{seat} stays as it is.").format(seat=row.words))
            if to:
                row.change(value_of(row, to))
            else:
                self.console.say(*tell_values(row))
            return
        table = at.company.table
        words = _("Table {name}: {command}").format(name=table, command=ways_to_join(table)[2])
        self.console.say(words, *at.people())

    def do_clock(self, _rest: str) -> None:
        """Say how much time each player has left."""
        at = self._here
        self.console.say(*clock_lines(at.company, at.names))

    def do_say(self, rest: str) -> None:
        """Say a phrase, or list those that can be said."""
        phrases = [*self._here.shared.phrases()]
        if not rest:
            self.console.say(*(f"{at}. {words}" for at, (_code, words) in enumerate(phrases, 1)))
            return
        for number, (code, words) in enumerate(phrases, 1):
            if folded(rest).rstrip(".") in (str(number), code, folded(words).rstrip(".")):
                self._here.company.say(code)
                return
        raise BadUse(_("There is no phrase {text}; say lists them.").format(text=rest))

    def _answer(self, yes: bool, _rest: str) -> None:
        """Agree to what another player asks, or decline it."""
        self._here.shared.answer(yes)

    do_yes = partialmethod(_answer, True)
    do_no = partialmethod(_answer, False)

    def wish_another(self) -> None:
        """Ask for another game at the table, or press on to the next one of a series."""
        self._here.company.again(True)

    def do_sit(self, rest: str) -> None:
        """Take another seat."""
        at = self._here
        at.company.sit(seat_typed(at.game.key, at.timeline.seats, rest))

    def do_computer(self, rest: str) -> None:
        """Let a computer play a free seat, or the seat of an absent player."""
        who, level = who_and_level(self._here.game.key, rest)
        self._here.company.replace(self._meant(who, self._here.shared.replaceable), level)

    def do_claim(self, rest: str) -> None:
        """Claim the game."""
        self._here.company.claim(self._meant(rest, self._here.shared.claimable))

    def _meant(self, who: str, seats: list[int]) -> int:
        """Return the seat of a player; without a name the first of `seats`. Raises `BadUse`."""
        if who:
            return seat_called(self._here.game.key, self._here.timeline, who, None)
        if not seats:
            raise BadUse(_("There is nobody to do this with now."))
        return seats[0]

    def do_resign(self, _rest: str) -> None:
        """Give the game up. The line has to be typed twice."""
        if self.console.is_confirmed():
            self._here.shared.resign()
        else:
            self.console.say(_("Resign? You lose this game. Type the line again to resign."))

    # On the way to a shared table

    def do_tables(self, _rest: str) -> None:
        """List the tables of this machine."""
        from cli.tables_here import table_lines

        signs = all_signs()
        self._tables = tuple(tables_in(signs))
        self.console.say(*table_lines(signs, numbered=True))
        self.console.at.listed_by = "join" if self._tables else ""

    def do_join(self, rest: str) -> None:
        """Sit down at a table."""
        table, _blank, more = rest.partition(" ")
        if not table or folded(more) not in ("", "back", folded(_("back"))):
            raise BadUse(_("Type join and the name of a table; tables lists them."))
        self.go_to(*self._named(table), back=bool(more))

    def do_watch(self, rest: str) -> None:
        """Watch the game at a table."""
        if not rest:
            raise BadUse(_("Type watch and the name of a table; tables lists them."))
        self.go_to(*self._named(rest), watch=True)

    def _named(self, text: str) -> tuple[str, Access]:
        """Return the table with this number in the list, or of this name, and what is brought."""
        sign = numbered(self._tables, text)
        return (sign.name, quiet_access(sign.name)) if sign else (text, typed_access(text))

    def do_host(self, rest: str) -> None:
        """Open a table for the game being set up, or for another one, and sit down there.

        The last word may be the name or address of a server.
        """
        from cli.lines.far_table import FarTable
        from cli.lines.game_words import game_called
        from play.hosting import NoTable, plan_of, start, start_at

        if self.console.would_lose():
            return
        setting_up = self.console.setting_up
        rest, server = _server_apart(rest)
        if setting_up and not rest:
            setup = setting_up.setup
            self.console.say(*filter(None, [setting_up.cut_at_shared_table]))
        else:
            setup = last_setup(game_called(rest) if rest else self.console.at.game.key)
        try:
            if server:
                access = typed_access(server)
                self.console.leave_to(FarTable.at(start_at(server, setup, own_name(), access)))
                note_server(server, access.password)
            else:
                self.go_to(start(plan_of(setup)))
        except NoTable as why:
            raise BadUse(str(why)) from None

    def do_invite(self, rest: str) -> None:
        """Open the game that is played here to others, and go on with it."""
        from cli.lines.far_table import FarTable
        from play.hosting import NoTable, open_to_others, opening_of, usually_open

        self.console.session.begin_file()
        at, path = self.console.at, self.console.at.kept_in
        if path is None:
            raise BadUse(_("The game is not saved now, so it cannot be opened."))
        opener = at.controller.model.seat
        others = usually_open(at.timeline, opener)
        if rest:
            others = frozenset({seat_called(at.game.key, at.timeline, rest, None)}) - {opener}
        opening = opening_of(at.timeline, path, opener, others)
        at.close()
        try:
            seat = open_to_others(opening)
        except NoTable as why:
            self._play_at_home(path, {})
            raise BadUse(str(why)) from None
        far = FarTable.at(seat)
        self.console.say(far.shared.how_to_join())
        self.console.change_to(far)

    def do_close(self, rest: str) -> None:
        """Close the user's table to others, and go on with its game at home."""
        from net.names.names import close_table, game_of_table
        from play.hosting import seats_to_take

        at, levels = self._here, levels_of(self._here.game.key)
        if rest and folded(rest) not in levels:
            raise BadUse(_("There is no level {text}.").format(text=rest))
        kind = levels[folded(rest)] if rest else HUMAN
        kinds = dict.fromkeys(seats_to_take(at.company, at.client.own_seats), kind)
        path = game_of_table(at.company.table)
        if path is None:
            raise BadUse(_("The table is closed already."))
        at.close()
        close_table(path)
        self._play_at_home(path, kinds)

    def _play_at_home(self, path: Path, kinds: Mapping[int, str]) -> None:
        """Go on with a game from its file, or at the table that still has it.

        If neither can be had, the line mode says why and ends.
        """
        from cli import sessions
        from cli.lines.far_table import FarTable
        from play.hosting import seat_at_home

        console = self.console
        try:
            if table := own_table_with(path):
                console.change_to(FarTable.at(joined(table)))
            else:
                prepare = partial(seat_at_home, kinds=kinds)
                console.take_up(sessions.reopened(path, console.request, prepare))
        except BadUse:
            console.leave()
            raise

    def go_to(
        self, table: str, access: Access | None = None, *, watch: bool = False, back: bool = False
    ) -> None:
        """Sit down at a table, or watch it; the game here is left. Raises `BadUse`."""
        from cli.lines.far_table import FarTable

        if self.console.would_lose():
            return
        try:
            place = joined(table, watch=watch, back=back, access=access)
        except AtServer:
            self.do_tables("")
        else:
            self.console.leave_to(FarTable.at(place))


def _server_apart(words: str) -> tuple[str, str]:
    """Return words without the name or address of a server at their end, and that or the usual one.

    >>> _server_apart("Zen club@ada"), _server_apart("Zen")
    (('Zen', 'club@ada'), ('Zen', ''))
    """
    before, _blank, last = words.rpartition(" ")
    return (before, last) if "@" in last or "://" in last else (words, server_here())
