"""A timeline: what open eyes may read of a game, at home and from views alone."""

from __future__ import annotations

import pytest
from duels import deal_from, new_table, play_on
from sent_views import as_sent
from zens import new_table as new_zen
from zens import play_on as play_zen

from engine.duel.game import DUEL
from engine.duel.state import DuelOptions
from engine.game import CHANCE, UNKNOWN, Play
from engine.table import EventKind, Sitter, Table
from engine.timeline import MissingView, ReceivedTimeline, TableTimeline, steps_of
from engine.zen.options import ZenOptions

GAMES = {
    "duel": lambda turns: play_on(new_table(5, "lots"), ("greedy", "greedy"), turns),
    "zen": lambda turns: play_zen(new_zen(ZenOptions(first="lots", variant=2)), turns),
}
every_game = pytest.mark.parametrize("game", GAMES)


def received(table, seats=frozenset({0})) -> ReceivedTimeline:
    """Return what a client knows that was sent each view of these seats, as JSON."""
    game = table.game
    timeline = ReceivedTimeline(game, table.options, table.sitters, seats)
    for at in range(len(table.plays) + 1):
        for seat in seats or {None}:
            timeline.receive(at, as_sent(game, table.view_at(at, seat)))
    return timeline


@every_game
@pytest.mark.parametrize("make", [TableTimeline, received])
def test_closed_eyes_see_nothing(game, make):
    timeline = make(GAMES[game](9), frozenset({0}))
    for call in (lambda: timeline.view(1), lambda: timeline.view_at(2, 1)):
        with pytest.raises(ValueError, match="seat 1 keeps its secrets"):
            call()


@pytest.mark.parametrize("at", [-1, 12, 10**9])
@pytest.mark.parametrize("make", [TableTimeline, received])
def test_there_is_no_view_of_moves_that_were_not_made(at, make):
    timeline = make(GAMES["duel"](9), frozenset({0}))
    with pytest.raises(ValueError, match="there is no view after"):
        timeline.view_at(at, 0)


def test_a_view_that_was_not_received_says_so():
    table = GAMES["duel"](9)
    timeline = ReceivedTimeline(table.game, table.options, table.sitters, frozenset({0}))
    timeline.receive(len(table.plays), table.view(0))
    assert timeline.view(0) == table.view(0)
    with pytest.raises(MissingView, match="after 4 moves was not received"):
        timeline.view_at(4, 0)


def test_after_a_take_back_the_views_that_were_received_are_void():
    table = GAMES["duel"](9)
    timeline = received(table)
    table.take_back(5)
    timeline.receive(5, table.view(0))
    assert timeline.view(0) == table.view(0)
    assert list(timeline.plays) == list(TableTimeline(table, frozenset({0})).plays)


def test_what_chance_dealt_is_unknown_until_the_end():
    table = GAMES["duel"](4)
    timeline = TableTimeline(table, frozenset({0}))
    begin, deal, *turns = timeline.plays
    assert (begin, deal) == (table.plays[0], Play(CHANCE, UNKNOWN))
    assert turns == table.plays[2:]
    assert steps_of(DUEL, deal) == ()
    play_on(table)
    assert list(timeline.plays) == table.plays
    assert timeline.visible_seats == {0, 1, None}


@pytest.mark.parametrize("eyes", [frozenset(), frozenset({0, 1})])
def test_whoever_looks_on_knows_every_move_after_the_end(eyes):
    table = GAMES["duel"](4)
    timeline = TableTimeline(table, eyes)
    assert timeline.plays[1] == Play(CHANCE, UNKNOWN)
    play_on(table)
    assert list(timeline.plays) == table.plays


def test_plays_are_read_anew_after_a_take_back():
    table = GAMES["duel"](8)
    timeline = TableTimeline(table, frozenset({0, 1}))
    assert len(timeline.plays) == 10
    table.take_back(6, 0)
    assert len(timeline.plays) == 6
    play_on(table, ("random", "random"), 3)
    assert list(timeline.plays)[2:] == table.plays[2:]


def test_a_hint_is_told_to_nobody_else_and_a_take_back_tells_no_moves():
    table = GAMES["duel"](6)
    table.note_hint(1, "15^ 20^")
    table.note_hint(0, "16^ 21^")
    table.take_back(4, 0)
    timeline = TableTimeline(table, frozenset({0}))
    told = [(event.kind, event.text, event.moves) for event in timeline.events]
    assert told == [
        (EventKind.HINT, "", ()),
        (EventKind.HINT, "16^ 21^", ()),
        (EventKind.TAKE_BACK, "", ()),
    ]
    play_on(table)
    assert list(timeline.events) == table.events


def test_a_game_that_has_not_begun_has_no_outcome_and_no_view():
    table = new_table(3)
    timeline = ReceivedTimeline(table.game, table.options, table.sitters, frozenset({0}))
    assert timeline.outcome is None
    with pytest.raises(MissingView):
        _ = timeline.to_move


def test_the_version_grows_with_every_change():
    table = new_table(3)
    timeline = TableTimeline(table, frozenset({0}))
    versions = [timeline.version]
    for change in (
        lambda: play_on(table, turns=1),
        lambda: table.note_hint(1, "15^ 20^"),
        lambda: table.take_back(1, 0),
        lambda: table.sit(1, Sitter("Zoé")),
        lambda: table.forfeit(0, "left"),
    ):
        change()
        versions.append(timeline.version)
    assert versions == sorted(set(versions))


def test_a_game_without_its_deal_can_be_read():
    table = Table(DUEL, DuelOptions("north"), [Sitter("A"), Sitter("B")])
    timeline = TableTimeline(table, frozenset({0}))
    assert (timeline.plays, timeline.to_move) == ([], (CHANCE,))
    table.play(CHANCE, deal_from([], []))
    assert timeline.plays == [Play(CHANCE, UNKNOWN)]
