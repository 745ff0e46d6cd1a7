"""The state of a game of Zen, and the state after each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.game import CHANCE, Outcome, Play, check_turn
from engine.log import FORFEIT, Log, LogEntry
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots
from engine.zen import ending
from engine.zen.board import Position, after
from engine.zen.ending import Probe, RoundResult, is_echec
from engine.zen.moves import COLOURS, ECHEC, Answer, BoardMove, FirstColour, Move, RoundOver, Told
from engine.zen.options import FIRST_COLOUR, ZenOptions, colour_of
from engine.zen.past import PastPositions
from engine.zen.positions import START, parse_position
from engine.zen.reasons import ZenEnding
from engine.zen.view import Round, ZenView, score

_LOOKS: Final = 12
"""The positions searched for échec and mat in the time that a plain move takes."""


@dataclass(frozen=True, slots=True)
class ZenState:
    """The state of a game of Zen, which has no secrets.

    Attributes:
        options: The options of the game.
        mover: The seat whose turn it is, or would be after the end; None before lots are drawn.
        position: The board and whose turn it is.
        past: The positions of this round since the last capture, oldest first, without this one.
        is_echec: Whether échec was announced to the side to move.
        lost: The lost round of the mover, while it is asked for an answer.
        rounds: The rounds that are over.
        plies: How many moves were made, chance's and answers included.
        log: The log, the same for everybody.
        outcome: How the game ended, or None.
        former: The state before the last move of the round, where that may be taken back.
        effort: The cost of checking the last move, 1 for a plain one; see `State.effort`.
    """

    options: ZenOptions
    mover: int | None
    position: Position = START
    past: PastPositions = PastPositions()  # noqa: RUF009
    is_echec: bool = False
    lost: RoundResult | None = None
    rounds: tuple[Round, ...] = ()
    plies: int = 0
    log: Log = field(default_factory=Log)
    outcome: Outcome | None = None
    former: ZenState | None = field(default=None, compare=False, repr=False)
    effort: int = field(default=1, compare=False, repr=False)

    @classmethod
    def new(cls, options: ZenOptions) -> ZenState:
        """Return the state before all moves, the draw for who begins included."""
        if options.position:
            return cls.from_position(options, parse_position(options.position))
        colour = FIRST_COLOUR[options.first]
        return cls(options, colour, START._replace(side=colour or 0))

    @classmethod
    def from_position(cls, options: ZenOptions, position: Position) -> ZenState:
        """Return the state of a game that begins in this position, where the round may be over."""
        variant = options.variant
        state = cls(options, position.side, position)
        if ended := ending.result(position, variant):
            return state._end_round(ended, position.side)
        if ending.is_mat(position, variant):
            return state._end_round(RoundResult(1 - position.side, ZenEnding.MAT), position.side)
        announced = options.has_echec and not options.by_hand
        return replace(state, is_echec=announced and is_echec(position, variant))

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seat to move, `CHANCE` where lots decide who begins, nobody after the end."""
        if self.outcome is not None:
            return ()
        return (CHANCE if self.mover is None else self.mover,)

    @property
    def score(self) -> tuple[int, int]:
        """The points of Black and of White."""
        return score(self.rounds)

    @property
    def chance_to_come(self) -> bool:
        """Whether chance may still have a move: now, or after a drawn round."""
        return self.outcome is None and (self.mover is None or self.options.has_rounds)

    def view(self, seat: int | None) -> ZenView:
        """Return the view of one seat, or of a spectator (None). Raises `ValueError`."""
        if seat is not None and seat not in range(self.options.players):
            raise ValueError(f"there is no seat {seat}")
        return ZenView(
            seat,
            self.options,
            self.to_move,
            self.position,
            self.past,
            self.is_echec,
            self.lost is not None,
            self.rounds,
            self.outcome,
            self.log,
        )

    def chance(self, lots: Lots) -> Move:
        """Return a random colour to begin. Raises `IllegalMove` if it is not chance's turn."""
        check_turn(self, CHANCE, self.options.seats)
        return FirstColour(lots.below(len(COLOURS)))

    def play(self, seat: int, move: Move) -> ZenState:
        """Return the state after the move. Raises `IllegalMove`."""
        check_turn(self, seat, self.options.seats)
        if seat == CHANCE:
            if not isinstance(move, FirstColour):
                raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
            return self._tell(seat, move)._begin_round(move.colour)
        self.view(seat).check(move)
        if isinstance(move, BoardMove):
            return self._move(seat, move)
        told = self._tell(seat, move)
        if move is Answer.ACCEPT:
            assert self.lost is not None
            return told._end_round(self.lost, seat)
        return told._take_back()

    def forfeit(self, seat: int) -> ZenState:
        """Return the state after the team of `seat` has forfeited. Raises `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        outcome = self._outcome(RoundResult(1 - colour_of(seat), ZenEnding.FORFEIT))
        log = self.log.tell(LogEntry(self.plies, seat, FORFEIT))
        return replace(self, lost=None, log=log, outcome=outcome)

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays unchanged: nothing is hidden."""
        return list(plays)

    def _tell(self, seat: int, told: Told) -> ZenState:
        """Return the state with a move logged and counted, but not made on the board."""
        log = self.log.tell(LogEntry(self.plies, seat, told))
        return replace(self, plies=self.plies + 1, log=log, effort=1)

    def _note(self, seat: int, told: Told) -> ZenState:
        """Return the state with a consequence of the last move logged."""
        return replace(self, log=self.log.tell(LogEntry(max(self.plies - 1, 0), seat, told)))

    def _begin_round(self, colour: int) -> ZenState:
        """Return the start of a round; in teams the first seat of the colour begins."""
        return replace(
            self,
            mover=colour,
            position=START._replace(side=colour),
            past=PastPositions(),
            is_echec=False,
            lost=None,
            former=None,
        )

    def _move(self, seat: int, move: BoardMove) -> ZenState:
        options, variant = self.options, self.options.variant
        # not `replace`, which takes as long as all the rest of a plain move
        state = ZenState(
            options,
            (seat + 1) % options.players,
            after(self.position, move.code),
            PastPositions() if move.is_capture else self.past.then(self.position),
            rounds=self.rounds,
            plies=self.plies + 1,
            log=self.log.tell(LogEntry(self.plies, seat, move)),
            former=self if options.by_hand else None,
        )
        if ended := ending.result(state.position, variant, state.past):
            if ended.winner == colour_of(seat):
                is_found, looks = self._look_for_overlooked_echec()
                state = state._looked(looks)
                if is_found:
                    return replace(state, lost=ended, mover=(seat - 1) % options.players)
            return state._end_round(ended, seat)
        if not options.has_echec:
            return state
        is_found, looks = ending.look_for_echec(state.position, variant)
        if not is_found:
            return state._looked(looks)
        # zen, "Variants": mat wins at once, be it announced or not
        can_parry, more_looks = ending.look_for_parry(state.position, variant, state.past)
        state = state._looked(looks + more_looks)
        if not can_parry:
            return state._end_round(RoundResult(colour_of(seat), ZenEnding.MAT), seat)
        if options.by_hand and not move.announces:
            return state
        return replace(state, is_echec=True)._note(seat, ECHEC)

    def _looked(self, looks: int) -> ZenState:
        """Return the state with the effort of a move for which `looks` positions were searched."""
        return replace(self, effort=self.effort + looks // _LOOKS) if looks >= _LOOKS else self

    def _look_for_overlooked_echec(self) -> Probe:
        """Find whether the last move was made in an échec that nobody had announced."""
        before = self.former
        # the other side must have moved too
        if before is None or before.former is None or before.is_echec:
            return Probe(False, 0)
        return ending.look_for_echec(before.position, self.options.variant)

    def _take_back(self) -> ZenState:
        """Return the state before the last two moves; now the échec is known."""
        assert self.former is not None
        before = self.former.former
        assert before is not None
        state = replace(before, plies=self.plies, log=self.log, is_echec=True, effort=1)
        assert self.mover is not None
        return state._note(self.mover, ECHEC)

    def _end_round(self, ended: RoundResult, seat: int) -> ZenState:
        """Return the state after the end of a round: the end of the game or the next round."""
        winner, why = ended
        gained = 0
        if winner is not None and self.options.has_rounds:
            gained = ending.points(self.position, winner)
        rounds = (*self.rounds, Round(winner, why, gained, self.position))
        state = replace(self, rounds=rounds, is_echec=False, lost=None, former=None)
        state = state._looked(len(rounds))
        if not self.options.has_rounds:
            return replace(state, outcome=state._outcome(ended))
        state = state._note(seat, RoundOver(winner, gained, why))
        if max(state.score) >= ending.GOAL:
            return replace(state, outcome=state._outcome(RoundResult(winner, ZenEnding.POINTS)))
        if winner is None:
            return replace(state._begin_round(0), mover=None)
        return state._begin_round(1 - winner)

    def _outcome(self, ended: RoundResult) -> Outcome:
        """Return the outcome of the game: the winning team, and the points by seat."""
        options, score = self.options, self.score
        seats = range(options.players) if options.has_rounds else ()
        return Outcome(
            () if ended.winner is None else options.team(ended.winner),
            ended.why,
            tuple(score[colour_of(seat)] for seat in seats),
        )
