"""What the people at a keyboard are told never depends on what they may not know."""

from __future__ import annotations

import json

import pytest
from at_table import Sitting
from toy_game import TOY, new_table, play_on
from toy_moves import CARDS, GRAB, Move, ToyOptions

from engine.game import CHANCE, Play
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.races import Races
from net.view_form import write_view

MOVES = (GRAB, Move("race", (0,)), *(Move("pick", (card,)) for card in CARDS))


def seated(options: ToyOptions, plays: list[Play], mine: frozenset[int]) -> Sitting:
    """Return a table where some people sit here, all others elsewhere, after these moves."""
    sitters = [
        Sitter(name, "human" if seat in mine else "nobody")
        for seat, name in enumerate(TOY.seats(options))
    ]
    table = Table(TOY, options, sitters)
    for play in plays:
        table.play(*play)
    return Sitting(table)


def told(options: ToyOptions, plays: list[Play], mine: frozenset[int]) -> bytes:
    """Return all that is told, and all that can be read, while the last of these moves is made.

    It is taken back and made again; everybody is given a hint; every move is tried; time passes.
    """
    one = seated(options, plays[:-1], mine)
    client, table, last = one.client, one.table, plays[-1]
    told: list[object] = []

    def note() -> None:
        told.append(repr(one.news()))
        told.append(repr((client.timeline.plays, client.timeline.events, client.timeline.to_move)))
        told.append(repr((client.timeline.outcome, client.timeline.version, client.is_sending)))
        told.append([client.timeline.last_turn(seat) for seat in range(len(table.seats))])

    def make() -> None:
        if last.seat in mine:
            client.submit(*last)
        else:
            table.play(*last)
        note()

    make()
    table.take_back(len(plays) - 1, last.seat)
    note()
    make()
    for mover in table.to_move:
        if mover != CHANCE:
            hint = next(table.view(mover).legal())
            if mover in mine:
                client.note_hint(mover, hint)
            else:
                table.note_hint(mover, str(hint))
            note()
    _try_every_move(one, plays, mine, note)
    told += [
        write_view(TOY, client.timeline.view_at(at, seat))
        for at in range(len(table.plays) + 1)
        for seat in (*sorted(client.timeline.visible_seats - {None}), None)
    ]
    one.loop.pass_seconds(Races.seconds)
    note()
    client.close()
    return json.dumps(told).encode()


def _try_every_move(one: Sitting, plays: list[Play], mine: frozenset[int], note) -> None:
    """Submit every move for every seat here, one on a table that has gone on too.

    The last choice is left out: it shows what all have chosen.
    """
    table = one.table
    for seat in sorted(mine):
        view = table.view(seat)
        legal = {*view.legal()} if seat in table.to_move else set()
        for move in MOVES:
            if move not in legal or len(table.to_move) > 1:
                one.client.submit(seat, move)
                note()
            if len(table.plays) > len(plays):
                one.client.ask_take_back(seat)
                note()
        one.disk.is_behind = True
        one.client.submit(seat, MOVES[0])
        table.take_back(len(plays) - 1)
        table.play(*plays[-1])
        one.disk.answer()
        note()


@pytest.mark.parametrize(
    ("options", "people"),
    [
        pytest.param(ToyOptions(), [{0}, {1}, {2}, {3}], marks=pytest.mark.slow),
        (ToyOptions(teams=True, rounds=1), [{0}, {3}, {0, 2}]),
        (ToyOptions(players=3, rounds=1), [{1}, {0, 2}]),
    ],
    ids=str,
)
def test_what_a_client_is_told_never_depends_on_what_its_seats_may_not_know(options, people):
    table = play_on(new_table(options, seed=6), seed=5)
    different = 0
    for at in range(1, len(table.plays)):
        plays, state = table.plays[:at], table.states[at]
        for mine in map(frozenset, people):
            other = state.redraw(plays, mine, Lots(3, at))
            different += other != plays
            assert told(options, other, mine) == told(options, plays, mine)
    assert different > 20


def test_what_is_compared_tells_what_may_be_known():
    """A seat that may know a card is told of it, so that the comparison above can fail."""
    table = play_on(new_table(ToyOptions(rounds=1), seed=6), 2, seed=5)
    mine = frozenset({table.plays[-1].seat})
    other = table.state.redraw(table.plays, frozenset(), Lots(3, 2))
    assert told(table.options, other, mine) != told(table.options, table.plays, mine)
