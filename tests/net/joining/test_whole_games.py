"""Whole games by controllers over far clients, as a line mode drives them, against a real house."""

from __future__ import annotations

import pytest
from house_clients import FarPerson, unknown_at_most
from shared_tables import OTHER, OWNER, TableScene

from engine.games import find_game
from engine.table import Sitter, Table
from host.plan import HostPlan, SeatPlan, options_of
from host.races import Races
from play.frame import Phase
from saves.reading import read_record

SEED = 5
GAMES = {
    "duel": {},
    "zen": {"variant": 1},
    "hearts": {"slap": "reflex"},
    "war": {"cards": 5, "players": 3},
}
SOME = 50
"""The moves after which somebody resigns where a whole game would take long."""

LENGTHS = [
    ("duel", None),
    ("war", None),
    ("zen", SOME),
    ("hearts", SOME),
    pytest.param("zen", None, marks=pytest.mark.slow),
    pytest.param("hearts", None, marks=pytest.mark.slow),
]


def chooser(game, seat):
    """Return the quickest computer player, which chooses for a person."""
    return next(iter(game.computer_players.values()))(seat)


def played_at_home(key, most=None):
    """Return the game as people at one table play it, each by the same choices.

    After so many moves who is to move resigns.
    """
    game = find_game(key)
    options = options_of(HostPlan(game=key, options=GAMES[key]))
    sitters = [Sitter(name) for name in game.seats(options)]
    table = Table(game, options, sitters, SEED)
    players = [chooser(game, seat) for seat in range(len(sitters))]
    while table.to_move:
        seat = table.to_move[0]
        if most is not None and len(table.plays) >= most:
            table.forfeit(seat, "")
            break
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def sit_down(key):
    """Return a table at which every seat is played from elsewhere, and who sits there."""
    count = len(find_game(key).seats(options_of(HostPlan(game=key, options=GAMES[key]))))
    scene = TableScene(key, [SeatPlan()] * count, seed=SEED, options=GAMES[key])
    people = [FarPerson(scene, (OWNER, OTHER)[seat % 2], name=f"P{seat}") for seat in range(count)]
    scene.run()
    for person in people:
        assert person.client.company.has_begun
        person.sit()
    return scene, people


@pytest.mark.parametrize(("key", "most"), LENGTHS)
def test_a_game_from_elsewhere_is_the_one_at_home(key, most, monkeypatch):
    monkeypatch.setattr(Races, "seconds", 1e9)
    home = played_at_home(key, most)
    scene, people = sit_down(key)
    game = scene.game
    watcher = FarPerson(scene, watch=True)
    players = [chooser(game, seat) for seat in range(len(people))]
    while not scene.room.is_over:
        seat = scene.table.to_move[0]
        person = people[seat]
        assert person.controller.frame.phase in (Phase.TURN, Phase.ROUND_OVER)
        if most is not None and len(scene.table.plays) >= most:
            person.client.resign(seat)
            scene.run()
            break
        view = person.client.timeline.view(seat)
        person.controller.play_typed(game.format(players[seat].choose(view)))
        assert person.client.is_sending
        scene.run()
        assert not person.client.is_sending
    assert scene.table.plays == home.plays
    assert scene.table.outcome == home.outcome
    for seat, person in enumerate(people):
        timeline = person.client.timeline
        assert person.controller.frame.phase is Phase.OVER
        assert timeline.outcome == home.outcome
        assert unknown_at_most(timeline.plays, home.plays)
        assert timeline.view(seat) == scene.table.view(seat)
        with pytest.raises(StopIteration) as found:
            person.client.record().send(None)
        assert found.value.value.plays == home.plays
    assert watcher.client.timeline.view(None) == scene.table.view(None)
    saved = read_record(scene.files.saved).table
    assert saved.plays == home.plays
    for person in (*people, watcher):
        person.client.close()
    scene.run()
