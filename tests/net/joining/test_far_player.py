"""A computer player or a program at a shared table: when it thinks, and what ends it."""

from __future__ import annotations

from typing import Any

from duels import new_table as new_duel
from duels import play_on
from hand_table import HandTable

from engine.game import StopFlag, never
from engine.reasons import Forfeit, TableReason
from net.joining.far_player import AGAIN_SECONDS, FarPlayer
from net.joining.reasons import JoinReason
from net.wire import DoneNews, MoveRequest, RefusedNews, ResignRequest
from programs.players import Failure
from programs.thinking import think_in_loop


class FirstMove:
    """A player that is outside this process: it makes its first move, or gives up."""

    def __init__(self, *, gives_up: bool = False) -> None:
        self.gives_up = gives_up
        self.finished: list[Any] = []
        self.is_closed = False

    def choose(self, view: Any, stop: StopFlag = never) -> Any:
        if self.gives_up:
            raise Forfeit(Failure.SILENT, seconds=1)
        return next(iter(view.legal()))

    def finish(self, view: Any) -> None:
        self.finished.append(view)

    def close(self) -> None:
        self.is_closed = True


def seated(player: FirstMove) -> tuple[HandTable, FarPlayer]:
    """Return a table at which the player is to move."""
    far = HandTable(new_duel(5))
    if far.table.to_move != (0,):
        play_on(far.table, turns=1)
    return far, FarPlayer(far.client, player, far.loop, lambda: 7, think_in_loop)


def settle(far: HandTable) -> None:
    far.loop.pass_seconds(0)
    far.loop.settle()


def test_it_waits_for_the_game_and_makes_a_move_when_it_is_to():
    far, _player = seated(FirstMove())
    settle(far)
    assert far.requests() == []
    far.begin()
    settle(far)
    (request,) = far.requests()
    assert isinstance(request, MoveRequest)
    far.link.sent.append((0, request))
    far.answer_moves()
    settle(far)
    assert far.requests() == []  # the other one is to move
    assert far.table.to_move == (1,)


def test_it_moves_on_when_the_answer_came_on_the_next_line_before_a_view_it_had_seen():
    far, _player = seated(FirstMove())
    far.begin()
    settle(far)
    (request,) = far.requests()
    far.table.play(0, far.table.game.parse_wire(request.move))
    play_on(far.table, turns=1)
    far.view()
    far.down()
    far.up()
    far.people()
    far.send(DoneNews(request.number))
    far.view()
    settle(far)
    assert [again.number for again in far.requests()] == [request.number, request.number + 1]


def test_a_refused_move_is_chosen_again_after_a_while():
    far, _player = seated(FirstMove())
    far.begin()
    settle(far)
    (request,) = far.requests()
    far.send(RefusedNews(request.number, "stale", TableReason.STALE.value))
    settle(far)
    assert far.requests() == []
    far.loop.pass_seconds(AGAIN_SECONDS)
    settle(far)
    (again,) = far.requests()
    assert again.number == request.number + 1


def test_who_gives_up_resigns_and_leaves_after_the_end():
    player = FirstMove(gives_up=True)
    far, seat = seated(player)
    far.begin()
    settle(far)
    assert far.requests() == [ResignRequest(1)]
    far.table.forfeit(0, "")
    far.view()
    assert seat.is_over
    assert far.link.is_closed
    assert player.finished == [far.table.view(0)]


def test_a_line_that_is_lost_for_good_ends_it():
    player = FirstMove()
    far, seat = seated(player)
    far.up()
    far.down(why=JoinReason.REPLACED)
    assert seat.is_over
    assert player.is_closed
    seat.close()
    assert player.finished == []
