"""What is said for a move is true: checked against every other move, reply by reply."""

from __future__ import annotations

from random import Random

import pytest
import slow_zen
from zens import any_position, new_table, position, positions_of_a_game

from engine.game import Stopped
from engine.reasons import MOST_REASONS
from engine.zen.board import Position, after, moves
from engine.zen.ending import is_echec, is_mat, is_over, points, result, winning_moves
from engine.zen.game import ZEN
from engine.zen.hints import explain
from engine.zen.moves import Answer, BoardMove, board_move, parse
from engine.zen.options import ZenOptions
from engine.zen.players import SearchLevel, ZenPlayer
from engine.zen.positions import START, format_position, parse_position
from engine.zen.reasons import ZenEnding, ZenMerit
from engine.zen.search import SURE, WIN, SearchResult
from engine.zen.state import ZenState
from engine.zen.view import ZenView


def view_of(place: Position, variant: int = 1) -> ZenView:
    return ZenState.from_position(ZenOptions(variant), place).view(place.side)


def said(view: ZenView, move: str, value: int = 0) -> list[str]:
    code = parse(move).code
    return [str(b.reason.value).format(**b.facts) for b in explain(view, SearchResult(code, value))]


class Facts:
    """Checks what is said of a move in a view, one method for each merit."""

    def __init__(self, view: ZenView, found: SearchResult, facts) -> None:
        self.view, self.found, self.facts = view, found, facts
        self.variant, self.before = view.options.variant, view.position
        self.side = self.before.side
        self.after = after(self.before, found.move)
        self.ended = result(self.after, self.variant)
        self.boards = [slow_zen.read(format_position(p))[0] for p in (self.before, self.after)]
        self.move = board_move(self.before, found.move)

    def groups(self, colour: int) -> list[int]:
        """Return how many groups have a pawn, before the move and after it."""
        chains = [slow_zen.chains(board, "BW"[colour]) for board in self.boards]
        boards = zip(self.boards, chains, strict=True)
        return [sum(any(board[at] != "Z" for at in one) for one in all_) for board, all_ in boards]

    def touches_zen(self, colour: int) -> list[bool]:
        return [
            any(
                board[at] == "Z" and board.get((at[0] + x, at[1] + y)) == "BW"[colour]
                for at in board
                for x, y in slow_zen.WAYS
            )
            for board in self.boards
        ]

    def won_by(self, why: ZenEnding) -> bool:
        return self.ended == (self.side, why)

    def connects(self) -> bool:
        return self.won_by(ZenEnding.CONNECTED)

    def last_pawn(self) -> bool:
        return self.won_by(ZenEnding.NO_PAWNS)

    def no_reply(self) -> bool:
        return self.won_by(ZenEnding.NO_MOVE)

    def mat(self) -> bool:
        return not self.ended and is_mat(self.after, self.variant)

    def score(self) -> bool:
        own = self.view.score[self.side] + points(self.after, self.side)
        return self.facts == {"own": own, "other": self.view.score[1 - self.side]}

    def only(self) -> bool:
        return len(moves(self.before, self.variant)) == 1

    def draws(self) -> bool:
        return self.ended is not None and self.ended.winner is None

    def forced(self) -> bool:
        return self.found.value == WIN - 2 * self.facts["count"] + 1

    def parrying(self) -> list[int]:
        found = []
        for move in moves(self.before, self.variant):
            reply = after(self.before, move)
            ended = result(reply, self.variant)
            if ended:
                found += [move] * (ended.winner != 1 - self.side)
            else:
                found += [move] * (not any(winning_moves(reply, self.variant)))
        return found

    def only_parry(self) -> bool:
        return is_echec(self.before, self.variant) and self.parrying() == [self.found.move]

    def parries(self) -> bool:
        return is_echec(self.before, self.variant) and self.found.move in self.parrying()

    def echec(self) -> bool:
        return self.variant in (1, 2) and self.threatens()

    def threatens(self) -> bool:
        return not self.ended and is_echec(self.after, self.variant)

    def takes_zen(self) -> bool:
        return bool(self.before.zen and not self.after.zen)

    def takes(self) -> bool:
        enemies = self.before.enemy & ~self.after.own
        return enemies == 1 << self.facts["square"]

    def splits(self) -> bool:
        before, now = self.groups(1 - self.side)
        return now > before and now == self.facts["count"]

    def joins(self) -> bool:
        before, now = self.groups(self.side)
        return 1 < now < before and now == self.facts["count"]

    def joins_all(self) -> bool:
        before, now = self.groups(self.side)
        return now == 1 < before and not self.ended

    def brings_zen(self) -> bool:
        return self.touches_zen(self.side) == [False, True]

    def lures_zen(self) -> bool:
        return self.touches_zen(1 - self.side) == [True, False] and self.after.zen != 0

    def keeps_zen(self) -> bool:
        return self.touches_zen(self.side) == [True, True]

    def closer(self) -> bool:
        before, now = map(self.ways, self.boards)
        return now < before

    def ways(self, board) -> int:
        mine = [at for at, piece in board.items() if piece in ("BW"[self.side], "Z")]
        ways = 0
        for line in zip(*mine, strict=True):
            middle = sorted(line)[len(line) // 2]
            ways += sum(abs(place - middle) for place in line)
        return ways

    def lost(self) -> bool:
        return self.found.value < -SURE

    def best(self) -> bool:
        return True


def check(view: ZenView, found: SearchResult) -> set[ZenMerit]:
    because = explain(view, found)
    assert 1 <= len(because) <= MOST_REASONS
    for reason, facts in because:
        true = getattr(Facts(view, found, facts), reason.name.lower())()
        assert true, (format_position(view.position), str(found), reason, facts)
    weights = list(ZenMerit)
    places = [weights.index(reason) for reason, _ in because]
    assert places == sorted(set(places))
    return {reason for reason, _ in because}


@pytest.mark.parametrize("variant", [0, 1, 2, 3])
def test_what_is_said_of_any_move_is_true(variant):
    chance, heard = Random(variant or 1), set()
    for number in range(100):
        few, width = (1, 5) if number % 2 else (4, 8)
        place = any_position(chance, fewest=few, most=few + 3, width=width)
        if is_over(place, variant):
            continue
        for move in chance.sample(moves(place, variant), min(4, len(moves(place, variant)))):
            ended = result(after(place, move), variant)
            if ended is None or ended.winner != 1 - place.side:
                heard |= check(view_of(place, variant), SearchResult(move, 0))
    told = {*ZenMerit} - heard
    assert {merit for merit in told if merit not in RARE} <= {
        ZenMerit.SCORE if variant in (0, 1) else None,
        ZenMerit.MAT if variant in (0, 3) else None,
        ZenMerit.ECHEC if variant in (0, 3) else ZenMerit.THREATENS,
    }


RARE = {
    ZenMerit.UNANNOUNCED,
    ZenMerit.FORCED,
    ZenMerit.LOST,
    ZenMerit.ONLY,
    ZenMerit.DRAWS,
    ZenMerit.LAST_PAWN,
    ZenMerit.NO_REPLY,
    ZenMerit.ONLY_PARRY,
    ZenMerit.SPLITS,
}
"""What random positions without a look ahead do not, or seldom, give occasion to say."""


def test_what_is_said_of_found_moves_in_a_whole_game_is_true():
    player, heard = ZenPlayer(SearchLevel(4, 1500), 0), set()
    for place in [p for seed in range(5) for p in positions_of_a_game(seed)[::3]]:
        if not is_over(place, 1):
            view = view_of(place)
            heard |= check(view, player.search(view))
    assert len(heard) > 5


def test_groups_are_those_of_pawns_and_a_zen_by_itself_is_none():
    between = parse_position("11/11/7Z3/11/4W6/11/3BBB5/11/11/11/W10 W -")
    words = ["takes E5", "leaves the other side split into 2 groups"]
    assert said(view_of(between, 0), "E7xE5")[-2:] == words


def test_a_win_by_force_is_counted_in_own_moves():
    place = parse_position("11/5W5/5B2B2/4BB5/2W1B6/2WBWWW4/1W1W7/7W3/11/11/11 W -")
    view = view_of(place)
    found = ZenPlayer(SearchLevel(9, 50_000), 0).search(view)
    assert "wins in 4 moves at most" in said(view, str(board_move(place, found.move)), found.value)


def test_a_move_that_an_analysis_found_is_explained_without_a_search():
    place = parse_position("11/5W5/5B2B2/4BB5/2W1B6/2WBWWW4/1W1W7/7W3/11/11/11 W -")
    view = view_of(place)
    found = ZenPlayer(SearchLevel(9, 50_000), 0).search(view)
    move = board_move(place, found.move)
    assert ZEN.explain(view, move, WIN - found.value) == explain(view, found)
    assert ZenMerit.FORCED not in [because.reason for because in ZEN.explain(view, move, None)]


def test_that_nothing_better_was_found_is_no_reason_for_a_move_that_is_better():
    view = view_of(START)
    dull = next(
        move
        for move in (board_move(START, code) for code in moves(START, 1))
        if said(view, str(move)) == ["nothing better was found"]
    )
    assert ZEN.explain(view, dull, None) == ()


def test_where_every_move_loses_that_is_said():
    view = view_of(START)
    assert "every move loses" in said(view, "F11-F8", 20 - WIN)


@pytest.mark.parametrize(
    ("why", "merit"),
    [
        (ZenEnding.NO_PAWNS, ZenMerit.LAST_PAWN),
        (ZenEnding.BOTH_CONNECTED, ZenMerit.DRAWS),
    ],
)
def test_of_a_move_that_ends_the_round_only_that_is_said(why, merit):
    chance = Random(3)
    while True:
        place = any_position(chance, fewest=1, most=3, width=chance.choice([3, 4]))
        if is_over(place, 1):
            continue
        for move in moves(place, 1):
            if result(after(place, move), 1) in [(place.side, why), (None, why)]:
                assert check(view_of(place), SearchResult(move, 0)) == {merit}
                return


def test_of_a_move_that_leaves_no_reply_that_is_said():
    place = position("A2 B1 B2 K10 J11 J8", "A1 K11")
    assert said(view_of(place), "J8-J10") == ["leaves the other side no move"]


def test_of_a_winning_move_its_points_are_said_and_nothing_more():
    place = position(
        "F9 H9 G8 I8 E7 F7 C6 D6 G6 J5", "D8 E8 F8 D7 E5 D4 F4 G4 D3 G3 K1", "E6", side="W"
    )
    assert said(view_of(place), "K1-H4") == ["connects all your pieces"]
    assert points(after(place, parse("K1-H4").code), 1) == 1
    assert said(view_of(place, 2), "K1-H4") == ["connects all your pieces", "makes it 1 to 0"]


def test_the_hint_is_the_move_of_the_master_and_mat_is_said():
    mat = parse_position("11/11/5B5/11/8WW1/5WB4/5B1B3/5WBB3/7W3/11/11 B -")
    view = view_of(mat)
    hint = ZEN.hint(view)
    assert hint.move == ZEN.computer_players["master"](7).choose(view)
    assert [because.reason for because in hint.reasons] == [ZenMerit.MAT]
    with pytest.raises(Stopped):
        ZEN.hint(view_of(START), lambda: True)


def test_an_echec_is_announced_in_a_hint_where_players_do_that():
    mat = parse_position("11/11/5B5/11/8WW1/5WB4/5B1B3/5WBB3/7W3/11/11 B -")
    view = ZenState.from_position(ZenOptions(variant=1, announce="hand"), mat).view(0)
    hint = ZEN.hint(view)
    assert isinstance(hint.move, BoardMove) and hint.move.announces
    view.check(hint.move)


def test_who_is_asked_is_told_to_take_the_move_back():
    view = new_table(ZenOptions(variant=1, announce="hand", first="black")).view(0)
    hint = ZEN.hint(view._replace(is_asked=True))
    assert (hint.move, *hint.reasons) == (Answer.BACK, (ZenMerit.UNANNOUNCED, {}))
