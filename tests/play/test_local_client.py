"""The client at home: what it tells of and when, who thinks, what is stale, what is left behind."""

from __future__ import annotations

import pytest
from at_table import HeldPlayer, Sitting, all_thought
from toy_game import Toy, new_table, play_on
from toy_moves import GRAB, Move

from engine.game import CHANCE, UNKNOWN, Play
from engine.reasons import Forfeit, IllegalMove, TableReason
from engine.table import EventKind, Sitter
from engine.updates import Ended, HintGiven, Moved, NoticeChanged, Refused, Seated, TakenBack
from host.file_keeper import DiskNotice, FileKeeper
from host.races import Races
from programs.players import Failure

ALONE = ("human", "held", "held", "held")
NEAR = ("human", "nobody", "nobody", "nobody")
"""A person, and others whose moves a test makes at the table."""


@pytest.fixture
def player(monkeypatch) -> HeldPlayer:
    """Let every computer player be held."""
    player = HeldPlayer()
    kinds = {**Toy.computer_players, "held": lambda _seed: player}
    monkeypatch.setattr(Toy, "computer_players", kinds)
    yield player
    player.free.set()
    all_thought()


def sitting(kinds=NEAR, moves: int = 0) -> Sitting:
    return Sitting(play_on(new_table(seed=4, kinds=kinds), moves))


def lowest(sitting: Sitting, seat: int) -> Move:
    return next(sitting.table.view(seat).legal())


def play(sitting: Sitting, *seats: int) -> None:
    """Let others move."""
    for seat in seats:
        sitting.table.play(seat, lowest(sitting, seat))


def answered(sitting: Sitting) -> None:
    """Let whoever thinks find a move, which waits to be made."""
    all_thought()
    assert not sitting.loop.is_idle


# What is told


def test_one_s_own_move_is_told_once_all_that_came_of_it_is_done():
    one = sitting()
    play(one, 1, 2, 3)
    one.news()
    card = lowest(one, 0)
    one.client.submit(0, card)
    assert one.plays_when_heard == [6, 6]  # the last choice, and the lot that it led to
    assert one.news() == [Moved(4, Play(0, card)), Moved(5, one.table.plays[5])]
    assert one.table.plays[5].seat == CHANCE


def test_the_moves_of_others_are_told_once_all_that_came_of_them_is_done():
    one = sitting()
    one.client.submit(0, lowest(one, 0))
    one.news()
    play(one, 1, 2, 3)
    assert one.heard == []
    one.loop.settle()
    assert one.plays_when_heard == [6, 6, 6, 6]
    hidden = [Moved(at, Play(seat, UNKNOWN)) for at, seat in ((2, 1), (3, 2), (4, 3))]
    assert one.news() == [*hidden, Moved(5, one.table.plays[5])]


def test_updates_come_in_order_also_where_somebody_who_hears_one_moves():
    one = sitting(("human",) * 4)
    seats = iter((1, 2, 3))

    def move_next(update) -> None:
        seat = next(seats, None)
        if isinstance(update, Moved) and seat is not None:
            one.client.submit(seat, lowest(one, seat))

    one.client.listen(move_next)
    one.client.submit(0, lowest(one, 0))
    assert [update.at for update in one.news()] == [1, 2, 3, 4, 5]


def test_the_end_is_told_after_the_move_that_led_to_it():
    one = sitting(("human",) * 4)
    while not one.table.outcome:
        seat = one.table.to_move[0]
        one.client.submit(seat, lowest(one, seat))
    news = one.news()
    assert news[-1] == Ended(one.table.outcome)
    assert news[-2].at == len(one.table.plays) - 1
    assert [type(update) for update in news].count(Ended) == 1


def test_who_sits_down_and_what_is_hinted_is_told():
    one = sitting()
    one.table.sit(2, Sitter("Zoé", "nobody"))
    one.table.note_hint(2, "pick 3")
    one.client.note_hint(0, Move("pick", (4,)))
    one.client.note_hint(0, Move("pick", (4,)))
    told = [Seated(2, Sitter("Zoé", "nobody")), HintGiven(2, ""), HintGiven(0, "pick 4")]
    assert one.news() == told
    assert len(one.table.events) == 3


# Moves that are refused


