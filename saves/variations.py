"""The variations in a game's file: they are checked, and made games to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from engine.game import CHANCE, Play, State
from engine.games import describe
from engine.reasons import IllegalMove
from engine.shuffle import Lots
from engine.table import EventKind, Sitter, Table
from saves.checked_moves import CheckedMoves
from saves.document import Fault, quoted
from saves.reasons import FileReason
from saves.record import MAX_NOTE, Note, Redrawn, Variation
from saves.replay import redrawn

M = TypeVar("M")

MAX_VARIATIONS: Final = 200
"""The most variations in a file."""

MAX_EFFORT: Final = 5_000
"""The most moves of all variations of a file; some count more, and so do those before a variation
from the first one on that was drawn anew."""


def checked_variations(table: Table[Any], variations: Sequence[Variation]) -> tuple[Variation, ...]:
    """Return the variations, each move checked by the rules. Raises `Fault`.

    A program that knows no variations leaves them in place when it takes moves back: one of moves
    that are gone is dropped.
    """
    if len(variations) > MAX_VARIATIONS:
        raise Fault("$.lines", FileReason.TOO_MANY, most=MAX_VARIATIONS)
    rules, kept = CheckedMoves(table.game, MAX_EFFORT), []
    back_to = [event.at for event in table.events if event.kind is EventKind.TAKE_BACK]
    for number, variation in enumerate(variations):
        place = f"$.lines[{number}]"
        _check_form(variation, place, len(table.seats))
        try:
            _replayed(rules, table, variation, place)
        except Fault:
            may_be_gone = any(at < variation.at for at in back_to)
            if not may_be_gone or rules.effort > rules.most:
                raise
        else:
            kept.append(variation)
    return tuple(kept)


def is_shown(table: Table[Any], variation: Variation, readers: frozenset[int]) -> bool:
    """Return whether those who may read these seats' views of a game may see a variation of it.

    While the game is in play it must have been made with the knowledge of no other seat.
    """
    if table.outcome is not None or not describe(table.game.key).has_secrets:
        return True
    return bool(variation.knows) and readers.issuperset(variation.knows)


def hides(table: Table[Any]) -> bool:
    """Return whether a game is in play and has cards that nobody, or not every seat, has seen."""
    return table.outcome is None and describe(table.game.key).has_deal


def beginning(table: Table[Any], at: int, by: str, known: frozenset[int], seed: int) -> Variation:
    """Return the beginning of a variation, which has no move yet, after `at` moves of a game.

    While the game is in play, what none of the `known` seats has seen by then is drawn anew, from
    `seed`, as in a branch. Raises `Fault` after too many moves for that.
    """
    if not hides(table):
        return Variation(at, by, ())
    if at > MAX_EFFORT:
        raise Fault("$", FileReason.TOO_MUCH, most=MAX_EFFORT)
    new = Table(table.game, table.options, table.sitters)
    before, lots = table.plays[:at], Lots(seed, at)
    for play in redrawn(table.states[0], table.states[at], before, known, lots):
        new.play(*play)
    drawn = tuple(
        Redrawn(number, new.move_text(number))
        for number in range(at)
        if new.plays[number] != table.plays[number]
    )
    knows = tuple(sorted(known)) if describe(table.game.key).has_secrets else ()
    return Variation(at, by, (), knows, drawn)


def effort_of(table: Table[Any], variations: Sequence[Variation]) -> int:
    """Return what the moves of these variations of a game count together."""
    rules = CheckedMoves(table.game, MAX_EFFORT)
    for variation in variations:
        _replayed(rules, table, variation, "$")
    return rules.effort


def opened(table: Table[M], variation: Variation) -> Table[M]:
    """Return the game as it is in a variation: the moves before it, and its own."""
    plays, states = _replayed(CheckedMoves(table.game, MAX_EFFORT), table, variation, "$")
    new = Table(table.game, table.options, table.sitters)
    new.restore(plays, states, [])
    return new


class TrialTable(Table[M], Generic[M]):
    """A game in which moves are tried: what is drawn follows the record as long as it can.

    Attributes:
        recorded: The moves of the game as it was played, none while it is in play.
    """

    recorded: Sequence[Play] = ()

    def draw_lots(self) -> None:
        """Play every move of chance that is due."""
        while self.seed is not None and self.to_move == (CHANCE,):
            lot = self.state.chance(Lots(self.seed, len(self.plays)))
            try:
                self._push(CHANCE, self._recorded_for(lot))
            except IllegalMove:
                self._push(CHANCE, lot)

    def _recorded_for(self, lot: M) -> M:
        """Return the lot of the record in the place of this one, or itself if there is none."""
        same = [move for seat, move in self.recorded if seat == CHANCE and type(move) is type(lot)]
        made = sum(seat == CHANCE and type(move) is type(lot) for seat, move in self.plays)
        return same[made] if made < len(same) else lot


def trial_table(table: Table[M], variation: Variation, seed: int) -> TrialTable[M]:
    """Return the game as it is in a variation, for a person to go on at all seats.

    Raises `Fault` for moves that are too many.
    """
    there = opened(table, variation)
    people = [Sitter(sitter.name) for sitter in there.sitters]
    new = TrialTable(there.game, there.options, people)
    new.restore(there.plays, there.states[1:], ())
    new.recorded = table.plays if table.outcome else ()
    new.seed = seed
    new.draw_lots()
    return new


def _replayed(
    rules: CheckedMoves, table: Table[Any], variation: Variation, place: str
) -> tuple[list[Play], list[State[Any]]]:
    """Return all moves of a game in a variation, and the state after each. Raises `Fault`."""
    count = len(table.plays)
    if variation.at > count:
        where = f"{place}.at"
        raise Fault(where, FileReason.NO_SUCH_PLACE, at=variation.at, count=count)
    first = variation.drawn[0].at if variation.drawn else variation.at
    plays, states = table.plays[:first], table.states[1 : first + 1]
    state = table.states[first]
    drawn = {one.at: (number, one.move) for number, one in enumerate(variation.drawn)}
    for at in range(first, variation.at):
        play = table.plays[at]
        if at in drawn:
            number, text = drawn[at]
            where = f"{place}.drawn[{number}].move"
            play, state = rules.read(state, where, text)
            if play.seat != table.plays[at].seat:
                raise Fault(where, FileReason.ANOTHER_PLAYER)
        else:
            state = rules.played(state, f"{place}.drawn", play)
        plays.append(play)
        states.append(state)
    more, after = rules.replayed(state, f"{place}.moves", variation.moves)
    return plays + more, states + after


def _check_form(variation: Variation, place: str, seats: int) -> None:
    """Check all of a variation but the rules."""
    if variation.at < 0:
        raise Fault(f"{place}.at", FileReason.NOT_POSSIBLE, value=variation.at)
    if not variation.moves:
        raise Fault(f"{place}.moves", FileReason.NOT_POSSIBLE, value=quoted([]))
    for number, seat in enumerate(variation.knows):
        if not 0 <= seat < seats:
            raise Fault(f"{place}.knows[{number}]", FileReason.NO_SUCH_SEAT, seat=seat)
    before = -1
    for number, one in enumerate(variation.drawn):
        if not before < one.at < variation.at:
            raise Fault(f"{place}.drawn[{number}].at", FileReason.OUT_OF_ORDER, at=one.at)
        before = one.at
    check_notes(variation.notes, place)
    first, last = variation.at + 1, variation.at + len(variation.moves)
    for number, note in enumerate(variation.notes):
        if not first <= note.at <= last:
            where, reason = f"{place}.notes[{number}].at", FileReason.NOT_IN_VARIATION
            raise Fault(where, reason, at=note.at, first=first, last=last)


def check_notes(notes: Sequence[Note], place: str) -> None:
    """Check notes but for their places. Raises `Fault`."""
    seen = set()
    for number, note in enumerate(notes):
        where = f"{place}.notes[{number}]"
        if note.at < 0:
            raise Fault(f"{where}.at", FileReason.NOT_POSSIBLE, value=note.at)
        if len(note.text) > MAX_NOTE:
            raise Fault(f"{where}.text", FileReason.TOO_LONG_A_MOVE, most=MAX_NOTE)
        if (note.at, note.by) in seen:
            raise Fault(where, FileReason.TWO_NOTES, by=quoted(note.by), at=note.at)
        seen.add((note.at, note.by))
