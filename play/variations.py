"""The variations of a replayed game: which there are, and the place in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

from engine.games import describe
from engine.reasons import IllegalMove, Reason
from engine.table import Table
from engine.timeline import TableTimeline
from host.outside import fresh_seed
from play.frame import NO_SENSE_NOW
from play.notes import Keep, Margin, noted
from saves.document import Fault
from saves.record import PERSON, Note, Remarks, Variation
from saves.replay import Replay, ReplayPosition
from saves.variations import MAX_EFFORT, MAX_VARIATIONS, beginning, effort_of, is_shown, opened
from words.translation import several

M = TypeVar("M")


class VariationRefusal(Reason):
    """Why nothing can be tried."""

    OVER_HERE = "The game is over here; go back to try a move."
    OTHERS_PLAY = "Others play here too; moves are tried when the game is over."
    TOO_MANY = "A game has {most} variations at most; delete one first."
    TOO_LONG = "The variations of this game would be too long; delete one first."


class Inside(NamedTuple):
    """A variation that is looked at.

    Attributes:
        variation: The variation.
        table: The game as it is in it.
        timeline: All of that game: nobody has secrets in it.
        replay: The place in it.
        start: The turns before its first move.
    """

    variation: Variation
    table: Table[Any]
    timeline: TableTimeline[Any]
    replay: Replay[Any]
    start: int


class Variations(Generic[M]):
    """The variations of a game that its readers may see, and the place in the game or in one.

    Attributes:
        margin: Where they are written.
        game: The game as far as it may be read.
        inside: The variation that is looked at, None in the game itself.
    """

    def __init__(self, margin: Margin, game: TableTimeline[M]) -> None:
        """Stand before the first turn of the game."""
        self.margin = margin
        self.game = game
        self.inside: Inside | None = None
        self._table: Table[M] = margin.record.table
        self._replay = Replay(game)
        self._efforts: dict[Variation, int] = {}
        self._change: tuple[Variation, Variation | None] | None = None

    # The place

    @property
    def table(self) -> Table[M]:
        """The game, as it is in the variation that is looked at."""
        return self.inside.table if self.inside else self._table

    @property
    def timeline(self) -> TableTimeline[M]:
        """What may be read of the game, or of the variation that is looked at."""
        return self.inside.timeline if self.inside else self.game

    @property
    def replay(self) -> Replay[M]:
        """The place in the game, or in the variation that is looked at."""
        return self.inside.replay if self.inside else self._replay

    @property
    def readers(self) -> frozenset[int]:
        """The seats whose views of the game may be read."""
        return self._replay.seats

    def enter(self, variation: Variation, made: int | None = None) -> None:
        """Go into a variation, after `made` of its moves, chance's included; or to its end."""
        table = opened(self._table, variation)
        timeline = TableTimeline(table, frozenset(range(len(table.seats))))
        replay = Replay(timeline)
        replay.last()
        start = replay.turn_after(variation.at)
        if made is not None:
            replay.go_to(max(replay.turn_after(variation.at + made), start + 1))
        self.inside = Inside(variation, table, timeline, replay, start)

    def leave(self) -> None:
        """Go back into the game, to the place where the variation begins."""
        if self.inside:
            self._replay.go_to(self.inside.start)
            self.inside = None

    def leave_before_start(self) -> None:
        """Go back into the game if the place in the variation is before its first move."""
        if self.inside and self.inside.replay.place <= ReplayPosition(self.inside.start):
            place = self.inside.replay.place
            self.inside = None
            self._replay.go_to(*place)

    # What there is

    @property
    def shown(self) -> tuple[Variation, ...]:
        """The variations in the order in which they begin."""
        if self.margin.is_read_by_others:
            return ()
        all_ = self.margin.remarks.variations
        seen = [one for one in all_ if is_shown(self._table, one, self.readers)]
        return tuple(sorted(seen, key=lambda one: one.at))

    @property
    def begun(self) -> Mapping[int, tuple[Variation, ...]]:
        """The variations by the turn of the game after which they begin; none within one."""
        return {} if self.inside else self.all_begun

    @property
    def all_begun(self) -> Mapping[int, tuple[Variation, ...]]:
        """The variations by the turn of the game after which they begin."""
        found: dict[int, tuple[Variation, ...]] = {}
        for one in self.shown:
            turn = self._replay.turn_after(one.at)
            found[turn] = (*found.get(turn, ()), one)
        return found

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on the game, or on the variation that is looked at."""
        return self.inside.variation.notes if self.inside else self.margin.remarks.notes

    @property
    def notes_shown(self) -> tuple[Note, ...]:
        """The notes that may be read here.

        In a game in play that hides something these are notes of people: an analysis of another
        program may have seen all cards.
        """
        is_open = self._table.outcome or not describe(self._table.game.key).has_secrets
        return tuple(note for note in self.notes if is_open or note.by == PERSON)

    # Changes

    @property
    def refusal(self) -> IllegalMove | None:
        """Why nothing can be tried anywhere now: a computer's answer would help one of several."""
        if self.margin.has_opponents:
            return IllegalMove(VariationRefusal.OTHERS_PLAY)
        return self.margin.refusal

    def refusals(self) -> dict[str, IllegalMove | None]:
        """Return why nothing can be noted, tried, looked at or removed at this place."""
        why, over = self.margin.refusal, None
        if self.timeline.view_before_forfeit(self.replay.moves_before, None).outcome:
            over = IllegalMove(VariationRefusal.OVER_HERE)
        here = {"note": why, "try": self.refusal or over}
        if self.inside:
            only_in_game = dict.fromkeys(("variations", "back", "analysis"), NO_SENSE_NOW)
            return here | only_in_game | {"remove": why, "to_game": None}
        only_here = dict.fromkeys(("remove", "to_game"), NO_SENSE_NOW)
        return here | only_here | {"variations": None if self.begun else NO_SENSE_NOW}

    def begin_note(self, turn: int, typed: str) -> Keep:
        """Begin to write a note on a turn; `end_change` follows.

        Raises `IllegalMove`, `NotChanged`.
        """
        replay, before = self.replay, self.inside and self.inside.variation
        notes = noted(self.notes, replay.moves_after(turn), typed, replay.turn_after)
        if before is None:
            return self.margin.begin(self.margin.remarks._replace(notes=notes))
        return self._begin_change(before, replace(before, notes=notes))

    def begin_removal(self) -> Keep:
        """Begin to remove the variation that is looked at; `end_change` follows.

        Raises `IllegalMove`, `NotChanged`.
        """
        assert self.inside
        return self._begin_change(self.inside.variation, None)

    def _begin_change(self, before: Variation, after: Variation | None) -> Keep:
        keep = self.margin.begin(self.changed(before, after))
        self._change = before, after
        return keep

    def end_change(self, *, is_kept: bool) -> None:
        """Show what was begun, if it is kept."""
        self.margin.end(is_kept=is_kept)
        change, self._change = self._change, None
        if change and is_kept and self.inside and self.inside.variation == change[0]:
            if change[1]:
                self.inside = self.inside._replace(variation=change[1])
            else:
                self.leave()

    def changed(self, before: Variation, after: Variation | None) -> Remarks:
        """Return all beside the game once a variation is another one, or removed."""
        notes, all_ = self.margin.remarks
        at = all_.index(before)
        new = () if after is None else (after,)
        return Remarks(notes, (*all_[:at], *new, *all_[at + 1 :]))

    def with_line(self, line: Variation) -> tuple[Variation, Remarks]:
        """Return the variation that has a line of moves, and all beside the game with it.

        It is one that goes on as the line does, one that the line goes on from, or a new one.
        Raises `IllegalMove` if there are too many.
        """
        notes, all_ = self.margin.remarks
        for one in all_:
            if line.is_beginning_of(one):
                return one, Remarks(notes, all_)
        shorter = next((one for one in all_ if one.is_beginning_of(line)), None)
        if shorter:
            line = replace(line, notes=shorter.notes)
            remarks = self.changed(shorter, line)
        else:
            remarks = Remarks(notes, (*all_, line))
        if len(remarks.variations) > MAX_VARIATIONS:
            raise IllegalMove(VariationRefusal.TOO_MANY, most=MAX_VARIATIONS)
        if sum(map(self._effort, remarks.variations)) > MAX_EFFORT:
            raise IllegalMove(VariationRefusal.TOO_LONG)
        return line, remarks

    def beginning(self) -> Variation:
        """Return the beginning of a variation from this place; it may have moves already."""
        at = self.replay.moves_before
        if self.inside is None:
            return beginning(self._table, at, PERSON, self.readers, fresh_seed())
        before = self.inside.variation
        return replace(before, by=PERSON, moves=before.moves[: at - before.at], notes=())

    def _effort(self, variation: Variation) -> int:
        if variation not in self._efforts:
            try:
                self._efforts[variation] = effort_of(self._table, [variation])
            except Fault:
                self._efforts[variation] = MAX_EFFORT + 1
        return self._efforts[variation]


def said_count(variations: Sequence[Variation]) -> str:
    """Return how many variations there are, in words."""
    return several("{count} variation", "{count} variations", len(variations))
