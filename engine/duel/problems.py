"""Problems of the duel: exactly one outcome of a turn survives for certain, or wins.

- `survive`: after the turn its player can lay two cards next time for certain, whatever cards come
  from the draw pile, and whichever card not seen yet the opponent gives, if any. The opponent still
  has a draw pile, so nobody can have laid all cards before. A turn that blocks the opponent,
  whatever the opponent holds, survives too.
- `win`: both draw piles are empty, so both hands are known; the turn wins against every defence.

Outcomes are what is left in hand and on top of the piles: the order of the cards makes no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from engine.duel import results, rules
from engine.duel.moves import HAND_SIZE, LAYS, SEATS, Lay, Pile, Turn, write_cards
from engine.duel.reasons import DuelTask, Failure, Proof
from engine.duel.results import EndgameSolver
from engine.duel.rules import Tops, can_lay_two, cards_of, mask_of, swapped_tops
from engine.duel.sides import Side
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import Knowledge
from engine.game import StopFlag, never
from engine.problems import Problem
from engine.reasons import Explanation, unreadable

MOVER: Final = 0
"""The seat that is to move in every problem."""

SURVIVE: Final = "survive"
WIN: Final = "win"

_MIRRORED: Final = {Pile.THEIR_UP: Pile.UP, Pile.THEIR_DOWN: Pile.DOWN}
"""The piles of the player to move, as the opponent calls them."""

_NOTHING: Final = "-"
_RUN: Final = r"[0-9]{2}(?:-[0-9]{2})?"
_SET: Final = rf"({_NOTHING}|{_RUN}(?: {_RUN})*)"
_TEXT: Final = re.compile(
    rf"({SURVIVE}|{WIN}) ([0-9]{{2}})\^ ([0-9]{{2}})v ([0-9]{{2}})\^' ([0-9]{{2}})v'"
    rf" hand {_SET} draw {_SET} unseen {_SET} holds ([0-6])"
)


class Blow(NamedTuple):
    """How a turn may fail: the cards drawn after it, as a mask, and the card given, if any."""

    drawn: int
    given: Lay | None


@dataclass(frozen=True, slots=True)
class DuelProblem(Problem[Turn]):
    """A problem: what is asked, `SURVIVE` or `WIN`, and what its player knows."""

    asked: str
    known: Knowledge

    def __str__(self) -> str:
        hand, draw, unseen, held, tops = self.known[:5]
        up, down, their_up, their_down = tops
        return (
            f"{self.kind} {up:02}^ {down:02}v {their_up:02}^' {their_down:02}v'"
            f" hand {_written(hand)} draw {_written(draw)} unseen {_written(unseen)} holds {held}"
        )

    @property
    def kind(self) -> str:
        return self.asked

    @property
    def task(self) -> Explanation:
        if self.kind == WIN:
            return Explanation(DuelTask.WIN, {"player": self._opponent})
        return Explanation(DuelTask.SURVIVE, {"player": self._opponent})

    @property
    def seat(self) -> int:
        return MOVER

    @property
    def open_seats(self) -> frozenset[int]:
        return frozenset({0, 1} if self.known.knows_their_hand else {MOVER})

    @property
    def options(self) -> DuelOptions:
        return DuelOptions("north")

    @property
    def _opponent(self) -> str:
        return SEATS[1 - MOVER]

    def start(self) -> DuelState:
        hand, draw, unseen, held, tops = self.known[:5]
        theirs = cards_of(unseen)
        rest = len(theirs) - held
        return DuelState(
            MOVER,
            (
                _side(tops.up, tops.down, hand.bit_count(), draw.bit_count(), hand | draw),
                _side(tops.their_up, tops.their_down, held, rest, unseen),
            ),
            (hand, mask_of(theirs[:held])),
            (tuple(cards_of(draw)), tuple(theirs[held:])),
        )

    def proved(self, move: Turn) -> tuple[Explanation, ...]:
        kept, tops = self._left(move)
        if not kept or not can_lay_two(self.known.unseen, swapped_tops(tops)):
            return ()  # a hint says that it ends the game
        if self.kind == WIN:
            return (Explanation(Proof.WINS, {"player": self._opponent}),)
        return (Explanation(Proof.SURVIVES, {}),)

    def wins_in(self) -> int | None:
        return None

    def results(self) -> list[int]:
        """Return every distinct outcome of a legal turn, in order."""
        return sorted(results.results(cards_of(self.known.hand), self.known.tops))

    def solutions(self, stop: StopFlag = never) -> list[Turn]:
        cards, tops, solver = cards_of(self.known.hand), self.known.tops, EndgameSolver(stop)
        return [
            results.turn_to(result, cards, tops)
            for result in self.results()
            if self._does(result, solver)
        ]

    def is_proper(self, stop: StopFlag = never) -> bool:
        found, solver = 0, EndgameSolver(stop)
        for result in self.results():
            found += self._does(result, solver)
            if found > 1:
                return False
        return found == 1

    def solves(self, move: Turn, stop: StopFlag = never) -> bool:
        return self._does_after(*self._left(move), EndgameSolver(stop))

    def _does(self, result: int, solver: EndgameSolver) -> bool:
        cards = cards_of(self.known.hand)
        kept = mask_of(card for place, card in enumerate(cards) if not result >> place & 1)
        return self._does_after(kept, results.tops_of(result), solver)

    def _does_after(self, kept: int, tops: Tops, solver: EndgameSolver) -> bool:
        if self.kind == WIN:
            return not kept or not solver.wins(self.known.unseen, kept, swapped_tops(tops))
        return self._blow(kept, tops) is None

    def _left(self, move: Turn) -> tuple[int, Tops]:
        """Return the cards kept and the tops after a turn."""
        kept, tops = self.known.hand, self.known.tops
        for lay in move.lays:
            kept, tops = kept & ~(1 << lay.card), tops.after(lay)
        return kept, tops

    def refuted(self, move: Turn, stop: StopFlag = never) -> Explanation:
        kept, tops = self._left(move)
        player = self._opponent
        if self.kind == WIN:
            unseen, after = self.known.unseen, swapped_tops(tops)
            reply = EndgameSolver(stop).winning_result(unseen, kept, after)
            assert reply is not None
            turn = results.turn_to(reply, cards_of(unseen), after)
            return Explanation(Failure.ANSWERED, {"player": player, "turn": turn})
        blow = self._blow(kept, tops)
        assert blow is not None
        cards, lay = write_cards(cards_of(blow.drawn)), blow.given
        if lay is None:
            if not cards:
                return Explanation(Failure.STUCK, {"player": player})
            return Explanation(Failure.DRAWN, {"cards": cards})
        if not cards:
            return Explanation(Failure.GIVEN, {"player": player, "lay": lay})
        return Explanation(Failure.DRAWN_AND_GIVEN, {"cards": cards, "player": player, "lay": lay})

    def _blow(self, kept: int, tops: Tops) -> Blow | None:
        """Return cards drawn and a card given that leave its player without a turn, or None."""
        known = self.known
        theirs = swapped_tops(tops)
        if not (kept or known.draw) or not can_lay_two(known.unseen, theirs):
            return None
        gave = tops[2:] != known.tops[2:]
        count = rules.draw_count(kept.bit_count(), known.draw.bit_count(), gave)
        for given in (None, *self._gifts(theirs)):
            # a card that the opponent gives lies on a pile of the player
            after = tops.after(LAYS[given.card, _MIRRORED[given.pile]]) if given else tops
            drawn = _useless(kept, known.draw, count, after)
            if drawn is not None:
                return Blow(drawn, given)
        return None

    def _gifts(self, theirs: Tops) -> Iterator[Lay]:
        """Yield what the opponent may give: another card has to go on its own piles."""
        unseen = self.known.unseen
        own = unseen & (rules.GOES_UP[theirs.up] | rules.GOES_DOWN[theirs.down])
        for card in cards_of(unseen):
            if own & ~(1 << card):
                for pile in (Pile.THEIR_UP, Pile.THEIR_DOWN):
                    if rules.TAKES[pile][theirs[pile]] >> card & 1:
                        yield LAYS[card, pile]


def read(text: str) -> DuelProblem:
    """Read a problem in its canonical form. Raises `NotationError`."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise unreadable(text)
    kind, up, down, their_up, their_down, hand, draw, unseen, held = match.groups()
    tops = Tops(int(up), int(down), int(their_up), int(their_down))
    known = Knowledge(_read(hand), _read(draw), _read(unseen), int(held), tops)
    problem = DuelProblem(kind, known)
    if str(problem) != text or not _is_possible(problem):
        raise unreadable(text)
    return problem