def test_a_move_that_cannot_be_made_is_refused_by_its_number_and_nothing_changes():
    one = sitting()
    before = one.client.timeline.version, list(one.client.timeline.plays)
    numbers = [one.client.submit(0, move) for move in (Move("pick", (17,)), GRAB)]
    refused = one.news()
    assert len({*numbers}) == 2
    assert [update.number for update in refused] == numbers
    assert [str(update.why) for update in refused] == [
        "17 is not in hand",
        "grab is not a move that can be made now",
    ]
    assert (one.client.timeline.version, one.client.timeline.plays) == before
    assert not one.client.is_sending


def test_a_move_that_waited_while_the_table_went_back_is_refused_as_stale():
    one = sitting()
    play(one, 1)
    one.news()
    one.disk.is_behind = True
    number = one.client.submit(0, lowest(one, 0))
    assert one.client.is_sending
    one.table.take_back(1)
    one.disk.answer()
    assert one.news() == [TakenBack(1, None), Refused(number, IllegalMove(TableReason.STALE))]
    assert one.table.to_move == (0, 1, 2, 3)
    assert not one.client.is_sending


def test_others_moves_beside_it_do_not_make_a_move_that_waits_stale():
    one = sitting()
    one.disk.is_behind = True
    card = lowest(one, 0)
    one.client.submit(0, card)
    play(one, 1, 2)
    one.disk.answer()
    assert one.news()[-1] == Moved(3, Play(0, card))


# Computer players


def test_who_thinks_is_asked_once_and_moves_once(player):
    one = sitting(ALONE)
    assert one.client.computers == {1, 2, 3}
    for _ in range(3):
        one.client.ask(2)
    player.wait_until_asked()
    assert one.client.thinking == {2}
    player.free.set()
    one.loop.until(lambda: one.heard)
    assert one.news() == [Moved(1, Play(2, UNKNOWN))]
    assert player.times == 1
    assert one.client.thinking == frozenset()


def test_several_think_at_the_same_time(player):
    one = sitting(ALONE)
    for seat in (1, 2, 3):
        one.client.ask(seat)
    for _ in range(3):
        player.wait_until_asked()
    assert one.client.thinking == {1, 2, 3}
    player.free.set()
    one.loop.until(lambda: len(one.heard) == 3)
    assert one.table.to_move == (0,)


def test_a_computer_s_move_for_a_table_that_went_back_is_dropped(player):
    one = sitting(ALONE)
    play(one, 1)
    one.client.ask(2)
    player.free.set()
    answered(one)
    one.table.take_back(1)
    assert one.news() == [TakenBack(1, None)]
    assert len(one.table.plays) == 1


def test_who_was_moved_for_thinks_no_more_and_can_be_asked_for_the_next_move(player, monkeypatch):
    monkeypatch.setattr(Races, "seconds", 3)
    one = sitting(ALONE, moves=4)
    one.client.ask(2)
    player.wait_until_asked()
    one.loop.pass_seconds(3)
    assert [play.seat for play in one.table.plays[6:]].count(2) == 1
    all_thought()
    assert one.client.thinking == frozenset()
    one.news()
    one.client.ask(2)
    player.free.set()
    one.loop.until(lambda: one.heard)
    assert one.news() == [Moved(10, Play(2, UNKNOWN))]


def test_an_answer_that_waited_while_its_seat_was_moved_for_is_dropped_in_silence(player):
    one = sitting(ALONE, moves=4)
    one.disk.is_behind = True
    one.client.ask(2)
    player.free.set()
    answered(one)
    one.loop.settle()
    assert one.client.thinking == {2}
    one.table.play(2, GRAB)
    one.disk.answer()
    assert one.news() == [Moved(6, Play(2, GRAB))]


def test_hushed_players_end_their_thinking_and_only_what_is_being_saved_is_made(player):
    one = sitting(ALONE)
    one.disk.is_behind = True
    one.client.ask(1)
    player.free.set()
    answered(one)
    one.loop.settle()
    player.free.clear()
    one.client.ask(2)
    one.client.stop_thinking()
    all_thought()
    one.disk.answer()
    assert one.news() == [Moved(1, Play(1, UNKNOWN))]
    assert one.client.thinking == frozenset()
    one.client.ask(2)
    player.free.set()
    one.loop.until(lambda: one.heard)
    assert one.news() == [Moved(2, Play(2, UNKNOWN))]


