"""What is said for a turn is true: checked card by card, against every other legal turn."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from duels import new_table, play_on, state_at, view_of

from engine.duel.game import DUEL
from engine.duel.hints import FAR, FEW, explain, hint
from engine.duel.moves import LAYS, SEATS, Pile, Turn, parse_turn
from engine.duel.reasons import Ending, Merit
from engine.duel.rules import Tops, cards_of
from engine.duel.state import DuelOptions
from engine.duel.view import DuelDraft, DuelView
from engine.game import Stopped
from engine.reasons import MOST_REASONS
from engine.shuffle import Lots


def said(view: DuelView, turn: str) -> list[str]:
    return [str(b.reason.value).format(**b.facts) for b in explain(view, parse_turn(turn))]


def steps(view: DuelView, turn: Turn) -> list[tuple[Pile, int]]:
    """Return how far each card moves its pile on; a gift by how far it takes one back."""
    found, tops = [], view.tops
    for lay in turn.lays:
        up = lay.card - tops[lay.pile]
        found.append((lay.pile, up if lay.pile in (Pile.UP, Pile.THEIR_DOWN) else -up))
        tops = tops.after(lay)
    return found


def cost(view: DuelView, turn: Turn) -> int:
    return sum(step for pile, step in steps(view, turn) if not pile.is_theirs)


def gives(turn: Turn) -> bool:
    return any(lay.pile.is_theirs for lay in turn.lays)


def left(view: DuelView, turn: Turn) -> DuelDraft:
    """Return the hand and the tops after a turn, before anything is drawn."""
    draft = view.draft()
    for lay in turn.lays:
        draft = draft.add(lay)
    return draft


def way(draft: DuelDraft, card: int) -> int:
    """Return the least that a card in hand costs on an own pile; a jump is none."""
    ways = [card - draft.tops.up, draft.tops.down - card]
    return min((way for way in ways if way > 0), default=60)


def jumps(cards: int, up: int, down: int) -> bool:
    return any(card in (up - 10, down + 10) for card in cards_of(cards))


@lru_cache(1)
def legal_turns(view: DuelView) -> list[Turn]:
    """Return the legal turns; the same view is asked for each thing that is said in it."""
    return list(view.legal())


class Facts:
    """Checks what is said of a turn in a state, one method for each merit."""

    def __init__(self, table, turn: Turn, facts) -> None:
        self.table, self.turn, self.facts = table, turn, facts
        (self.seat,) = table.to_move
        self.view = table.view(self.seat)
        self.after = table.state.play(self.seat, turn)
        self.left = left(self.view, turn)

    @property
    def legal(self) -> list[Turn]:
        return legal_turns(self.view)

    @property
    def pips(self) -> int:
        return cost(self.view, self.turn)

    def names_the_opponent(self) -> bool:
        return self.facts["player"] == SEATS[1 - self.seat]

    def WINS(self) -> bool:  # noqa: N802
        return self.after.outcome.why is Ending.ALL_LAID

    def BLOCKS(self) -> bool:  # noqa: N802
        """With whatever hand the opponent may have."""
        for number in range(8):
            state = DUEL.start(DuelOptions("north"))
            known = frozenset({self.seat})
            for play in self.table.state.redraw(self.table.plays, known, Lots(number, 0)):
                state = state.play(*play)
            if state.outcome is None and self.turn is not None:
                state = state.play(self.seat, self.turn)
            if state.outcome.why is not Ending.BLOCKED:
                return False
        return self.names_the_opponent()

    def ONLY(self) -> bool:  # noqa: N802
        return len(self.legal) == 1

    def _jumps(self) -> int:
        return steps(self.view, self.turn).count((Pile.UP, -10)) + steps(
            self.view, self.turn
        ).count((Pile.DOWN, -10))

    def JUMP(self) -> bool:  # noqa: N802
        return self._jumps() == 1

    def JUMPS(self) -> bool:  # noqa: N802
        return self._jumps() == self.facts["count"] > 1

    def REFILLS(self) -> bool:  # noqa: N802
        before, after = self.view.sides[self.seat], self.after.sides[self.seat]
        return after.hand_size == 6 and before.draw_size - after.draw_size > 2

    def KEEPS_JUMP(self) -> bool:  # noqa: N802
        card, tops = self.facts["card"], self.left.tops
        return self.left.hand >> card & 1 and card in (tops.up - 10, tops.down + 10)

    def GAINS(self) -> bool:  # noqa: N802
        return self.pips == -self.facts["pips"] < 0

    def FREE(self) -> bool:  # noqa: N802
        return self.pips == 0

    def CHEAP(self) -> bool:  # noqa: N802
        return 0 < self.pips == self.facts["pips"] <= FEW

    def LITTLE_HELP(self) -> bool:  # noqa: N802
        (given,) = [step for pile, step in steps(self.view, self.turn) if pile.is_theirs]
        return 0 < given == self.facts["pips"] <= FEW and self.names_the_opponent()

    def KEEPS(self) -> bool:  # noqa: N802
        card = self.facts["card"]
        others = [
            left(self.view, turn) for turn in self.legal if cost(self.view, turn) <= self.pips
        ]
        return (
            self.left.hand >> card & 1
            and way(self.view.draft(), card) <= FAR
            and way(self.left, card) <= FEW
            and any(other.hand >> card & 1 and way(other, card) > FAR for other in others)
        )

    def NO_JUMP(self) -> bool:  # noqa: N802
        unseen, before, after = self.view.unseen(1 - self.seat), self.view.tops, self.left.tops
        return (
            jumps(unseen, before.their_up, before.their_down)
            and not jumps(unseen, after.their_up, after.their_down)
            and self.names_the_opponent()
        )

    def CHEAPEST(self) -> bool:  # noqa: N802
        return all(cost(self.view, turn) >= self.pips for turn in self.legal)

    def KEEPS_PAIR(self) -> bool:  # noqa: N802
        low, high = self.facts["low"], self.facts["high"]
        for first, second in ((LAYS[high, Pile.UP], LAYS[low, Pile.UP]),
                              (LAYS[low, Pile.DOWN], LAYS[high, Pile.DOWN])):  # fmt: skip
            steps = self.left.steps()
            if steps[first] is None and self.left.add(first).steps()[second] is None:
                return high - low == 10
        return False

    def NO_HELP(self) -> bool:  # noqa: N802
        others = self.legal
        return not gives(self.turn) and any(map(gives, others)) and self.names_the_opponent()

    def GIFT_NEEDED(self) -> bool:  # noqa: N802
        return all(map(gives, self.legal))

    def COSTS(self) -> bool:  # noqa: N802
        return self.pips == self.facts["pips"] > FEW


@pytest.mark.parametrize("seeds", [(3, 11, 17), pytest.param(range(60), marks=pytest.mark.slow)])
def test_everything_said_of_a_turn_is_true_and_everything_is_said_at_times(seeds):
    lots, greedy = (DUEL.computer_players[kind](0) for kind in ("random", "greedy"))
    said: Counter[Merit] = Counter()
    for seed in seeds:
        table = new_table(seed)
        while not table.outcome:
            (seat,) = table.to_move
            view = table.view(seat)
            best = greedy.choose(view)
            for turn in (best, lots.choose(view)):
                because = explain(view, turn)
                assert 1 <= len(because) <= MOST_REASONS
                for reason, facts in because:
                    assert str(reason.value).format(**facts)
                    assert getattr(Facts(table, turn, facts), reason.name)(), (
                        reason,
                        facts,
                        turn,
                    )
                    said[reason] += 1
            table.play(seat, best)
    assert set(Merit) - set(said) == set()


def test_a_hint_is_a_legal_turn_and_what_speaks_for_it():
    view = play_on(new_table(3), ("greedy", "greedy"), 8).view(0)
    move, because, others = hint(view)
    view.check(move)
    assert because == explain(view, move)
    assert DUEL.hint(view) == (move, because, others)
    assert len({move, *others}) == 9
    for other in others:
        view.check(other)


def test_a_hint_can_be_stopped(monkeypatch):
    def choose(self, view, stop):
        assert stop()
        raise Stopped

    monkeypatch.setattr(type(DUEL.computer_players["master"](0)), "choose", choose)
    with pytest.raises(Stopped):
        hint(new_table(3).view(0), lambda: True)


def test_the_last_cards_need_no_other_reason():
    state = state_at(0, ([30, 40], [5, 6]), ([], [7]), north=(29, 60))
    assert said(state.view(0), "30^ 40^") == ["lays your last cards"]


def test_only_a_block_that_is_sure_is_said():
    view = state_at(0, ([30, 31, 32], [5, 6]), ([], []), (29, 60), (20, 4)).view(0)
    assert said(view, "30^ 31^") == ["blocks SUD"]
    view = state_at(0, ([30, 31, 32], [5, 6]), ([], [21]), (29, 60), (20, 4)).view(0)
    assert "blocks SUD" not in said(view, "30^ 31^")


@pytest.mark.parametrize(
    ("tops", "hand", "turn", "words"),
    [
        ((30, 40, 1, 60), [20, 33, 50, 55], "20^ 50v", ["2 jumps back", "gains 20"]),
        (
            (30, 40, 1, 60),
            [24, 33, 34, 58],
            "33^ 34^",
            ["keeps 24 for a jump back", "costs only 4"],
        ),
        ((30, 40, 1, 60), [31, 33, 51, 55], "31^ 33^", ["costs only 3"]),
        ((30, 40, 1, 60), [33, 37, 50, 56], "33^ 37v", ["costs 6"]),
        ((30, 40, 20, 60), [12, 31, 33, 47, 48, 49], "33^ 31v", ["gives SUD nothing"]),
    ],
)
def test_some_turns_and_what_speaks_for_them(tops, hand, turn, words):
    assert said(view_of(set(hand), Tops(*tops)), turn) == words