def _is_possible(problem: DuelProblem) -> bool:
    """Say whether the position of a problem may be, and has the piles that its kind needs."""
    hand, draw, unseen, held, tops = problem.known[:5]
    fits_kind = not problem.known.knows_their_hand
    if problem.kind == WIN:
        fits_kind = not draw and problem.known.knows_their_hand
    return (
        fits_kind
        and not hand & draw
        and not (hand | draw | unseen) & ~rules.DECK
        and hand.bit_count() <= HAND_SIZE
        and held <= unseen.bit_count()
        and all(rules.ASCENDING_BASE <= top <= rules.DESCENDING_BASE for top in tops)
        and can_lay_two(hand, tops)
    )


def _side(up: int, down: int, held: int, draw_size: int, left: int) -> Side:
    """Return a side; how many cards lie on its piles is not known, and not counted."""
    return Side(up, down, 0, 0, held, draw_size, rules.DECK & ~left)


def _useless(kept: int, pool: int, count: int, tops: Tops) -> int | None:
    """Return `count` cards of a draw pile, as a mask, with which no two can be laid, or None."""
    if can_lay_two(kept, tops):
        return None
    if not count:
        return 0
    while pool:
        card = pool & -pool
        pool ^= card
        more = _useless(kept | card, pool, count - 1, tops)
        if more is not None:
            return card | more
    return None


def _written(cards: int) -> str:
    """Write a set of cards with its runs: `02-05 09`; `-` for none."""
    runs = []
    for _key, group in groupby(enumerate(cards_of(cards)), lambda pair: pair[1] - pair[0]):
        run = [card for _place, card in group]
        runs.append(f"{run[0]:02}" if len(run) == 1 else f"{run[0]:02}-{run[-1]:02}")
    return " ".join(runs) or _NOTHING


def _read(text: str) -> int:
    """Read a set of cards as a mask; what is not in its canonical form is some other set."""
    cards = 0
    for run in () if text == _NOTHING else text.split(" "):
        first, _dash, last = run.partition("-")
        for card in range(int(first), int(last or first) + 1):
            cards |= 1 << card
    return cards
