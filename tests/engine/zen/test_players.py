"""The computer players: what all of them see, what only some do, and that they are fair."""

from __future__ import annotations

from random import Random

import pytest
from zens import any_position, new_table, position

from engine.table import Sitter, Table
from engine.zen.board import Position, after, moves
from engine.zen.ending import is_echec, is_mat, is_over, points, result, winning_moves
from engine.zen.game import ZEN
from engine.zen.moves import Answer
from engine.zen.options import ZenOptions
from engine.zen.players import SearchLevel, ZenPlayer
from engine.zen.positions import START
from engine.zen.state import ZenState
from engine.zen.view import ZenView

KINDS = [*ZEN.computer_players]
THINKING = KINDS[1:]
WATCHFUL = ["club", "expert", "master"]


def view_of(place: Position, options: ZenOptions = ZenOptions(1)) -> ZenView:  # noqa: B008
    """Return what the side to move sees."""
    return ZenState.from_position(options, place).view(place.side)


def chosen(kind: str, view: ZenView, seed: int = 0):
    return ZEN.computer_players[kind](seed).choose(view)


def wins(place: Position, move: int, variant: int = 1) -> bool:
    """Say whether a move wins the round at once, be it by mat."""
    reply = after(place, move)
    ended = result(reply, variant)
    return ended.winner == place.side if ended else is_mat(reply, variant)


@pytest.mark.parametrize("kind", THINKING)
def test_a_win_with_one_move_is_always_seen(kind):
    chance, seen = Random(7), 0
    for _ in range(40):
        place = any_position(chance, fewest=2, most=8, width=6)
        if is_over(place, 1) or not any(wins(place, move) for move in moves(place, 1)):
            continue
        assert wins(place, chosen(kind, view_of(place)).code)
        seen += 1
    assert seen >= 10


@pytest.mark.parametrize("kind", THINKING)
def test_a_move_that_leaves_no_reply_is_a_win_too(kind):
    place = position("A2 B1 B2 K10 J11 J8", "A1 K11")
    assert str(chosen(kind, view_of(place))) == "J8-J10"


@pytest.mark.parametrize("kind", WATCHFUL)
def test_a_threat_is_parried_if_it_can_be(kind):
    chance, seen = Random(11), 0
    while seen < (8 if kind == "club" else 3):
        place = any_position(chance, fewest=4, most=8, width=6)
        if is_over(place, 1) or not is_echec(place, 1):
            continue
        parries = [move for move in moves(place, 1) if parries_all(place, move)]
        if 0 < len(parries) <= 5:
            assert chosen(kind, view_of(place)).code in parries
            seen += 1


def parries_all(place: Position, move: int) -> bool:
    reply = after(place, move)
    ended = result(reply, 1)
    return ended.winner != reply.side if ended else not any(winning_moves(reply, 1))


def test_a_level_that_errs_errs_by_its_seed_and_by_the_place_in_the_game():
    view = view_of(START)
    assert len({chosen("novice", view, seed) for seed in range(12)}) > 2
    assert len({chosen("greedy", view, seed) for seed in range(12)}) == 1


@pytest.mark.parametrize(
    "options",
    [
        ZenOptions(first="black"),
        ZenOptions(1, first="black"),
        ZenOptions(2, first="white"),
        ZenOptions(3),
        ZenOptions(variant=1, announce="hand"),
        ZenOptions(2, "hand", 4),
        ZenOptions(players=4),
    ],
    ids=str,
)
def test_whole_games_are_played_in_every_variant(options):
    table = Table(ZEN, options, [Sitter(name) for name in options.seats], 3)
    levels = [SearchLevel(2, 300, 30), SearchLevel(1, error=60)]
    players = [ZenPlayer(levels[seat % 2], seat) for seat in range(options.players)]
    while table.outcome is None:
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    assert table.turns > 10


def test_an_echec_is_announced_where_players_do_that():
    options = ZenOptions(variant=1, announce="hand")
    chance, announced = Random(4), []
    for _ in range(80):
        place = any_position(chance, fewest=3, most=6, width=6)
        if is_over(place, 1):
            continue
        move = chosen("casual", view_of(place, options))
        reply = after(place, move.code)
        assert move.announces == (not result(reply, 1) and is_echec(reply, 1))
        announced.append(move.announces)
    assert {*announced} == {False, True}


def test_who_is_asked_takes_the_move_back():
    table = new_table(ZenOptions(variant=1, announce="hand", first="black"))
    view = table.view(0)
    for kind in THINKING:
        assert chosen(kind, view._replace(is_asked=True)) is Answer.BACK


def test_of_two_wins_the_one_with_more_points_is_played():
    chance, seen = Random(3), 0
    while seen < 3:
        place = any_position(chance, fewest=3, most=6, width=6)
        if is_over(place, 2):
            continue
        gained = {
            move: points(after(place, move), place.side)
            for move in moves(place, 2)
            if wins(place, move, 2)
        }
        if len(set(gained.values())) > 1:
            move = chosen("club", view_of(place, ZenOptions(2)))
            assert gained[move.code] == max(gained.values())
            seen += 1


def test_a_position_that_was_there_before_is_avoided_by_who_is_ahead():
    ahead = position("D4 D5 E5 E6 F6 F7 G5 H8", "A1 K11 K1 A11 F1 F11 A6 K6 C2 I10", "B9")
    view = view_of(ahead)
    for kind in ("greedy", "club"):
        move = chosen(kind, view)
        again = view._replace(past=(after(ahead, move.code), ahead))
        assert chosen(kind, again) != move
