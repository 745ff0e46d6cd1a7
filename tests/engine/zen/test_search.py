"""The look ahead: it finds what a plain one finds, mat, parries, and it knows of repetition."""

from __future__ import annotations

from random import Random

import pytest
from zens import any_position, positions_of_a_game

from engine.game import Stopped
from engine.zen.board import Position, after, moves
from engine.zen.ending import connection, is_mat, is_over, result, winning_moves
from engine.zen.evaluation import SideValueCache
from engine.zen.positions import START, parse_position
from engine.zen.search import SURE, WIN, Search

AMPLE = 10**9
SMALL = [
    place
    for seed in range(60)
    for place in [any_position(Random(seed), fewest=3, most=4, width=6)]
    if not is_over(place, 1) and not any(winning_moves(place, 1))
]
SMALL.sort(key=lambda place: len(moves(place, 1)))


def plain_value(place: Position, depth: int, ply: int, seen: frozenset[Position]) -> int:
    """Return the value of a round that goes on, by trying every move."""
    if any(winning_moves(place, 1)):
        return WIN - ply - 1
    if depth == 0 and is_lost(place, seen):
        return ply + 2 - WIN
    if depth == 0:
        return SideValueCache().worth(place)
    seen |= {place}
    replies = [after(place, move) for move in moves(place, 1)]
    return max(
        [plain_reply(reply, depth - 1, ply + 1, seen) for reply in replies], default=ply - WIN
    )


def plain_reply(reply: Position, depth: int, ply: int, seen: frozenset[Position]) -> int:
    """Return what a position is worth to the side that brought it about."""
    if ended := connection(reply):
        won = {None: 0, reply.side: ply - WIN}
        return won.get(ended.winner, WIN - ply)
    return 0 if reply in seen else -plain_value(reply, depth, ply, seen)


def is_lost(place: Position, seen: frozenset[Position]) -> bool:
    """Say whether the side to move stands in échec and nothing it does helps."""
    threat = place._replace(side=1 - place.side, barred=0)
    if not any(winning_moves(threat, 1)):
        return False
    for move in moves(place, 1):
        reply = after(place, move)
        if ended := connection(reply):
            if ended.winner != reply.side:
                return False
        elif reply in seen or not any(winning_moves(reply, 1)):
            return False
    return True


@pytest.mark.parametrize(("depth", "places"), [(1, SMALL), (2, SMALL[::12]), (3, SMALL[:1])])
def test_the_value_is_that_of_trying_every_move(depth, places):
    values = []
    for place in places:
        found = Search(1, is_cut=False).best(place, AMPLE, depth)
        seen = frozenset({place})
        replies = [after(place, move) for move in moves(place, 1)]
        assert found.value == max(plain_reply(reply, depth - 1, 1, seen) for reply in replies)
        chosen = plain_reply(after(place, found.move), depth - 1, 1, seen)
        assert found.value == chosen
        values.append(found.value)
    assert len(set(values)) > len(values) // 2


@pytest.mark.parametrize(("depth", "places"), [(1, SMALL[::3]), (2, SMALL[::30])])
def test_any_move_is_valued_exactly_beside_the_best_one(depth, places):
    differ = 0
    for place in places:
        seen = frozenset({place})
        values = {
            move: plain_reply(after(place, move), depth - 1, 1, seen) for move in moves(place, 1)
        }
        for played in list(values)[::3]:
            found = Search(1, is_cut=False).beside_best(place, played, AMPLE, depth)[-1]
            assert found.value == max(values.values()) == values[found.best]
            assert found.played == values[played]
            differ += found.value > found.played
    assert differ > len(places)


def test_more_nodes_only_go_deeper():
    for place in positions_of_a_game(3)[10:30:5]:
        move = moves(place, 1)[0]
        few, many = (Search(1).beside_best(place, move, nodes) for nodes in (2_000, 12_000))
        assert many[: len(few)] == few
        assert len(many) > len(few) > 1


def test_a_slower_win_of_the_other_move_is_found_too():
    place = any_position(Random(221), fewest=4, most=6, width=7)
    assert any(winning_moves(place, 1))
    slow = next(move for move in moves(place, 1) if wins_slowly(place, move))
    assert slow not in [*winning_moves(place, 1)]


