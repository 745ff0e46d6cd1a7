"""A program says to its door whether it waits for another's move, and hears what will end it."""

from __future__ import annotations

import socket

import msgspec
import pytest
from house_clients import FarPerson
from shared_tables import OTHER, TableScene

from net import doorkeeper
from net.doorkeeper import Doorkeeper, Ends, Waits


@pytest.fixture
def door(monkeypatch):
    """The door's end of the line of this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    keeper = Doorkeeper(theirs.detach())
    monkeypatch.setattr(doorkeeper, "_doorkeeper", keeper)
    with ours, keeper._line:
        yield ours


def heard(door):
    found = []
    while True:
        try:
            found.append(msgspec.json.decode(door.recv(4096), type=Waits).is_waiting)
        except BlockingIOError:
            return found


def test_news_of_the_door_are_told_and_its_end_too(door):
    keeper = doorkeeper.doorkeeper()
    assert keeper.hear() is None
    door.send(msgspec.json.encode(Ends("SILENT", 90.0)))
    assert str(keeper.hear().notice) == "Are you there? Press a key, or this ends in 2 min."
    door.close()
    with pytest.raises(EOFError):
        keeper.hear()
    keeper.note(True)  # nobody hears it, which is no fault


def test_a_person_waits_while_another_is_to_move_and_no_longer(door):
    scene = TableScene()
    person = FarPerson(scene)
    assert heard(door) == [], "nobody plays yet"
    other = scene.caller(OTHER)
    other.hello()
    person.sit()
    (seat,) = person.client.own_seats
    said = heard(door)
    for _turn in range(3):
        is_own = seat in person.client.timeline.to_move
        assert (said or [False])[-1] is not is_own
        if is_own:
            person.client.submit(seat, next(person.client.timeline.view(seat).legal()))
            scene.run()
        else:
            other.move()
        said = heard(door)
        assert said == [is_own], "each change is said once"
    other.ask("resign")
    assert person.client.timeline.outcome
    assert (heard(door) or said) == [False], "nothing is waited for after the end"


def test_a_person_who_leaves_the_table_waits_for_nobody(door):
    scene = TableScene()
    person = FarPerson(scene)
    scene.caller(OTHER).hello()
    person.sit()
    (seat,) = person.client.own_seats
    if seat in person.client.timeline.to_move:
        person.client.submit(seat, next(person.client.timeline.view(seat).legal()))
        scene.run()
    assert heard(door) == [True]
    person.client.close()
    assert heard(door) == [False]
