"""The strict line mode: a duel over standard input and output, prescribed to the byte."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, BinaryIO, Final

from cli import sessions
from cli.game_options import given_options, seat_requests
from cli.sessions import GameRequest
from cli.streams import (
    FINISHED,
    STOPPED,
    BadUse,
    complain,
    read_line,
    standard_input,
    write_out,
)
from engine.duel import line_words
from engine.duel.game import DUEL
from engine.duel.moves import SEATS, Move, Turn, parse_turn
from engine.duel.state import DuelOptions
from engine.duel.view import DuelView
from engine.game import CHANCE, Outcome, Player, View
from engine.reasons import Forfeit, IllegalMove, NotationError
from engine.table import Table
from engine.timeline import TableTimeline
from programs.players import PATIENCE, OutOfResources
from words.translation import _, why

Write = Callable[[bytes], None]


class Console:
    """A game of the line mode."""

    def __init__(
        self,
        table: Table[Move],
        players: Mapping[int, Player[Move]],
        text: DuelText,
        source: BinaryIO,
        write: Write = write_out,
    ) -> None:
        """Sit down at a table; the moves made so far are not printed again.

        Args:
            table: The game.
            players: The computer players by seat; the other seats type.
            text: The words.
            source: Where lines come from.
            write: Where the text goes, at once.
        """
        self.table = table
        self.players = players
        self.text = text
        self.source = source
        self.write = write

    def run(self) -> int:
        """Play to the end (`FINISHED`) or to the end of input (`STOPPED`)."""
        said = self.text.situation(self.table.view)
        while self.table.outcome is None:
            before, seat = self.table.view(None), self.table.to_move[0]
            player = self.players.get(seat)
            self.write(said if player else said + PROMPT)
            turn = self._ask(seat, player) if player else self._read_turn(seat)
            if turn is None and self.table.outcome is None:
                return STOPPED
            said = self.text.answer(before, turn, self.table.view) if turn else b""
        self.write(said + self.text.result(self.table.outcome))
        return FINISHED

    def _ask(self, seat: int, player: Player[Move]) -> Turn | None:
        """Play and return a player's turn, printed as if typed; return None if the player gave up.

        The prompt is printed with the turn, so that no prompt stands without one. Raises `BadUse`
        if this machine cannot start a program: no player loses by that.
        """
        try:
            turn = player.choose(self.table.view(seat))
        except OutOfResources as lack:
            raise BadUse(why(lack)) from None
        except Forfeit as forfeit:
            text = why(forfeit)
            self.table.forfeit(seat, text)
            words = _("{player} gave up: {why}")
            complain(words.format(player=self.table.seats[seat], why=text))
            return None
        assert isinstance(turn, Turn)
        self.write(PROMPT + f"{turn}\n".encode())
        self.table.play(seat, turn)
        return turn

    def _read_turn(self, seat: int) -> Turn | None:
        """Play the turn that a person types and return it, None at the end of input."""
        while (line := read_line(self.source)) is not None:
            try:
                turn = parse_turn(line.decode())
                self.table.play(seat, turn)
            except (UnicodeDecodeError, NotationError, IllegalMove):
                self.write(PROMPT_AFTER_ERROR)
            else:
                return turn
        return None


def transcript(table: Table[Move], text: DuelText) -> Iterator[bytes]:
    """Yield a game as the line mode would have printed it, each turn after its prompt.

    While it is in play, hands that the reader may not know are left out. That holds for earlier
    hands too: their cards are still in hand, unless they were laid.
    """
    eyes = _open_eyes(table)
    timeline = TableTimeline(table, eyes)
    looks = [partial(_look, timeline, eyes, at) for at in range(len(timeline.plays) + 1)]
    looks = [look for look in looks if look(None).to_move != (CHANCE,)]
    turns = [play.move for play in timeline.plays if isinstance(play.move, Turn)]
    if looks:
        yield text.situation(looks[0])
    for before, turn, after in zip(looks, turns, looks[1:], strict=False):
        yield PROMPT + f"{turn}\n".encode()
        yield text.answer(before(None), turn, after)
    if timeline.outcome is not None:
        yield text.result(timeline.outcome)


def _open_eyes(table: Table[Move]) -> frozenset[int]:
    """Return the seats whose hands may be printed: all after the end or if no person plays.

    Else the seat of the only person. Of several people nobody can know who reads it.
    """
    people = frozenset(seat for seat, one in enumerate(table.sitters) if one.is_person)
    if table.outcome or not people:
        return frozenset(range(len(table.seats)))
    return people if len(people) == 1 else frozenset()


def _look(
    timeline: TableTimeline[Move], eyes: frozenset[int], at: int, seat: int | None
) -> View[Move]:
    """Return the view of a seat after `at` moves, the spectator's if that seat is hidden."""
    return timeline.view_before_forfeit(at, seat if seat in eyes else None)


PROMPT = b"> "
PROMPT_AFTER_ERROR = b"#> "


ViewOf = Callable[[int | None], View[Move]]
"""A function from seats to their views at one moment, as `table.view` is."""


class DuelText:
    """Writes situations, answers and results as UTF-8 lines; `align` pads SUD as wide as NORD."""

    def __init__(self, align: bool = False) -> None:
        self._names = [name.ljust(4) for name in SEATS] if align else SEATS

    def situation(self, look: ViewOf) -> bytes:
        """Return both status lines and the hand of the next player to move, also after the end.

        A hand that is not shown has no line.
        """
        open_to_all = _duel(look(None))
        mover = open_to_all.mover
        shown = _duel(look(mover))
        is_hidden = mover is not None and shown.hands[mover] is None
        hand = [] if is_hidden else [line_words.hand(shown)]
        return _lines(*line_words.status(open_to_all.sides, self._names), *hand)

    def answer(self, before: View[Move], turn: Turn, look: ViewOf) -> bytes:
        """Return the text after a legal turn: its counts and the situation it leads to."""
        was, now = _duel(before), _duel(look(None))
        mover = was.mover or 0
        drawn = was.sides[mover].draw_size - now.sides[mover].draw_size
        return _lines(line_words.counts(turn, drawn)) + self.situation(look)

    def result(self, outcome: Outcome) -> bytes:
        """Return the last line of a game that is over."""
        return _lines(line_words.result(outcome))


def _duel(view: View[Move]) -> DuelView:
    assert isinstance(view, DuelView)
    return view


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


FIRST: Final = "north"
"""The side that begins if the options do not say."""


def run(options: Namespace, deal_of: Callable[[Namespace], Any]) -> int:
    """Play the game that the options ask for, and the deal that they have. Raises `BadUse`."""
    rules = DuelOptions(**{"first": FIRST, **given_options(options, DUEL.key)})
    is_begun = options.save or options.deal or options.first or options.seed is not None
    if options.resume and is_begun:
        raise BadUse(_("--resume goes on with a game; --save, --deal and --seed begin one"))
    seats, patience = seat_requests(options, DUEL.key), options.patience or PATIENCE
    request = GameRequest(rules, seats, options.seed, patience, deal_of(options))
    people = None if options.save else ()  # only a file has names here
    with ExitStack() as stack:
        session = sessions.asked_for(options, request, stack, people)
        table = session.table
        players = {seat: player for seat in range(len(SEATS)) if (player := session.computer(seat))}
        return Console(table, players, DuelText(options.align), standard_input()).run()
