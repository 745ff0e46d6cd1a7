"""A game in lines as a seat sees it: a transcript of its moves, and a replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from cli.lines.game import LineGame
from cli.lines.looking import prompt
from cli.lines.retry import LineRetry
from cli.lines.review import LineReview
from cli.lines.variations import LineVariations
from cli.streams import BadUse, encoded
from engine.game import CHANCE
from engine.games import describe
from engine.reasons import IllegalMove
from engine.table import Table
from engine.timeline import TableTimeline, Timeline, steps_of
from play.controls import TypedControls
from play.deal_words import deal_words
from play.manual_loop import ManualLoop
from play.notes import said_note, told_notes
from play.replay_model import ReplayModel
from play.retry import RetryReason
from play.saved_games import NotChanged
from play.story import Highlight
from words.names import seat_name
from words.plain_text import folded
from words.translation import _, ended, several

if TYPE_CHECKING:
    from play.notes import GameFile
    from saves.record import Record
    from saves.replay import Replay


class Transcript:
    """The moves of a game in lines, as one seat sees them."""

    def __init__(self, game: LineGame, timeline: Timeline[Any], seat: int | None) -> None:
        """Write for a seat that the timeline may show; None writes for a spectator."""
        self._game = game
        self._timeline = timeline
        self._seat = seat

    def typed(self, at: int) -> Iterator[str]:
        """Yield move number `at` (from 0) as if it had been typed.

        Nothing for a lot, or for a move that its sentences say with its player.
        """
        play = self._timeline.plays[at]
        if play.seat != CHANCE and not self._game.says_mover(play.move, self._timeline.options):
            yield f"{prompt(self._timeline, play.seat)}{self._game.told(play.move)}"

    def answer(self, at: int) -> Iterator[str]:
        """Yield the result of move number `at`."""
        play = self._timeline.plays[at]
        return self._game.answer(self._before(at), play, self._before(at + 1))

    def whole(self) -> Iterator[bytes]:
        """Yield the game, move by move."""
        yield encoded(self._beginning())
        for at in range(len(self._timeline.plays)):
            yield encoded([*self.typed(at), *self.answer(at)])
        if self._timeline.outcome is not None:
            yield encoded([self._game.result(self._timeline)])

    def _beginning(self) -> Iterator[str]:
        """Yield the title of the game and, unless lots come first, its first situation."""
        first = self._before(0)
        yield self._game.title(self._timeline.options)
        if first.to_move != (CHANCE,):
            yield from self._game.situation(first)

    def _before(self, at: int) -> Any:
        return self._timeline.view_before_forfeit(at, self._seat)


def transcript(game: LineGame, table: Table[Any]) -> Iterator[bytes]:
    """Yield a whole game: as its only person sees it, or else as a spectator does."""
    people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
    seat = people[0] if len(people) == 1 and describe(game.key).has_secrets else None
    timeline = TableTimeline(table, frozenset() if seat is None else frozenset({seat}))
    return Transcript(game, timeline, seat).whole()


ON: Final = frozenset({"next_turn", "next_step", "last"})
"""The actions that step forward."""


class LineReplay:
    """A replay of a game that answers in lines.

    Attributes:
        game: What the game looks like in lines.
        record: The game, with what its file says of it.
        model: The replay.
        review: What its analysis has found.
        retrying: The turn that is tried again, None without one.
        variations: What is tried in it.
    """

    def __init__(self, game: LineGame, record: Record, file: GameFile) -> None:
        """Stand before the first move."""
        self.game = game
        self.record = record
        controls = TypedControls(game.controls.read)
        self._loop = ManualLoop()
        self.model = ReplayModel(record, file, controls, game.marks, self._loop)
        self.review = LineReview(game, self.model, self._loop)
        self.variations = LineVariations(game, self.model)
        self.retrying: LineRetry | None = None

    @property
    def replay(self) -> Replay[Any]:
        """The place in the game, or in the variation that is looked at."""
        return self.model.replay

    @property
    def _transcript(self) -> Transcript:
        return Transcript(self.game, self.model.timeline, self.model.eyes)

    @property
    def prompt(self) -> str:
        """The prompt, with the number of the turn and of all turns, or what the game counts."""
        if self.retrying:
            return self.retrying.prompt
        words = _("turn {turn} of {turns}")
        if self.model.variations.inside:
            words = _("variation, turn {turn} of {turns}")
        told = words.format(turn=self.replay.place.turn, turns=self.replay.turns)
        if place := self.game.story.place(self.model.view):
            told = _("{place}; {turn}").format(place=place, turn=told)
        return f"{told}> "

    @property
    def view(self) -> Any:
        """The view at this place, or before the turn that is tried again."""
        if self.retrying:
            return self.retrying.view
        return self.replay.view(self.model.eyes)

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had here, None if it can."""
        if self.retrying:
            is_free = action in ("back", "hint", "note", "retry")
            return None if is_free else IllegalMove(RetryReason.FIRST, turn=self.model.turn)
        if action in ("back", "variations"):
            return None
        return self.model.frame.refusal(action)

    def retry(self) -> Iterator[str]:
        """Try the turn again that is looked at. Raises `IllegalMove`."""
        retry = self.model.judging.retry(self.model.turn)
        self.retrying = LineRetry(self.game, retry, self._loop)
        yield from self.retrying.beginning()

    def tried(self, line: str) -> Iterator[str]:
        """Yield what a turn that was typed loses; once one is found, go on after the turn."""
        assert self.retrying
        yield from self.retrying.tried(line)
        if self.retrying.retry.is_found:
            self.end_retry()
            yield from self.lines()

    def end_retry(self) -> None:
        """Try no turn again."""
        if self.retrying:
            self.retrying = None
            self.model.judging.rest()

    def go(self, number: str) -> Iterator[str]:
        """Go to a move by its number, as it was typed. Raises `IllegalMove`."""
        if not number:
            yield _("Type go and a turn from 0 to {turns}.").format(turns=self.replay.turns)
        else:
            self.model.go_to(number)
            yield from self.lines()

    def step(self, action: str, count: int = 1) -> Iterator[str]:
        """Carry out an action that steps, some times or as far as possible."""
        went = 0
        while went < count and self.model.do(action):
            went += 1
        if went:
            yield from self.lines()
        else:
            yield self._no_further(action)

    def play(self, count: int | None) -> Iterator[str]:
        """Go on by some moves, or to the end, and tell each."""
        made = 0
        while (count is None or made < count) and self.replay.next():
            made += 1
            yield from self._led_to()
        yield from self._ahead() if made else (self._no_further("next_turn"),)

    def _no_further(self, action: str) -> str:
        """Return the sentence about the end that stops this action."""
        return _("This is the last turn.") if action in ON else _("This is the beginning.")

    def opening(self) -> Iterator[str]:
        """Yield what is said once: whether the deal is right. Then the first situation."""
        if words := deal_words(self.record):
            yield words
        yield from self.lines()

    def lines(self) -> Iterator[str]:
        """Yield the result of the last moves, and the next move."""
        if self.replay.moves_before == 0 and not self.replay.place.step:
            yield from self.game.situation(self.view)
        yield from self._led_to()
        yield from self._ahead()

    def _led_to(self) -> Iterator[str]:
        """Yield the result of the last moves, or in the middle of a move its last step."""
        at, step = self.replay.moves_before, self.replay.place.step
        plays = self.model.timeline.plays
        if step:
            play = plays[at]
            view = self.model.timeline.view_at(at, self.model.eyes)
            steps = steps_of(self.model.timeline.game, play)[:step]
            words = _("Step {step} of {steps}: {words}")
            told = self.game.step(steps[-1], view.during(steps[:-1]))
            yield words.format(step=step, steps=self.replay.steps, words=told)
            return
        last = max((done for done in range(at) if plays[done].seat != CHANCE), default=0)
        for done in range(last, at):
            yield from self._transcript.answer(done)
        yield from self.review.turn()
        if note := self._note:
            yield note
        if here := self.model.variations.begun.get(self.replay.place.turn):
            yield several(
                "{count} variation begins here.", "{count} variations begin here.", len(here)
            )

    def _ahead(self) -> Iterator[str]:
        """Yield the next move, or the result of the game."""
        view = self.view
        if self.replay.place.step:
            return
        if play := self.replay.play:
            words = _("Next: {move}")
            move = self.game.told(play.move)
            yield words.format(move=f"{prompt(self.model.timeline, play.seat)}{move}")
        elif view.outcome is not None:
            yield self.game.result(self.model.timeline)

    @property
    def _note(self) -> str:
        """The notes on this turn in words, "" for none."""
        notes = told_notes(self.model.notes.get(self.model.turn, ()), said_note)
        return ended(_("Note: {words}").format(words=notes)) if notes else ""

    def note(self, typed: str) -> Iterator[str]:
        """Yield the note on this turn, or write one; `none` removes it.

        Raises `BadUse`, `IllegalMove`.
        """
        if not typed:
            yield self._note or _("There is no note on this turn.")
            return
        is_removed, is_kept = folded(typed) in ("none", folded(_("none"))), False
        try:
            keep = self.model.begin_note("" if is_removed else typed)
        except NotChanged as why:
            raise BadUse(str(why)) from None
        try:
            said = keep()
            is_kept = True
        except NotChanged as why:
            raise BadUse(str(why)) from None
        finally:
            self.model.end_change(is_kept=is_kept)
        yield _("The note is removed.") if is_removed else _("The note is saved.")
        if said:
            yield said

    def marks(self, which: str) -> Iterator[str]:
        """Yield the turns worth going to; or go to the next or the previous one.

        Raises `BadUse`, and `IllegalMove` where there is none.
        """
        wanted, ways = folded(which), {"": ""}
        ways |= dict.fromkeys(("next", "n", folded(_("next"))), "next_mark")
        ways |= dict.fromkeys(("previous", "p", folded(_("previous"))), "previous_mark")
        if wanted not in ways:
            raise BadUse(_("Type marks, marks next or marks previous."))
        if wanted:
            self.model.do(ways[wanted])
            turn = self.replay.place.turn
            yield _told(next(mark for mark in self.model.marks if mark.turn == turn))
            yield from self.lines()
        else:
            yield from map(_told, self.model.marks)

    def look(self, who: str) -> Iterator[str]:
        """Look with the eyes of another seat, or tell the hands of all. Raises `BadUse`."""
        if folded(who) in ("all", folded(_("all"))):
            yield from self._all_hands()
            return
        key, timeline = self.game.key, self.model.timeline
        seat = seat_called(key, timeline, who, self.model.eyes)
        self.model.turn_round(seat)
        yield seen_by(key, timeline, seat)
        yield from self.game.situation(self.view)

    def _all_hands(self) -> Iterator[str]:
        """Yield the situation of the seat that looks, and what every other seat knew besides."""
        yield from (said := [*self.game.situation(self.view)])
        for seat in sorted(self.replay.seats - {self.model.eyes}):
            yield seen_by(self.game.key, self.model.timeline, seat)
            told = self.game.situation(self.replay.view(seat))
            yield from (line for line in told if line not in said)


def _told(mark: Highlight) -> str:
    turn = folded(_("turn {turn}").format(turn=mark.turn))
    if re.search(rf"{turn}\b", folded(mark.words)):
        return ended(mark.words)
    return ended(_("Turn {turn}: {words}").format(turn=mark.turn, words=mark.words))


def seen_by(game: str, timeline: Timeline[Any], seat: int) -> str:
    """Return the sentence that names the seat whose eyes look."""
    words = _("You see what this player sees: {player}.")
    return words.format(player=seat_name(game, timeline.seats[seat]))


def seat_called(game: str, timeline: Timeline[Any], who: str, now: int | None) -> int:
    """Return the seat with this name or number, or without one the seat after `now`.

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
