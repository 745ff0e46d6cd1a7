"""Far clients at a table that plays one game after another: each game has a client of its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from house_clients import FarPerson
from shared_tables import OTHER, OWNER, THIRD, TableScene

from engine.duel.game import DUEL
from engine.reasons import HouseReason, IllegalMove
from engine.updates import Continued, Refused
from net.joining.client import RemoteClient
from net.joining.dialogue import Arrived
from net.joining.far_player import DOWN_SECONDS, FarPlayer
from net.joining.reasons import JoinReason
from programs.thinking import think_in_loop


class Player:
    """A person who follows a table from game to game."""

    def __init__(self, scene: TableScene, account, **hello: Any) -> None:
        self.scene = scene
        self.person = FarPerson(scene, account, **hello)
        self.heard: list[Any] = []
        self.listen(self.person.client)

    def listen(self, client: RemoteClient[Any]) -> None:
        self.client = client
        self.client.listen(self.heard.append)

    def follow(self) -> RemoteClient[Any]:
        """Go over to the newest game; return the client of the one before."""
        self.scene.run()
        before = self.client
        assert Continued() in self.heard
        self.listen(before.follow())
        before.close()
        return before

    def seen(self) -> tuple[object, ...]:
        company, timeline = self.client.company, self.client.timeline
        [seat] = self.client.own_seats or [None]
        score = company.series and company.series.score_with(timeline.outcome, ((0,), (1,)))
        return company.game_number, seat, timeline.options.first, score


def at_table(**plan: Any):
    scene = TableScene(options={"first": "north"}, **plan)
    players = [Player(scene, OWNER, name="Zoe"), Player(scene, OTHER, name="Paul")]
    scene.run()
    return scene, *players


def move(player: Player) -> None:
    [seat] = player.client.own_seats
    player.client.submit(seat, next(player.client.timeline.view(seat).legal()))
    player.scene.run()


def resign(player: Player) -> None:
    [seat] = player.client.own_seats
    player.client.resign(seat)
    player.scene.run()


def agree(*players: Player) -> None:
    for player in players:
        player.client.company.again(True)
        player.scene.run()


def test_the_next_game_has_its_own_client_and_the_old_one_keeps_the_old_game():
    scene, zoe, paul = at_table(games=3, changes_places=True)
    watcher = Player(scene, THIRD, watch=True)
    move(zoe)
    zoe.client.keep_draft(0, ("x",))
    resign(paul)
    agree(zoe)
    assert [place.again for place in paul.client.company.places] == [True, None]
    agree(paul)
    was = zoe.follow()
    for other in (paul, watcher):
        other.follow()
    assert (zoe.seen(), paul.seen()) == ((2, 1, "north", (0, 1)), (2, 0, "north", (0, 1)))
    assert was.timeline.outcome.winners == (0,) and len(was.timeline.plays) == 2
    assert [place.name for place in watcher.client.company.places] == ["Paul", "Zoe"]
    assert zoe.client.draft(1) == () and not zoe.client.is_sending
    zoe.heard.clear()
    was.resign(0)
    was.company.again(True)
    scene.run()
    assert not scene.room.is_over and zoe.heard == []  # nobody listens at the old game any more
    move(paul)
    move(zoe)
    assert len(watcher.client.timeline.plays) == 3
    assert scene.room.number == 2


@pytest.mark.parametrize("is_cut", [False, True])
def test_what_is_on_the_way_when_the_next_game_begins_is_not_done_in_it(is_cut):
    scene, zoe, paul = at_table(games=3)
    move(zoe)
    resign(paul)
    agree(zoe)
    paul.client.company.again(True)
    zoe.client.resign(0)  # it arrives when the next game has begun
    zoe.client.company.again(False)
    if is_cut:  # and is sent again on the next line
        scene.loop.soon(zoe.person.link.cut)
        scene.run()
        zoe.person.link.mend()
    scene.run()
    before = zoe.follow()
    paul.follow()
    assert (zoe.seen(), paul.seen()) == ((2, 0, "south", (1, 0)), (2, 1, "south", (1, 0)))
    assert not scene.room.is_over and not zoe.client.is_sending
    assert before.timeline.outcome is not None
    assert [place.again for place in zoe.client.company.places] == [None, None]
    zoe.heard.clear()
    move(paul)
    move(zoe)
    assert len(zoe.client.timeline.plays) == 3 and not zoe.client.is_asking


def test_a_place_that_nobody_followed_is_left_with_its_newest_client():
    scene, zoe, paul = at_table()
    resign(zoe)
    agree(zoe, paul)
    paul.follow()
    zoe.client.company.say("hello")
    scene.run()
    assert Refused(zoe.client._outbox.number, IllegalMove(HouseReason.OTHER_GAME)) in zoe.heard
    zoe.client.close()
    scene.run()
    assert [place.is_gone for place in paul.client.company.places] == [True, False]


def test_another_seat_before_the_game_has_another_client_too():
    scene = TableScene("hearts")
    zoe = Player(scene, OWNER, name="Zoe", seat=3)
    assert zoe.client.own_seats == {3}
    zoe.client.company.sit(1)
    zoe.follow()
    assert zoe.client.own_seats == {1}
    assert [place.name for place in zoe.client.company.places] == ["", "Zoe", "", ""]
    zoe.client.company.sit(2)
    zoe.person.link.cut()
    zoe.person.link.mend()  # the answer was lost, and the seat is told by the next welcome
    assert zoe.follow() and zoe.client.own_seats == {2}
    for number, account in enumerate((OTHER, THIRD, THIRD)):
        FarPerson(scene, account, back=False, name=f"p{number}")
    scene.run()
    assert zoe.client.company.has_begun
    assert zoe.client.timeline.view(2).seat == 2


def test_a_welcome_to_another_table_ends_the_line_for_good():
    scene, zoe, _paul = at_table()
    move(zoe)
    link = zoe.person.link
    link.take(Arrived(msgspec.structs.replace(link.welcome, seat=1), 100))
    scene.run()
    assert zoe.client.is_lost and zoe.client.notice is JoinReason.OTHER_GAME


def test_a_program_plays_a_series_on_stays_for_a_person_and_leaves_an_empty_table():
    scene = TableScene(options={"first": "north"}, games=3)
    zoe = Player(scene, OWNER, name="Zoe")
    bot = FarPerson(scene, OTHER, name="Bot", player="greedy")
    made = []

    def new_player():
        made.append(DUEL.computer_players["greedy"](7))
        return made[-1]

    far = FarPlayer(bot.client, new_player(), scene.loop, lambda: 7, think_in_loop, new_player)
    scene.run()
    for number in (2, 3):
        resign(zoe)
        assert zoe.client.company.places[1].again
        agree(zoe)
        zoe.follow()
        assert zoe.seen()[:2] == (number, 0)
        if number == 2:
            scene.run()
            assert len(zoe.client.timeline.plays) == 2  # the bot begins
    resign(zoe)
    agree(zoe)
    zoe.follow()
    assert (zoe.seen(), len(made)) == ((4, 0, "south", (0, 0)), 4)
    resign(zoe)
    scene.pass_time(5)
    assert not far.is_over
    zoe.client.close()
    scene.run()
    scene.pass_time(2)
    assert far.is_over and bot.client.company.game_number == 1


def test_programs_play_as_many_games_as_were_wished_for_and_leave():
    scene = TableScene(options={"first": "north"})
    ended, fars = [], []

    def new_player():
        return DUEL.computer_players["random"](7)

    for account, games in ((OWNER, 3), (OTHER, 5)):
        bot = FarPerson(scene, account, name=account.name, player="random")
        far = FarPlayer(
            bot.client,
            new_player(),
            scene.loop,
            lambda: 7,
            think_in_loop,
            new_player,
            ended.append,
            games,
        )
        fars.append(far)
    scene.run()
    while not fars[0].is_over:
        scene.pass_time(1)
    scene.pass_time(2)
    assert [client.company.game_number for client in ended] == [1, 1, 2, 2, 3, 3]
    assert all(far.is_over for far in fars)  # nobody is there for a fourth game
    assert scene.room.number == 3


def test_a_program_waits_two_minutes_for_a_line_that_is_down():
    scene = TableScene(options={"first": "north"})
    zoe = Player(scene, OWNER, name="Zoe")
    bot = FarPerson(scene, OTHER, name="Bot", player="random")
    far = FarPlayer(bot.client, DUEL.computer_players["random"](7), scene.loop, lambda: 7)
    scene.run()
    move(zoe)
    for is_mended in (True, False):
        bot.link.cut()
        scene.pass_time(DOWN_SECONDS - 20)
        if is_mended:
            bot.link.mend()
        assert not far.is_over
        scene.pass_time(20)
    assert far.is_over
