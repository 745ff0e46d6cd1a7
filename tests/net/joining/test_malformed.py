"""What a table sends that makes no sense: none of it raises, and a good table goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hand_table import HandTable
from house_clients import FarPerson
from shared_tables import TableScene

from engine.games import GAMES, find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from net.joining.dialogue import Arrived
from net.joining.reasons import LineNotice
from net.wire import (
    FaultNews,
    Ping,
    Pong,
    SignNews,
    ViewNews,
    WelcomeNews,
    WireError,
    news_from,
    to_line,
)
from play.controller import Controller
from play.controls import TypedControls
from play.playback import Pace
from programs.thinking import think_in_loop

TEXTS = ["", "x", "99^", "17^E", "slap x", "takes x", "pass 2C", "?", "é", "\x1b[2J", "9" * 50]
"""Texts in the place of others."""


def places_in(value: Any, path: tuple[Any, ...] = ()):
    """Yield the path of every value in a document."""
    yield path
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from places_in(value[key], (*path, key))


def spoilt(document: Any, lots: Random) -> Any:
    """Return a document with one value changed."""
    *before, last = lots.choice([*places_in(document)][1:])
    holder = document
    for key in before:
        holder = holder[key]
    old = holder[last]
    others: list[Any] = [None, True, 0, 1, -1, 3, 7, 60, 10**6, 2**63, 1.5, [], {}, [old]]
    others += lots.choices(TEXTS, k=3)
    if type(old) is int:
        others += [old + 1, old - 1] * 4
    if isinstance(old, list):
        others += [old[:-1], old + old[:1], old[::-1]] * 3
    if isinstance(old, str):
        others += [old[:-1], f"{old} {old}", old.upper()] * 3
    holder[last] = lots.choice(others)
    return document


def middle_of(key: str, lots: Lots) -> Table[Any]:
    """Return a game after some moves by lot."""
    game = find_game(key)
    options = game.options()
    table: Table[Any] = Table(game, options, [Sitter("x") for _ in game.seats(options)], 5)
    for _ in range(12 + lots.below(30)):
        movers = [seat for seat in table.to_move if seat >= 0]
        if not movers:
            break
        seat = movers[lots.below(len(movers))]
        legal = [move for move, _ in zip(table.view(seat).legal(), range(6), strict=False)]
        table.play(seat, legal[lots.below(len(legal))])
    return table


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_spoilt_views_are_refused_or_can_be_played_on(key, count):
    lots = Random(7)
    refused = 0
    far = HandTable(middle_of(key, Lots(7, 0)))
    far.begin()
    controls = TypedControls(lambda typed, _view: far.table.game.parse(typed))
    controller: Controller[Any] = Controller(
        far.client, controls, far.loop, Pace(0, shows=False), think_in_loop
    )
    controller.begin()
    for number in range(count):
        document = msgspec.json.decode(
            to_line(far.writer.write(far.table.view(0), *far.table.seen))
        )
        document = spoilt(document, lots)
        document["view"] = document.get("view", 1)
        line = msgspec.json.encode(document) + b"\n"
        try:
            message = news_from(line)
        except WireError:
            continue  # the connection ends a line for this
        if isinstance(message, ViewNews):
            far.link.take(Arrived(message, len(line)))
            far.loop.settle()
        assert controller.frame.view is not None
        if far.link.rejected:
            refused += 1
            assert far.client.notice is LineNotice.STRANGE
            far.link.rejected.clear()
            far.down()
            far.up()
            far.people()
            far.view()
            assert far.client.notice is None, number
            assert far.client.timeline.view(0) == far.table.view(0)
    assert refused > count / 4


def test_spoilt_messages_of_every_kind_are_refused_or_do_no_harm():
    lots = Random(3)
    scene = TableScene()
    one, two = FarPerson(scene), FarPerson(scene)
    lines: list[bytes] = []
    hear = one.link._tell

    def note(event):
        if isinstance(event, Arrived):
            lines.append(to_line(event.message))
        hear(event)

    one.link._tell = note
    for _turn in range(4):
        scene.run()
        (seat,) = scene.table.to_move
        person = (one, two)[seat]
        person.client.submit(seat, next(iter(person.client.timeline.view(seat).legal())))
        one.client.company.say("hello")
        one.client.ask_take_back(0)
    scene.run()
    assert len({msgspec.json.decode(line)["cmd"] for line in lines}) >= 5
    rejected: list[int] = []
    one.link.reject = rejected.append
    for _time in range(600):
        line = lots.choice(lines)
        broken = msgspec.json.encode(spoilt(msgspec.json.decode(line), lots))
        try:
            message = news_from(broken)
        except WireError:
            continue
        if not isinstance(message, FaultNews | Ping | Pong | SignNews | WelcomeNews):
            one.link.take(Arrived(message, len(broken)))
            scene.run()
        if rejected:
            rejected.clear()
            one.link.cut()
            one.link.mend()
    assert one.client.company.places