def test_a_player_that_cannot_go_on_ends_the_game_and_the_record_says_why(player, monkeypatch):
    def give_up(_view, _stop):
        raise Forfeit(Failure.ENDED, status=1)

    monkeypatch.setattr(player, "choose", give_up)
    one = sitting(ALONE)
    one.disk.is_behind = True
    one.client.ask(3)
    answered(one)
    assert one.news() == [] and one.table.outcome is None
    one.disk.answer()
    assert one.news() == [Ended(one.table.outcome)]
    assert one.table.events[-1].kind is EventKind.FORFEIT
    assert one.table.events[-1].seat == 3
    assert one.table.events[-1].text == str(Forfeit(Failure.ENDED, status=1))


# Races


def test_who_is_late_is_moved_for_also_where_the_disk_is_slow():
    one = sitting(moves=4)
    one.disk.is_behind = True
    one.loop.pass_seconds(Races.seconds)
    assert len(one.table.plays) == 6
    one.disk.answer()
    assert len(one.news()) == 4
    assert [play.move for play in one.table.plays[6:]] == [GRAB] * 4


def test_who_is_hushed_before_the_late_moved_have_the_whole_time_anew():
    one = sitting(moves=4)
    one.disk.is_behind = True
    one.loop.pass_seconds(Races.seconds)
    one.client.stop_thinking()
    one.disk.answer()
    assert len(one.news()) == 1  # the one that was being saved
    one.loop.pass_seconds(Races.seconds)
    assert len(one.news()) == 3


def test_who_grabs_while_the_late_wait_for_the_disk_is_not_moved_for_again():
    one = sitting(moves=4)
    one.disk.is_behind = True
    one.loop.pass_seconds(Races.seconds)
    late = one.table.view(None).timeout_play.seat
    one.table.play(late, GRAB)
    one.disk.answer()
    news = one.news()
    assert {type(update) for update in news} == {Moved}
    assert sorted(update.play.seat for update in news) == [0, 1, 2, 3]


# Taking back


def test_a_take_back_that_is_asked_for_is_granted_and_told(player):
    one = sitting(ALONE)
    one.client.submit(0, lowest(one, 0))
    one.client.ask(1)
    one.news()
    one.client.ask_take_back(0)
    assert one.news() == [TakenBack(1, 0)]
    assert one.client.thinking == frozenset()
    all_thought()
    assert one.news() == []
    assert one.table.to_move == (0, 1, 2, 3)
    assert one.table.events[-1].kind is EventKind.TAKE_BACK


def test_chance_that_comes_again_is_told_after_the_take_back():
    one = sitting(moves=3)
    play(one, *one.table.to_move)
    one.news()
    one.table.take_back(5)
    assert one.plays_when_heard == []
    assert one.news() == [TakenBack(5, None), Moved(5, one.table.plays[5])]


# The disk


def test_what_is_to_be_said_of_the_disk_is_told():
    one = sitting()
    one.disk.is_behind = True
    one.client.submit(0, lowest(one, 0))
    assert (one.client.notice, one.client.banner) == (None, None)
    one.loop.pass_seconds(FileKeeper.word_seconds)
    assert one.news() == [NoticeChanged()]
    assert one.client.notice is DiskNotice.SLOW
    one.disk.answer()
    one.news()
    assert one.client.notice is None


def test_a_computer_s_move_that_waits_does_not_keep_a_person_from_theirs(player):
    one = sitting(ALONE)
    one.disk.is_behind = True
    one.client.ask(1)
    player.free.set()
    answered(one)
    one.loop.settle()
    assert not one.client.is_sending


# Leaving


def test_who_left_is_told_nothing_and_the_move_that_waits_is_made(player):
    one = sitting(ALONE, moves=4)
    one.disk.is_behind = True
    one.client.submit(0, GRAB)
    one.client.ask(1)
    player.wait_until_asked()
    one.client.close()
    assert one.table.plays[-1] == Play(0, GRAB)
    all_thought()
    assert one.disk.is_let_go
    assert one.loop.timers == []
    one.loop.settle()
    one.table.play(2, GRAB)
    assert one.loop.is_idle
    assert one.news() == []
