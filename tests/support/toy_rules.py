"""The rules of a toy game: what the seam promises and neither the duel nor Zen needs.

Each round every seat is dealt three cards of sixteen. Three times all choose a card at once; when
the last has chosen, all are shown, and the highest takes 1, then 2, then 3 points. After the first
time comes a race: all `grab`, and who does so first takes a point. A lot says from which seat on
the missing grabs are made if time runs out. After the last round the most points win; who has as
many shares the win. In teams a seat has the points of its team.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from toy_moves import CARDS, GRAB, HAND, Hand, Move, ToyDraft, ToyOptions, ToyReason, told

from engine.game import CHANCE, Outcome, Play
from engine.log import HIDDEN, Log, LogEntry
from engine.reasons import IllegalMove, TableReason
from engine.shuffle import Lots
from engine.view_marks import BySeat, Mover, Seat, Written

Pick = Annotated[int | str, Written(lambda pick: pick, lambda pick: pick, (int, str))]


class ToyView(NamedTuple):
    """What one seat knows. By seat: `hands` (None is hidden), `picks` (the card, "?", or None)."""

    seat: Seat | None
    options: ToyOptions
    to_move: tuple[Mover, ...]
    round: int
    hands: BySeat[Hand | None]
    picks: BySeat[Pick | None]
    race: Seat | None
    grabs: tuple[Seat, ...]
    scores: BySeat[int]
    outcome: Outcome | None
    log: Log

    @property
    def timeout_play(self) -> Play | None:
        if self.race is None or not self.to_move or len(self.grabs) == len(self.hands):
            return None
        turn = [(self.race + count) % len(self.hands) for count in range(len(self.hands))]
        return Play(next(seat for seat in turn if seat not in self.grabs), GRAB)

    def legal(self) -> Iterator[Move]:
        if self.seat is None or self.seat not in self.to_move:
            return
        yield from (
            [GRAB] if self.timeout_play else [Move("pick", (n,)) for n in self.hands[self.seat]]
        )

    def check(self, move: Move) -> None:
        moves = self.draft().moves
        if move.word == moves[0].word == "pick" and move not in moves:
            raise IllegalMove(ToyReason.NOT_IN_HAND, card=move.numbers[0])
        if move not in moves:
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)

    def draft(self) -> ToyDraft:
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        if self.seat not in self.to_move:
            raise IllegalMove(TableReason.NOT_TO_MOVE, player=self.options.name(self.seat))
        return ToyDraft(tuple(self.legal()))

    def during(self, steps: Sequence[Move]) -> ToyView:
        return self  # nothing is seen of a choice before it is made


@dataclass(frozen=True, slots=True)
class ToyState:
    """The whole truth. By seat: all tuples but `grabs`; the last of `logs` is a spectator's.

    A card that is chosen stays in the hand until all are shown.
    """

    options: ToyOptions
    hands: tuple[Hand, ...]
    picks: tuple[int | None, ...]
    scores: tuple[int, ...]
    logs: tuple[Log, ...]
    round: int = 0
    race: int | None = None
    grabs: tuple[int, ...] = ()
    plies: int = 0
    outcome: Outcome | None = None

    @classmethod
    def new(cls, options: ToyOptions) -> ToyState:
        count = options.players
        return cls(options, ((),) * count, (None,) * count, (0,) * count, (Log(),) * (count + 1))

    @property
    def to_move(self) -> tuple[int, ...]:
        left, seats = len(self.hands[0]), range(len(self.hands))
        if self.outcome is not None:
            return ()
        if left == 0 or (left == HAND - 1 and self.race is None):
            return (CHANCE,)
        if self.race is not None and len(self.grabs) < len(seats):
            return tuple(seat for seat in seats if seat not in self.grabs)
        return tuple(seat for seat in seats if self.picks[seat] is None)

    @property
    def chance_to_come(self) -> bool:
        has_more = self.round < self.options.rounds or self.race is None
        return self.outcome is None and has_more

    @property
    def effort(self) -> int:
        return 1

    def view(self, seat: int | None) -> ToyView:
        if seat not in (None, *range(len(self.hands))):
            raise ValueError(f"there is no seat {seat}")
        hands: list[Hand | None] = [*self.hands]
        picks: list[int | str | None] = [*self.picks]
        for other in range(len(hands)):
            if other != seat and self.outcome is None:
                hands[other] = None
                picks[other] = None if picks[other] is None else HIDDEN
        return ToyView(
            seat,
            self.options,
            self.to_move,
            self.round,
            tuple(hands),
            tuple(picks),
            self.race,
            self.grabs,
            self.scores,
            self.outcome,
            self.logs[-1 if seat is None else seat],
        )

    def chance(self, lots: Lots) -> Move:
        if self.to_move != (CHANCE,):
            raise IllegalMove(TableReason.NOT_TO_MOVE, player=self.options.name(CHANCE))
        if self.hands[0]:
            return Move("race", (lots.below(len(self.hands)),))
        cards = lots.shuffled(CARDS)
        return deal_of([cards[HAND * seat :][:HAND] for seat in range(len(self.hands))])

    def play(self, seat: int, move: Move) -> ToyState:
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        if seat not in self.to_move:
            raise IllegalMove(TableReason.NOT_TO_MOVE, player=self.options.name(seat))
        if seat == CHANCE:
            after = self._chance(move)
        else:
            self.view(seat).check(move)
            after = self._grab(seat) if move == GRAB else self._pick(seat, move)
        return replace(after, plies=self.plies + 1)

    def forfeit(self, seat: int) -> ToyState:
        if self.outcome is not None:
            raise IllegalMove(TableReason.GAME_OVER)
        others = [one for one in range(len(self.hands)) if one not in self.options.team(seat)]
        return self._tell(seat, "forfeit")._end(others, ToyReason.FORFEIT)

    def redraw(self, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
        """Return the plays with other cards where nobody of `known` has seen them."""
        at = max((at for at, play in enumerate(plays) if play.move.word == "deal"), default=None)
        if at is None:
            return list(plays)
        dealt = hands_of(plays[at].move)
        shown = [set(hand) - set(self.hands[seat]) for seat, hand in enumerate(dealt)]
        kept = [set(dealt[seat]) if seat in known else cards for seat, cards in enumerate(shown)]
        free = lots.shuffled(card for card in CARDS if card not in set.union(*kept))
        fresh = [[free.pop() for _ in range(HAND - len(cards))] for cards in kept]
        again = deal_of([[*kept[seat], *fresh[seat]] for seat in range(len(dealt))])
        redrawn = [*plays[:at], Play(CHANCE, again)]
        for seat, move in plays[at + 1 :]:
            is_shown = move.word != "pick" or move.numbers[0] in shown[seat]
            anew = move if is_shown or seat in known else Move("pick", (fresh[seat][0],))
            redrawn.append(Play(seat, anew))
        return redrawn

    def _chance(self, move: Move) -> ToyState:
        if move.word == "race" and self.hands[0] and move.numbers[0] < len(self.hands):
            return replace(self._tell(CHANCE, str(move)), race=move.numbers[0])
        hands, cards = hands_of(move), set(move.numbers) & set(CARDS)
        is_whole = len(cards) == len(move.numbers) == HAND * len(self.hands)
        if self.hands[0] or not is_whole or move != deal_of(hands):
            raise IllegalMove(TableReason.NOT_A_MOVE_NOW, move=move)
        blank = [HIDDEN] * len(move.numbers)
        texts = []
        for seat, hand in enumerate(hands):
            own = [*blank[: HAND * seat], *map(str, hand), *blank[HAND * (seat + 1) :]]
            texts.append(f"deal {' '.join(own)}")
        told = self._tell(CHANCE, f"deal {' '.join(blank)}", texts)
        return replace(told, hands=hands, round=self.round + 1, race=None, grabs=())

    def _grab(self, seat: int) -> ToyState:
        after = replace(self._tell(seat, str(GRAB)), grabs=(*self.grabs, seat))
        return after if self.grabs else after._score(seat, 1)

    def _pick(self, seat: int, move: Move) -> ToyState:
        text, seats = f"pick {HIDDEN}", range(len(self.hands))
        told = self._tell(seat, text, [str(move) if one == seat else text for one in seats])
        picks = (*self.picks[:seat], move.numbers[0], *self.picks[seat + 1 :])
        if None in picks:
            return replace(told, picks=picks)
        told = told._tell(seat, f"shown {' '.join(map(str, picks))}")
        hands = tuple(tuple(n for n in hand if n not in picks) for hand in self.hands)
        after = replace(told, hands=hands, picks=(None,) * len(picks))
        after = after._score(picks.index(max(picks)), HAND - len(hands[0]))
        is_last = not hands[0] and self.round == self.options.rounds
        return after._end(seats, ToyReason.ROUNDS) if is_last else after

    def _score(self, seat: int, points: int) -> ToyState:
        team = self.options.team(seat)
        scores = (score + points * (one in team) for one, score in enumerate(self.scores))
        return replace(self, scores=tuple(scores))

    def _end(self, seats: Sequence[int], why: ToyReason) -> ToyState:
        most = max(self.scores[seat] for seat in seats)
        winners = tuple(seat for seat in seats if self.scores[seat] == most)
        return replace(self, outcome=Outcome(winners, why, self.scores))

    def _tell(self, actor: int, text: str, instead: Sequence[str] = ()) -> ToyState:
        """Return the state with one line more in each log; `instead` has what each seat is told."""
        texts = [*(instead or [text] * len(self.hands)), text]
        lines = zip(self.logs, texts, strict=True)
        return replace(
            self, logs=tuple(log.tell(LogEntry(self.plies, actor, told(t))) for log, t in lines)
        )


def deal_of(hands: Sequence[Iterable[int]]) -> Move:
    """Return the one move that deals these hands: each is written lowest card first."""
    return Move("deal", tuple(card for hand in hands for card in sorted(hand)))


def hands_of(deal: Move) -> tuple[Hand, ...]:
    """Return the hands of a deal, by seat."""
    cards = deal.numbers
    return tuple(cards[at : at + HAND] for at in range(0, len(cards), HAND))
