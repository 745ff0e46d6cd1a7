"""The requests of a client that wait for their answers, and for the view in which they are."""

from __future__ import annotations

import pytest

from net.joining.requests import MOST, Newest, Outbox
from net.wire import MoveRequest, ResignRequest


def move(number: int, *, moves: int, epoch: int) -> MoveRequest:
    return MoveRequest(number=number, move="15^ 16^", moves=moves, epoch=epoch)


@pytest.mark.parametrize(
    ("newest", "waits"),
    [
        (Newest(epoch=0, last_turn=None), True),  # a view of before the move
        (Newest(epoch=0, last_turn=2), True),
        (Newest(epoch=0, last_turn=4), False),
        (Newest(epoch=1, last_turn=2), False),  # taken back before its view came
        (Newest(epoch=0, last_turn=2, is_over=True), False),
    ],
)
def test_a_move_that_is_done_waits_for_the_view_in_which_it_is_or_is_gone(newest, waits):
    requests = Outbox()
    number = requests.next_number()
    requests.add(number, move(number, moves=4, epoch=0))
    requests.done(number, Newest())
    assert requests.has_move
    assert requests.waiting == ()
    requests.seen(newest)
    assert requests.has_move is waits


def test_a_resignation_waits_for_the_end_of_the_game():
    requests = Outbox()
    number = requests.next_number()
    requests.add(number, ResignRequest(number=number))
    requests.done(number, Newest())
    requests.seen(Newest(epoch=5, last_turn=9))
    assert requests.has_move
    requests.seen(Newest(is_over=True))
    assert not requests.has_move


def test_the_first_view_on_a_new_line_has_all_that_was_done_before():
    requests = Outbox()
    number = requests.next_number()
    requests.add(number, move(number, moves=4, epoch=0))
    requests.begin_line()
    requests.done(number, Newest(last_turn=4))
    assert requests.has_move
    requests.seen(Newest())
    assert not requests.has_move


def test_what_is_refused_waits_no_more_and_too_many_are_not_made():
    requests = Outbox()
    for number in range(1, MOST + 1):
        assert not requests.is_full
        requests.add(number, move(number, moves=0, epoch=0))
    assert requests.is_full
    assert requests.refused(1) == move(1, moves=0, epoch=0)
    assert requests.refused(1) is None
    assert not requests.is_full
    assert len(requests.waiting) == MOST - 1
