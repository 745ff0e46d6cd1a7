"""Stepping through a game line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.lines.game import LineGame, TurnWorthSeeing
from cli.lines.transcript import Transcript
from cli.streams import BadUse
from engine.game import CHANCE
from engine.games import describe
from engine.table import Table
from engine.timeline import TableTimeline, Timeline, steps_of
from host.outside import fresh_seed
from saves.replay import Replay, branch, replay_seats
from words.names import seat_name
from words.plain_text import folded
from words.translation import _, ended


class LineReplay:
    """A replay of a game that answers in lines.

    Attributes:
        game: What the game looks like in lines.
        table: The game.
        replay: Where one is.
    """

    def __init__(self, game: LineGame, table: Table[Any]) -> None:
        """Stand before the first move."""
        seats = replay_seats(table)
        self._timeline = TableTimeline(table, seats)
        self.replay = Replay(self._timeline)
        self.game = game
        self.table = table
        self._seat = min(seats, default=None) if describe(game.key).has_secrets else None
        self._steps = {
            "next": self.replay.next,
            "previous": self.replay.previous,
            "forward": self.replay.next_step,
            "backward": self.replay.previous_step,
            "first": self.replay.first,
            "last": self.replay.last,
        }

    @property
    def _transcript(self) -> Transcript:
        return Transcript(self.game, self._timeline, self._seat)

    def branch(self) -> Table[Any]:
        """Return a new game that goes on from here. Raises `ValueError` if it is over here."""
        return branch(self.table, self.replay.moves_before, self.replay.seats, fresh_seed())

    @property
    def is_over_here(self) -> bool:
        """Whether one is at the end of a game that is over."""
        return self.replay.place.turn == self.replay.turns and self._timeline.outcome is not None

    @property
    def prompt(self) -> str:
        """How many moves are done, and how many there are."""
        words = _("turn {turn} of {turns}")
        return f"{words.format(turn=self.replay.place.turn, turns=self.replay.turns)}> "

    @property
    def view(self) -> Any:
        """What one may see here."""
        return self.replay.view(self._seat)

    def go(self, number: str) -> Iterator[str]:
        """Go to a move by its number, as it was typed."""
        turns = self.replay.turns
        try:
            self.replay.go_to(int(number))
        except ValueError:
            words = _("There is no turn {turn}, only 0 to {turns}.")
            if not number:
                words = _("Type go and a turn from 0 to {turns}.")
            yield words.format(turn=number, turns=turns)
        else:
            yield from self.lines()

    def step(self, by: str, count: int = 1) -> Iterator[str]:
        """Go to the `next` place, the `previous`, the `first` or the `last` one.

        `forward` and `backward` go by a step of a move.
        """
        went = 0
        while went < count and self._steps[by]():
            went += 1
        if went:
            yield from self.lines()
        else:
            yield self._no_further(by)

    def play(self, count: int | None) -> Iterator[str]:
        """Go on by so many moves, or to the end, and tell each."""
        made = 0
        while (count is None or made < count) and self.replay.next():
            made += 1
            yield from self._led_to()
        yield from self._ahead() if made else (self._no_further("next"),)

    def _no_further(self, by: str) -> str:
        """Return which end one is at."""
        is_on = by in ("next", "forward", "last")
        return _("This is the last turn.") if is_on else _("This is the beginning.")

    def lines(self) -> Iterator[str]:
        """Yield what the last moves led to, and which one comes next."""
        if self.replay.moves_before == 0 and not self.replay.place.step:
            yield from self.game.situation(self.view)
        yield from self._led_to()
        yield from self._ahead()

    def _led_to(self) -> Iterator[str]:
        """Yield what the last moves led to; in the middle of one its last step."""
        at, step = self.replay.moves_before, self.replay.place.step
        plays = self._timeline.plays
        if step:
            play = plays[at]
            view = self._timeline.view_at(at, self._seat)
            steps = steps_of(self._timeline.game, play)[:step]
            words = _("Step {step} of {steps}: {words}")
            told = self.game.step(steps[-1], view.during(steps[:-1]))
            yield words.format(step=step, steps=self.replay.steps, words=told)
            return
        last = max((done for done in range(at) if plays[done].seat != CHANCE), default=0)
        for done in range(last, at):
            yield from self._transcript.answer(done)

    def _ahead(self) -> Iterator[str]:
        """Yield which move comes next, or how the game ended."""
        view = self.view
        if self.replay.place.step:
            return
        if play := self.replay.play:
            words = _("Next: {move}")
            move = self.game.told(play.move)
            yield words.format(move=f"{self.game.prompt(view, play.seat)}{move}")
        elif view.outcome is not None:
            yield self.game.result(view.outcome)

    def marks(self, which: str) -> Iterator[str]:
        """Yield the turns worth going to; or go to the next or the previous one."""
        marks, turn = self.game.marks(self._timeline), self.replay.place.turn
        wanted = folded(which)
        if not which:
            for mark in marks:
                yield _told(mark)
            if not marks:
                yield _("There is no turn worth seeing.")
            return
        if wanted in ("next", "n", folded(_("next"))):
            there = next((mark for mark in marks if mark.turn > turn), None)
            missing = _("There is no mark after this turn.")
        elif wanted in ("previous", "p", folded(_("previous"))):
            there = next((mark for mark in reversed(marks) if mark.turn < turn), None)
            missing = _("There is no mark before this turn.")
        else:
            raise BadUse(_("Type marks, marks next or marks previous."))
        if there is None:
            yield missing
            return
        self.replay.go_to(there.turn)
        yield _told(there)
        yield from self.lines()

    def look(self, who: str) -> Iterator[str]:
        """Look with the eyes of another seat, or tell what each seat knew. Raises `BadUse`."""
        if len(self.replay.seats) < 2:
            raise BadUse(_("While the game is in play you see what the player to move sees."))
        if folded(who) in ("all", folded(_("all"))):
            yield from self._all_hands()
            return
        self._seat = seat_called(self.game.key, self._timeline, who, self._seat)
        yield seen_by(self.game.key, self._timeline, self._seat)
        yield from self.game.situation(self.view)

    def _all_hands(self) -> Iterator[str]:
        """Yield how things stand for the seat that looks, and what every other one knew besides."""
        yield from (said := [*self.game.situation(self.view)])
        for seat in sorted(self.replay.seats - {self._seat}):
            yield seen_by(self.game.key, self._timeline, seat)
            told = self.game.situation(self.replay.view(seat))
            yield from (line for line in told if line not in said)


def _told(mark: TurnWorthSeeing) -> str:
    return ended(_("Turn {turn}: {words}").format(turn=mark.turn, words=mark.words))


def seen_by(game: str, timeline: Timeline[Any], seat: int) -> str:
    """Return with whose eyes one looks."""
    words = _("You see what this player sees: {player}.")
    return words.format(player=seat_name(game, timeline.seats[seat]))


def seat_called(game: str, timeline: Timeline[Any], who: str, now: int | None) -> int:
    """Return the seat of this name or number; without one, that after the seat `now`.

    Raises `BadUse`.
    """
    seats = timeline.seats
    if not who:
        return 0 if now is None else (now + 1) % len(seats)
    for seat, name in enumerate(seats):
        sitter = timeline.sitters[seat].name
        if folded(who) in (
            folded(name),
            folded(seat_name(game, name)),
            folded(sitter),
            str(seat + 1),
        ):
            return seat
    names = ", ".join(seat_name(game, seat) for seat in seats)
    raise BadUse(_("There is no player {text}, only {players}.").format(text=who, players=names))
