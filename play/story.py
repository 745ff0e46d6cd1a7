"""The story of a game: its highlights, and at its end the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine.clock import OUT_OF_TIME
from engine.game import CHANCE, side_of
from engine.log import FORFEIT, LogEntry
from engine.table import EventKind
from engine.timeline import Timeline, any_visible_seat
from play.setup import seat_of, together
from words.translation import _, ended, reason

MOST_COLOURS: Final = 2
"""The most sides that have a colour each."""


GARLAND: Final = 6
"""The parts in which the garland above a win is hung up."""


class Highlight(NamedTuple):
    """A turn worth going to.

    Attributes:
        turn: How many turns were made once it had happened, from 1.
        name: Its name, in two or three words.
        words: The same with how much of it and when, in a few words more.
        side: The side it belongs to, 0 or 1, whose coin is shown; None for no side.
        is_small: Whether a timeline has no room for it.
    """

    turn: int
    name: str
    words: str
    side: int | None = None
    is_small: bool = False


class Story(NamedTuple):
    """How a game ended, and what led there.

    Attributes:
        side: The side that won, 0 or 1, whose colour is shown; None for a draw, or where
            more than two sides play.
        title: The winners; the person alone at this screen is "you".
        why: Why, as a sentence.
        turns: How many turns were made.
        highlights: The turns worth telling, the dearest first.
        leads: After each turn by how much the first side was ahead, negative where the second
            one was; empty for a game that cannot say.
        coins: The signs of the two sides.
        is_won: Whether the person alone at this screen has won.
        hung: How much of the garland above a win hangs already, in parts of `GARLAND`.
        feats: The firsts and records of the person alone at this screen, the dearest first, each
            in words and in fewer words.
    """

    side: int | None
    title: str
    why: str
    turns: int
    highlights: tuple[Highlight, ...] = ()
    leads: tuple[int, ...] = ()
    coins: str = "●○"
    is_won: bool = False
    hung: int = GARLAND
    feats: tuple[tuple[str, str], ...] = ()


def capital(words: str) -> str:
    """Return words with a capital at their beginning.

    >>> capital("all 58 cards are laid."), capital("")
    ('All 58 cards are laid.', '')
    """
    return words[:1].upper() + words[1:]


class GameStory:
    """Tells the games of one kind, for the screen and the lines; each game has a subclass.

    `names` are the names of the players by seat, as they are shown; `mine` is the seat of the
    person alone at this screen, who is told "you win", None for nobody or several.
    """

    def highlights(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the turns worth telling, the dearest first; of a game in play too."""
        return ()

    def marks(self, timeline: Timeline[Any], names: Sequence[str]) -> tuple[Highlight, ...]:
        """Return the turns worth going to in a replay: the highlights and others."""
        return self.highlights(timeline, names)

    def place(self, view: Any) -> str:
        """Return where a view stands, in a game that counts something else than turns, else ""."""
        return ""

    @property
    def widest_place(self) -> str:
        """The longest words of `place`."""
        return ""

    def leads(self, timeline: Timeline[Any]) -> tuple[int, ...]:
        """Return after each turn by how much the first side was ahead; nothing if none can say."""
        return ()

    def why(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return why the game ended, as a sentence without a capital."""
        if has_given_up(timeline):
            return given_up(timeline, names)
        assert timeline.outcome
        return ended(reason(timeline.outcome.why))

    def result(self, timeline: Timeline[Any], names: Sequence[str], mine: int | None = None) -> str:
        """Return the winners and the reason as a sentence, "" while the game is in play."""
        if timeline.outcome is None:
            return ""
        why = self.why(timeline, names).removesuffix(".")
        if title := own_win(timeline, mine):
            return _("{you_win}: {why}.").format(you_win=title, why=why)
        winners = winners_of(timeline, names)
        words = _("{players} win: {why}.") if len(winners) > 1 else _("{player} wins: {why}.")
        if not winners:
            words = _("A draw: {why}.")
        called = " + ".join(winners)
        return own_loss(timeline, mine) + words.format(player=called, players=called, why=why)

    def scores(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return everybody's score as a sentence; nothing where nobody has one."""
        return ""

    def ending(self, timeline: Timeline[Any], names: Sequence[str]) -> str:
        """Return why the game ended in whole sentences, for below the name of the winner."""
        return capital(self.why(timeline, names))

    def end(
        self, timeline: Timeline[Any], names: Sequence[str], mine: int | None = None
    ) -> Story | None:
        """Return the story of a game that is over, None for one in play."""
        outcome = timeline.outcome
        if outcome is None:
            return None
        sides = timeline.game.sides(timeline.options)
        winners = winners_of(timeline, names)
        title = _("{player} wins").format(player=winners[0]) if winners else _("A draw")
        if len(winners) > 1:
            title = _("{players} win").format(players=" + ".join(winners))
        own = own_win(timeline, mine)
        has_side = bool(outcome.winners) and len(sides) <= MOST_COLOURS
        return Story(
            side_of(sides, outcome.winners[0]) if has_side else None,
            own or title,
            own_loss(timeline, mine) + self.ending(timeline, names),
            sum(play.seat != CHANCE for play in timeline.plays),
            self.highlights(timeline, names),
            self.leads(timeline),
            is_won=bool(own),
        )


def own_win(timeline: Timeline[Any], mine: int | None) -> str:
    """Return that the person at a seat has won a game that is over, "" where that is not so."""
    assert timeline.outcome
    winners, sides = timeline.outcome.winners, timeline.game.sides(timeline.options)
    if mine is None or mine not in winners:
        return ""
    if len({side_of(sides, seat) for seat in winners}) > 1:
        return _("You share the win")
    return _("Your team wins") if len(winners) > 1 else _("You win")


def own_loss(timeline: Timeline[Any], mine: int | None) -> str:
    """Return that the person at a seat has lost a game that is over, before who won; "" if not."""
    assert timeline.outcome
    winners = timeline.outcome.winners
    return f"{_('You lose.')} " if winners and mine is not None and mine not in winners else ""


def ahead_from(leads: Iterable[bool]) -> int:
    """Return from which turn on a player was ahead until the end, 0 if not at the end.

    >>> ahead_from([True, False, True, True]), ahead_from([True, False])
    (3, 0)
    """
    first = 0
    for turn, is_ahead in enumerate(leads, start=1):
        first = (first or turn) if is_ahead else 0
    return first


def turning_point(winner: int, leads: Iterable[int]) -> Iterator[Highlight]:
    """Yield the turn from which the side that won, 0 or 1, was ahead until the end, if it was.

    The `leads` say after each turn by how much side 0 was ahead.
    """
    if first := ahead_from(lead * (1, -1)[winner] > 0 for lead in leads):
        words = _("Ahead from turn {turn} on").format(turn=first)
        yield Highlight(first, _("ahead from here"), words, winner)


def view_at(timeline: Timeline[Any], at: int | None = None) -> Any:
    """Return a view of a game after `at` moves, by default after all: any that may be seen."""
    eyes = any_visible_seat(timeline)
    return timeline.view(eyes) if at is None else timeline.view_at(at, eyes)


def has_given_up(timeline: Timeline[Any]) -> bool:
    """Whether the game ended because a player gave up."""
    return [told.what for told in _last_entries(timeline)] == [FORFEIT]


def given_up(timeline: Timeline[Any], names: Sequence[str]) -> str:
    """Return the sentence that a player gave up, with the reason if the record has one."""
    (last,) = _last_entries(timeline)
    player = names[last.seat]
    text = next((e.text for e in reversed(timeline.events) if e.kind is EventKind.FORFEIT), "")
    if text == OUT_OF_TIME:
        return _("{player} ran out of time.").format(player=player)
    if text:
        return _("{player} gave up ({why}).").format(player=player, why=_(text))
    return _("{player} gave up.").format(player=player)


def winners_of(timeline: Timeline[Any], names: Sequence[str]) -> Sequence[str]:
    """Return the winners of a game that is over; several of them without levels."""
    assert timeline.outcome
    seats = timeline.outcome.winners
    if len(seats) < 2:
        return [names[seat] for seat in seats]
    return together([seat_of(names[seat], timeline.sitters[seat].kind) for seat in seats])


def _last_entries(timeline: Timeline[Any]) -> tuple[LogEntry, ...]:
    told: tuple[LogEntry, ...] = view_at(timeline).log.latest(1)
    return told