def wins_slowly(place: Position, move: int) -> bool:
    """Say whether a move wins in three moves of its side, where the best one wins at once."""
    found = Search(1).beside_best(place, move, 5_000)[-1]
    return (found.value, found.played) == (WIN - 1, WIN - 5)


@pytest.mark.parametrize(
    "text",
    [
        "11/5W5/3BBB1W3/4BW5/3BW6/1BWW7/2BW7/11/8W2/11/11 B -",
        "11/11/5B5/11/8WW1/5WB4/5B1B3/5WBB3/7W3/11/11 B -",
    ],
)
def test_mat_is_found(text):
    place = parse_position(text)
    found = Search(1).best(place, 5000, 2)
    assert found.value == WIN - 3
    assert is_lost(after(place, found.move), frozenset())
    assert is_mat(after(place, found.move), 1)


def test_a_win_by_force_is_found_and_every_reply_to_it_loses():
    place = parse_position("11/5W5/5B2B2/4BB5/2W1B6/2WBWWW4/1W1W7/7W3/11/11/11 W -")
    found = Search(1).best(place, 50_000)
    assert found.value == WIN - 7
    for length in (5, 3):
        reply = after(place, found.move)
        assert not is_over(reply, 1)
        places = [after(reply, move) for move in moves(reply, 1)]
        values = [Search(1).best(place, 50_000).value for place in places]
        assert min(values) == WIN - length
        place = places[values.index(WIN - length)]
        found = Search(1).best(place, 50_000)


def test_what_promises_little_is_passed_over_only_close_to_the_horizon():
    for place in positions_of_a_game(3)[:10]:
        whole = Search(1, is_cut=False).best(place, AMPLE, 3)
        cut = Search(1).best(place, AMPLE, 3)
        assert cut.nodes < whole.nodes
        assert abs(cut.value - whole.value) <= 50


def places_worth(low: int, high: int) -> list[Position]:
    """Return some positions of games that are worth so much to the side to move."""
    some = [place for seed in range(4) for place in positions_of_a_game(seed)[20:60:4]]
    some = [place for place in some if not is_over(place, 1)]
    return [place for place in some if low < Search(1).best(place, 3000, 2).value < high][:4]


def test_the_side_that_is_ahead_avoids_a_position_that_was_there_before():
    ahead = places_worth(30, SURE)
    assert len(ahead) > 2
    for place in ahead:
        first = Search(1).best(place, 3000, 2)
        again = Search(1, [after(place, first.move)]).best(place, 3000, 2)
        assert again.move != first.move
        assert again.value > 0


def test_the_side_that_is_behind_seeks_one():
    behind = places_worth(-SURE, -30)
    assert len(behind) > 2
    for place in behind:
        replies = [after(place, move) for move in moves(place, 1)]
        seen = next(reply for reply in replies if not is_over(reply, 1))
        found = Search(1, [seen]).best(place, 3000, 2)
        assert found.value == 0
        assert after(place, found.move) == seen


def test_one_move_ahead_every_win_of_the_other_side_is_seen():
    chance, parried = Random(2), 0
    for number in range(300):
        most, width = (2, 5) if number % 2 else (8, 7)
        place = any_position(chance, most=most, width=width)
        if is_over(place, 1):
            continue
        parries = [move for move in moves(place, 1) if not is_lost_then(place, move)]
        move = Search(1).best(place, 0, 1).move
        assert not parries or move in parries
        parried += 0 < len(parries) < len(moves(place, 1))
    assert parried > 60


def is_lost_then(place: Position, move: int) -> bool:
    """Say whether a move loses at once or leaves the other side a win with its next move."""
    reply = after(place, move)
    ended = result(reply, 1)
    return ended.winner == reply.side if ended else any(winning_moves(reply, 1))


def test_about_so_many_nodes_are_looked_at_and_one_move_ahead_in_any_case():
    for limit in (0, 500, 5000):
        found = Search(1).best(START, limit)
        assert found.depth >= 1
        assert limit <= found.nodes < limit + 2 * 56 + 56 * 60 * (limit == 0)


def test_the_stop_flag_is_looked_at_often_and_ends_the_search():
    looks = []
    nodes = Search(1, (), lambda: bool(looks.append(0))).best(START, 20_000).nodes
    assert nodes / len(looks) < 1000
    for last in (1, 3):
        flags = iter([False] * last + [True])
        with pytest.raises(Stopped):
            Search(1, (), lambda flags=flags: next(flags)).best(START, 20_000)
