"""Views told from the newest confirmed one: whole games of every game, and what may go wrong."""

from __future__ import annotations

import pytest
from toy_game import TOY

from engine.game import CHANCE
from engine.games import GAMES, find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from net.view_updates import MOST_UNCONFIRMED, ViewReader, ViewWriter
from net.wire import ViewNews, WireError, news_from, to_line

ALL = [*map(find_game, GAMES), TOY]
LONGEST = 600
"""The longest message of a view in bytes where the view before is confirmed."""


def new_table(game, seed=5):
    options = game.options()
    kinds = list(game.computer_players)
    return Table(game, options, [Sitter("x", kinds[0], 1) for _ in game.seats(options)], seed)


def play_on(table, lots, moves):
    for _ in range(moves):
        movers = [seat for seat in table.to_move if seat != CHANCE]
        if not movers:
            return
        seat = movers[lots.below(len(movers))]
        legal = [move for move, _ in zip(table.view(seat).legal(), range(6), strict=False)]
        table.play(seat, legal[lots.below(len(legal))])


def sent(writer, table, seat, events=()):
    """Return a view's message after its way over the line, and its length."""
    line = to_line(writer.write(table.view(seat), len(table.plays), table.epoch, events))
    news = news_from(line)
    assert isinstance(news, ViewNews)
    return news, len(line)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_a_reader_has_every_view_of_a_game_though_some_are_lost_and_confirmed_late(game):
    table, lots = new_table(game), Lots(3, 0)
    lines = [
        (seat, ViewWriter(game), ViewReader(game)) for seat in (*range(len(table.seats)), None)
    ]
    for _ in range(90):
        play_on(table, lots, 1)
        if table.epoch < 2 and len(table.plays) > 20 + 10 * table.epoch:
            table.take_back(len(table.plays) - 6)
            table.draw_lots()
        for seat, writer, reader in lines:
            news, _ = sent(writer, table, seat)
            if lots.below(4):  # else it is lost
                assert reader.read(news) == table.view(seat)
                if lots.below(2):
                    writer.confirm(news.view)
        if table.outcome:
            break
    assert len(table.plays) > 5


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_a_message_is_as_short_late_in_a_game_as_early(game):
    table, lots = new_table(game), Lots(3, 0)
    writer, most = ViewWriter(game), 0
    for _ in range(200):
        play_on(table, lots, 1)
        news, length = sent(writer, table, 0)
        most = max(most, length if news.base else 0)
        writer.confirm(news.view)
    assert 0 < most <= LONGEST


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
@pytest.mark.parametrize("moves", [1, 4])
def test_a_game_that_ended_by_a_forfeit_travels_too(game, moves):
    table, writer, reader = new_table(game), ViewWriter(game), ViewReader(game)
    play_on(table, Lots(1, 0), moves)
    table.forfeit(0, "")
    assert reader.read(sent(writer, table, 0)[0]) == table.view(0)


def test_after_a_take_back_a_view_stands_alone():
    table, writer = new_table(TOY), ViewWriter(TOY)
    play_on(table, Lots(1, 0), 3)
    writer.confirm(sent(writer, table, 0)[0].view)
    assert sent(writer, table, 0)[0].base == 1
    table.take_back(len(table.plays) - 1)
    assert sent(writer, table, 0)[0].base == 0


def test_events_travel_from_the_confirmed_ones_on():
    table, writer, reader = new_table(TOY), ViewWriter(TOY), ViewReader(TOY)
    events = [{"kind": "hint", "at": 1}]
    news, _ = sent(writer, table, 0, events)
    reader.read(news)
    writer.confirm(news.view)
    events.append({"kind": "hint", "at": 2})
    news, _ = sent(writer, table, 0, events)
    reader.read(news)
    assert news.events == ({"kind": "hint", "at": 2},)
    assert reader.events == tuple(events)


def test_what_the_end_tells_of_earlier_events_travels_with_it():
    table, writer, reader = new_table(TOY), ViewWriter(TOY), ViewReader(TOY)
    kept = {"kind": "forfeit", "at": 1}
    for text in ("", "up", "up"):
        news, _ = sent(writer, table, 0, [kept, {"kind": "hint", "at": 2, "text": text}, kept])
        reader.read(news)
        writer.confirm(news.view)
        assert reader.events[1]["text"] == text
    assert (news.known, news.events) == (3, ())


def test_a_writer_forgets_views_that_are_never_confirmed():
    table, writer = new_table(TOY), ViewWriter(TOY)
    for _ in range(MOST_UNCONFIRMED + 1):
        sent(writer, table, 0)
    writer.confirm(1)
    assert sent(writer, table, 0)[0].base == 0
    writer.confirm(MOST_UNCONFIRMED)
    assert sent(writer, table, 0)[0].base == MOST_UNCONFIRMED
    writer.confirm(10**9)
    assert sent(writer, table, 0)[0].base == MOST_UNCONFIRMED


@pytest.mark.parametrize(
    "changes",
    [
        {"base": 7},
        {"known": 3},
        {"state": b"[]"},
        {"state": b"7"},
        {"state": b'{"seat":0}'},
        {"state": b"{"},
        {"state": b'{"seat":' + b"[" * 9000 + b"]" * 9000 + b"}"},
    ],
)
def test_a_wrong_message_is_refused_with_a_reason(changes):
    import msgspec

    table, writer, reader = new_table(TOY), ViewWriter(TOY), ViewReader(TOY)
    news, _ = sent(writer, table, 0)
    if "state" in changes:
        changes = {"fields": msgspec.Raw(changes["state"])}
    with pytest.raises(WireError):
        reader.read(msgspec.structs.replace(news, **changes))
    assert reader.read(news) == table.view(0)
