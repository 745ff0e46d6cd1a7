"""What every client of a game keeps to, the one at home and the one of a shared table alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from at_table import Sitting
from duels import new_table
from house_clients import FarPerson
from shared_tables import TableScene

from engine.reasons import IllegalMove, OfferReason
from engine.table import Table
from engine.updates import Ended, HintGiven, Moved, NoticeChanged, Refused, TakenBack, Update
from host.plan import SeatPlan


class Home:
    """A person at home; nobody thinks for the other seat, whose moves the test makes."""

    def __init__(self) -> None:
        self._sitting = Sitting(new_table(3, kinds=("human", "nobody")))
        self.client: Any = self._sitting.client
        self.table: Table[Any] = self._sitting.table

    def news(self) -> list[Update]:
        return self._sitting.news()

    def hold(self) -> None:
        self._sitting.disk.is_behind = True

    def let_go(self) -> None:
        self._sitting.disk.answer()

    def other_moves(self) -> None:
        seat = self.table.to_move[0]
        self.table.play(seat, next(self.table.view(seat).legal()))


class Away:
    """A person at a shared table; the computer player of the other seat moves when told to."""

    def __init__(self) -> None:
        self._scene = TableScene(seats=[SeatPlan(), SeatPlan("greedy", "SUD")])
        self.client: Any = FarPerson(self._scene).client
        self._heard: list[Update] = []
        self.client.listen(self._heard.append)
        self._scene.run()

    @property
    def table(self) -> Table[Any]:
        return self._scene.table

    def news(self) -> list[Update]:
        self._scene.run()
        news, self._heard[:] = [*self._heard], []
        return news

    def hold(self) -> None:
        self._scene.journal.is_held = True

    def let_go(self) -> None:
        self._scene.journal.let_go()
        self._scene.run()

    def other_moves(self) -> None:
        self._scene.thinkers.answer()
        self._scene.run()


@pytest.fixture(params=[Home, Away])
def side(request: pytest.FixtureRequest) -> Home | Away:
    make: Callable[[], Home | Away] = request.param
    side = make()
    while 0 not in side.table.to_move:
        side.other_moves()
    side.news()
    return side


def move(side: Home | Away) -> int:
    number: int = side.client.submit(0, next(side.client.timeline.view(0).legal()))
    return number


def turns(side: Home | Away) -> int:
    return sum(play.seat == 0 for play in side.table.plays)


def kinds(news: list[Update]) -> list[type[Update]]:
    return [type(update) for update in news if not isinstance(update, NoticeChanged)]


def test_a_move_is_told_and_no_more_is_sending(side):
    plays = len(side.table.plays)
    move(side)
    assert [update.at for update in side.news() if isinstance(update, Moved)] == [plays]
    assert not side.client.is_sending
    assert len(side.client.timeline.plays) == plays + 1


def test_nothing_is_shown_that_is_not_kept(side):
    plays = len(side.table.plays)
    side.hold()
    move(side)
    assert kinds(side.news()) == []
    assert side.client.is_sending
    assert len(side.client.timeline.plays) == len(side.table.plays) == plays
    side.let_go()
    assert kinds(side.news()) == [Moved]
    assert not side.client.is_sending


def test_what_cannot_be_done_is_refused_by_its_number(side):
    before = side.table.version
    number = side.client.ask_take_back(0)
    assert side.news() == [Refused(number, IllegalMove(OfferReason.NO_TURN_YET))]
    assert side.table.version == before


def test_a_move_that_came_too_late_is_refused_and_the_first_one_stands(side):
    side.hold()
    move(side)
    late = move(side)
    side.let_go()
    news = side.news()
    assert [update.number for update in news if isinstance(update, Refused)] == [late]
    assert turns(side) == 1


def test_one_alone_takes_back_at_once(side):
    plays = len(side.table.plays)
    move(side)
    side.news()
    side.client.ask_take_back(0)
    assert TakenBack(plays, 0) in side.news()
    assert len(side.client.timeline.plays) == plays
    assert side.client.offer is None


def test_a_hint_is_noted_once_and_told(side):
    hint = next(side.client.timeline.view(0).legal())
    for _twice in range(2):
        side.client.note_hint(0, hint)
    text = side.table.game.format(hint)
    assert side.news() == [HintGiven(0, text)]
    assert [event.text for event in side.table.events if event.text] == [text]


def test_who_resigns_ends_the_game_and_then_the_whole_of_it_can_be_had(side):
    with pytest.raises(ValueError, match="in play"):
        asyncio.run(side.client.record())
    side.client.resign(0)
    assert kinds(side.news())[0] == Ended
    assert side.table.outcome.winners == (1,)
    assert asyncio.run(side.client.record()).plays == side.table.plays


def test_a_begun_move_is_kept_for_its_turn_alone(side):
    turn = next(side.client.timeline.view(0).legal())
    steps = side.table.game.steps(turn)[:1]
    side.client.keep_draft(0, steps)
    assert side.client.draft(0) == steps
    move(side)
    side.news()
    assert side.client.draft(0) == ()


def test_who_has_left_hears_nothing_more(side):
    move(side)
    side.news()
    side.client.close()
    side.other_moves()
    assert side.news() == []
