"""A seat at a table shared with people elsewhere: its actions, their refusals, its sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from engine.client import ADDRESS, Client, Company, Place
from engine.games import describe
from engine.reasons import HouseReason, IllegalMove
from engine.updates import Offer, Said
from host.races import Races
from play.clocks import control_words
from play.frame import Refusals, offered
from play.new_game_model import kind_words
from play.rows import Choice
from play.tables_here import server_here
from words.names import level_name, phrase_words
from words.translation import _, ended, reason, sentence, several, why

SHARED: Final = frozenset(
    {"people", "clock", "mute", "say", "yes", "no", "sit", "computer", "claim", "resign", "close"}
)
"""The actions that only shared tables have."""

COPY: Final = "copy"
"""The id of the wish to copy the line that leads others here."""

SELF, FREE = "self", "free"
"""The ids of what can be done with a seat in the waiting room, besides the levels of computers."""
CURSOR_LEVEL: Final = "casual"
"""The level that the cursor stands on first."""


class SharedSeat:
    """The seat of the people here at a shared table; a spectator has none.

    Attributes:
        client: Their client.
        company: The others at the table.
    """

    def __init__(self, client: Client[Any]) -> None:
        company = client.company
        assert company is not None
        self.client = client
        self.company: Company = company

    @property
    def own(self) -> frozenset[int]:
        """The seats that are played here."""
        return self.client.own_seats

    def refusals(self) -> Refusals:
        """Return why each action of shared tables cannot be had now."""
        company = self.company
        has_begun, is_seated = company.has_begun, bool(self.own)
        is_over = has_begun and self.client.timeline.outcome is not None
        is_played = is_seated and has_begun and not is_over
        is_asked = self.offer is not None or (is_over and self.wants_again is not None)
        refusals = offered(
            {
                "people": True,
                "clock": company.control is not None,
                "mute": True,
                "say": True,
                "yes": is_asked,
                "no": is_asked,
                "sit": is_seated and not has_begun,
                "computer": is_seated,
                "claim": is_seated,
                "again": is_seated and is_over,
                "resign": is_played,
                "close": is_played and company.is_owner,
            }
        )
        if not company.phrases:
            refusals["say"] = IllegalMove(HouseReason.TO_PARTNERS)
        return refusals

    # Questions of others

    @property
    def offer(self) -> Offer | None:
        """The take-back that another player asks for, None for none."""
        offer = self.client.offer
        return offer if offer and offer.seat not in self.own else None

    @property
    def wants_again(self) -> int | None:
        """The seat of a person who wants another game, and waits for a word from here.

        None for none, and in a series, which goes on by itself.
        """
        places = self.company.places
        if not self.own or self._goes_on or any(places[at].again is not None for at in self.own):
            return None
        others = (at for at in self._others if places[at].is_person)
        return next((at for at in others if places[at].again), None)

    def answer(self, yes: bool) -> None:
        """Agree to what another player asks, or decline it."""
        if offer := self.client.offer:
            self.client.answer(offer, yes)
        else:
            self.company.again(yes)

    def resign(self) -> None:
        """Give the game up."""
        for seat in self.own:
            self.client.resign(seat)

    @property
    def _goes_on(self) -> bool:
        """Whether another game of a series follows the one that is played."""
        series = self.company.series
        return series is not None and series.left > 0

    # The seats of others

    @property
    def _others(self) -> list[int]:
        return [seat for seat in range(len(self.company.places)) if seat not in self.own]

    @property
    def replaceable(self) -> list[int]:
        """The seats that a computer may play from now on, at a word from here."""
        places = self.company.places
        return [at for at in self._others if self.own and may_replace(self.company, places[at])]

    @property
    def claimable(self) -> list[int]:
        """The seats of players who were away for too long, so that the game may be claimed."""
        places = self.company.places
        return [at for at in self._others if self.own and may_claim(self.company, places[at])]

    # The waiting room, before the game begins

    def changes(self, seat: int) -> Sequence[Choice]:
        """Return what can be done with a seat: give it to a computer, take it, or free it again."""
        company = self.company
        if not company.is_connected or seat >= len(company.places):
            return ()
        place = company.places[seat]
        if not place.is_free:
            may_free = company.is_owner and bool(place.level)
            return (Choice(FREE, _("free"), _("for somebody else")),) if may_free else ()
        oneself = [Choice(SELF, _("yourself"), _("in place of your own seat"))] if self.own else []
        levels = level_choices(self.client.timeline.game.key) if company.is_owner else ()
        return [*levels, *oneself]

    def change(self, seat: int, to: str) -> None:
        """Do one of the `changes` of a seat, by its id."""
        if to == SELF:
            self.company.sit(seat)
        else:
            self.company.replace(seat, "" if to == FREE else to)

    # In words

    def said(self, update: Said, names: Sequence[str]) -> str:
        """Return the words of a phrase, with its speaker."""
        who = _("A spectator") if update.seat is None else names[update.seat]
        return _("{player}: {phrase}").format(player=who, phrase=phrase_words(update.phrase))

    def sitter(self, seat: int) -> str:
        """Return the player of a seat in words, with whether it is there."""
        place = self.company.places[seat]
        presence, name = presence_words(place), place.name
        if place.level:
            return kind_words(place.level)
        if seat in self.own:
            return _("{player} (you)").format(player=name)
        if not name or not presence:
            return name or presence
        return _("{colour} ({players})").format(colour=name, players=presence)

    def waiting(self, to_move: Collection[int], names: Sequence[str]) -> str:
        """Return the sentence about an absent player who is to move, "" if all are there."""
        company = self.company
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

    def outage(self) -> tuple[str, ...]:
        """Return what to say of a lost connection, in fewer and fewer words; none while it is up.

        It says when the connection is tried again, and how long the others still wait. Of a server
        that stopped it says when it is back.
        """
        outage, notice = self.company.outage, self.client.notice
        if outage is None or notice is None:
            return ()
        if outage.back:
            words = _("It is back in about {seconds} s.").format(seconds=outage.back)
            brief = _("The server is back in about {seconds} s.").format(seconds=outage.back)
            return f"{ended(reason(notice))} {words}", brief
        words = _("Next try in {seconds} s.") if outage.next_try else _("Trying again now.")
        tries = words.format(seconds=outage.next_try)
        long, short = (
            f"{ended(reason(one))} {tries}" for one in (notice, self.client.banner or notice)
        )
        if outage.claimable is None:
            return long, short, tries
        claim = brief = _("The others may claim the game.")
        if outage.claimable:
            claim = _("The others may claim the game in {seconds} s.")
            brief = _("Line lost. Try in {next} s, claim in {seconds} s.")
        facts = {"next": outage.next_try, "seconds": outage.claimable}
        claim, brief = claim.format(**facts), brief.format(**facts)
        return f"{long} {claim}", f"{short} {claim}", brief, short, tries

    def after(self, names: Sequence[str]) -> str:
        """Return the sentence about another game after this one, "" if nobody wants one."""
        places = self.company.places
        said = {at: places[at].again for at in self._others}
        no = next((at for at, again in said.items() if again is False), None)
        yes = next((at for at, again in said.items() if again), None)
        if no is not None:
            return _("{player} does not want another game.").format(player=names[no])
        if any(places[at].again for at in self.own):
            return _("The others are asked about another game.")
        if yes is not None:
            words = _("{player} would like another game.")
            if self._goes_on:
                words = _("{player} is ready for the next game.")
            return words.format(player=names[yes])
        if self._goes_on:
            words = _("The next game begins by itself within {seconds} s.")
            return words.format(seconds=self.company.pause)
        return ""

    def deal(self) -> str:
        """Return the sentence about the deal that was checked, "" for none."""
        return sentence(self.company.deal) if self.company.deal else ""

    def how_to_join(self) -> str:
        """Return the sentence that says how others join the table."""
        return ways_to_join(self.invitation)[0]

    def copying(self) -> Iterator[Choice]:
        """Yield the choice to copy the line for others, where it is too long to be typed."""
        if ADDRESS in self.invitation:
            yield Choice(COPY, _("Copy the line for others"))

    @property
    def line_for_others(self) -> str:
        """The command that leads others here."""
        return ways_to_join(self.invitation)[2]

    @property
    def invitation(self) -> str:
        """The name or the address by which others join the table."""
        table = self.company.table
        return table if ADDRESS in table else self.company.address or table

    def setter_up(self) -> str:
        """Return the sentence that names the owner of the table, "" for one on another machine."""
        if not self.company.owner:
            return ""
        return _("Set up by {owner}").format(owner=self.company.owner)

    def notes(self) -> Iterator[str]:
        """Yield a password, the times, how many watch, and who could know or choose the cards."""
        if self.company.has_password:
            yield _("with a password for those of other machines")
        if control := self.company.control:
            yield control_words(control)
        timeline, race_time = self.client.timeline, self.company.race_time
        if describe(timeline.game.key).has_race(asdict(timeline.options)):
            seconds = round(race_time * Races.seconds)
            words = _("{seconds} seconds to slap") if seconds else _("lots decide the slaps")
            yield words.format(seconds=seconds)
        if count := self.company.watchers:
            yield several("{count} spectator", "{count} spectators", count)
        if self.company.deal:
            yield why(self.company.deal)
        if not self.company.is_owner:
            if self.company.is_known:
                yield _("whoever set up this table may know the cards")
            elif ADDRESS in self.company.table:
                yield _("whoever keeps this table could know the cards")

    def phrases(self) -> Iterator[tuple[str, str]]:
        """Yield the code of each phrase that may be said now, and its words."""
        for code in self.company.phrases:
            yield code, phrase_words(code)


def presence_words(place: Place) -> str:
    """Return one or two words for an absent player, "" for a player who is there."""
    if place.is_free:
        return _("free")
    if place.is_gone:
        return _("not connected")
    return "" if place.is_here else _("silent")  # a computer player of the table is always there


def may_replace(company: Company, place: Place) -> bool:
    """Whether a computer may play for the player of a place, who was not there for a while.

    A free seat is its owner's to give.
    """
    if place.is_free:
        return company.is_owner
    return place.is_gone and place.absent >= company.grace


def may_claim(company: Company, place: Place) -> bool:
    """Whether the game may be claimed, as the player of a place was absent for too long."""
    is_absent = not (place.is_free or place.is_here)
    return is_absent and place.waited >= company.patience


def level_choices(game: str) -> Sequence[Choice]:
    """Return the computer players of a game to choose from, the weakest first."""
    levels = describe(game).levels
    return [Choice(level, level_name(level), _(words)) for level, words in levels.items()]


def ways_to_join(table: str) -> tuple[str, str, str]:
    """Return how others join a table, in fewer and fewer words; the last is the bare command.

    >>> ways_to_join("ada")[2]
    'tapis join ada'
    """
    command = f"tapis join {table}"
    call = _("Others join from a terminal on this machine with: {command}")
    if ADDRESS in table:
        call = _("Others join from their machines with: {command}")
    elif server_here():
        name = table.rpartition("/")[2]
        words = _("Others find it here, among the shared tables: {table}")
        brief = _("Among the shared tables: {table}")
        return words.format(table=name), brief.format(table=name), name
    return call.format(command=command), _("To join: {command}").format(command=command), command


def rows_to_join(table: str, width: int) -> list[str]:
    """Return how others join a table, in rows of a width.

    An address that needs more than one row has its fingerprint on rows of its own.

    >>> rows_to_join("wss://club.example/ada#sha256:0f", 40)
    ['Others join from their machines with:', 'tapis join wss://club.example/ada', '#sha256:0f']
    """
    call, brief, command = ways_to_join(table)
    for words in (call, brief, command):
        if len(words) <= width:
            return [words]
    head = next((one for one in (call, brief) if len(one) - len(command) <= width), brief)
    place, sign, fingerprint = command.partition("#")
    rows = [head.removesuffix(command).rstrip()]
    for words in (place, sign + fingerprint):
        rows += [words[at : at + width] for at in range(0, len(words), width)]
    return rows
