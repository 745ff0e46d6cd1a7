"""The screens of a shared table: the waiting room, the table with people elsewhere, the list."""

from __future__ import annotations

from contextlib import asynccontextmanager
from threading import Event

import pytest
from far_host import Server
from pilots import driven, home_is_known, keys_to, program, settled, shown, until
from setups import duel_setup
from shared_company import Crowd, crowd_client
from textual import events
from textual.drivers.headless_driver import HeadlessDriver

from engine.client import Outage, Place
from engine.clock import ClockTimes, TimeControl
from engine.games import find_game
from engine.series import SeriesPlace
from engine.table import Sitter, Table
from engine.timeline import ReceivedTimeline, TableTimeline
from engine.updates import Continued, Disconnected, Said
from net.joining import seats
from net.joining.reasons import JoinReason, LineNotice, NotJoined
from net.joining.tables import ServerSign, TableSign
from play import tables_here
from play.frame import Phase
from play.last_setup import last_setup
from play.requests import CloseToOthers, HostTable, JoinTable, PlayShared
from play.setup import Series
from play.shared_seat import SharedSeat, may_claim, may_replace, presence_words
from play.story import given_up
from play.tables_here import SilentServer, place_typed, quiet_access
from saves import passwords
from saves.home import remember
from saves.lock import is_held
from saves.passwords import Password
from tui.games.catalogue import scene_of
from tui.screens import tables_here as list_of_tables
from tui.screens.menu import Ask, OfferQuestion
from tui.screens.new_game import NewGame
from tui.screens.shared_table import SHARED, CompanyQuestion, SharedTable
from tui.screens.sitting_down import AppLoop
from tui.screens.table import table_screen
from tui.screens.tables_here import TYPE, TablesHere
from tui.screens.waiting_room import WaitingRoom
from tui.widgets.choices import Choices
from tui.widgets.lines import shortened
from words.glyphs import UNICODE
from words.translation import set_language

ADA, FREE = Place("Ada"), Place("", "free", presence="gone")
LOUIS = Place("Louis")
STILL = (Phase.TURN, Phase.WAITING, Phase.OVER)


def new_client(crowd, mine=0):
    duel = find_game("duel")
    table = Table(duel, duel.options(first="north"), [Sitter("Ada"), Sitter("Louis")], 4)
    return crowd_client(Server(table), frozenset() if mine is None else frozenset({mine}), crowd)


def asked_of(app):
    """Return the list of what the screens ask of the program; nothing of it is done."""
    found = []
    app.carry_out = found.append
    return found


@asynccontextmanager
async def in_waiting_room(crowd, **settings):
    client = new_client(crowd)
    async with driven(program(**settings)) as pilot:
        asked = asked_of(pilot.app)
        pilot.app.push_screen(WaitingRoom(client))
        await until(pilot, lambda: "North" in shown(pilot.app))
        yield pilot, client, asked


@pytest.mark.parametrize(
    ("series", "words"),
    [
        (SeriesPlace(1, 3, (0, 0)), "Game 1 of 3, 0-0"),
        (SeriesPlace(4, 6, (2, 0), True, ((1, 0), (0, 4))), "2-0, pair 2/3 game 2"),
    ],
)
async def test_the_waiting_room_of_a_series_tells_the_game_and_the_score(series, words):
    crowd = Crowd(ADA, FREE, has_begun=False)
    crowd.series = series
    client = new_client(crowd)
    table = client.timeline
    client.timeline = ReceivedTimeline(table.game, table.options, table.sitters, frozenset({0}))
    async with driven(program()) as pilot:
        pilot.app.push_screen(WaitingRoom(client))
        await until(pilot, lambda: words in shown(pilot.app))


async def test_the_waiting_room_tells_how_others_join_and_goes_on_once_all_are_there():
    crowd = Crowd(ADA, FREE, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, client, asked):
        assert "tapis join ada" in shown(pilot.app)
        assert "Ada (you)" in shown(pilot.app)
        assert "South" in shown(pilot.app) and "free" in shown(pilot.app)
        client.change(ADA, LOUIS)
        await until(pilot, lambda: "Louis" in shown(pilot.app))
        assert not asked
        client.change(ADA, LOUIS, has_begun=True)
        await until(pilot, lambda: PlayShared(client) in asked)


async def test_a_long_address_stands_whole_in_the_waiting_room_and_is_copied():
    crowd = Crowd(ADA, FREE, has_begun=False)
    crowd.table, crowd.has_password = f"wss://192.0.2.7:7171/ada#sha256:{'4f' * 32}", True
    async with in_waiting_room(crowd) as (pilot, _client, _asked):
        rows = [row.strip() for row in shown(pilot.app).splitlines()]
        at = rows.index("tapis join wss://192.0.2.7:7171/ada")
        assert rows[at + 1] == "#sha256:" + "4f" * 32
        assert rows[at + 2].startswith("with a password")
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.clipboard == f"tapis join {crowd.table}")
        assert place_typed("\n ".join(rows[at : at + 2])) == crowd.table


async def test_the_owner_gives_a_free_seat_to_a_computer_and_frees_it_again():
    crowd = Crowd(ADA, FREE, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, client, _):
        await pilot.press("enter")
        await until(pilot, lambda: "Who plays South?" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: crowd.asked == [("replace", 1, "casual")])
        client.change(ADA, Place("casual", "computer", "casual"))
        await until(pilot, lambda: "computer: casual" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: crowd.asked[-1] == ("replace", 1, ""))


async def test_who_waits_is_told_why_the_line_is_down():
    crowd = Crowd(ADA, FREE, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, client, _):
        crowd.is_connected, client.notice = False, JoinReason.REPLACED
        client.tell(Disconnected())
        await until(pilot, lambda: "played from another window" in shown(pilot.app))
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, WaitingRoom)
        assert "Enter choose" not in shown(pilot.app)


@pytest.mark.parametrize("taken", [ADA, Place("novice", "computer", "novice")])
async def test_the_cursor_of_the_owner_goes_to_a_seat_that_is_still_free(taken):
    crowd = Crowd(FREE, FREE, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, client, _):
        assert pilot.app.screen.query_one(Choices).current.id == "0"
        client.change(taken, FREE)
        await until(pilot, lambda: pilot.app.screen.query_one(Choices).current.id == "1")
        client.change(taken, taken)
        await settled(pilot)
        assert pilot.app.screen.query_one(Choices).current.id == ("0" if taken is ADA else "1")


def test_a_computer_player_may_take_the_seat_of_a_program_that_is_gone():
    program = Place("prog", "program", presence="gone", waited=60, absent=30)
    crowd = Crowd(ADA, program)
    assert presence_words(program) == "not connected"
    assert may_replace(crowd, program) and may_claim(crowd, program)
    there = Place("casual", "computer", "casual")
    assert not (presence_words(there) or may_replace(crowd, there) or may_claim(crowd, there))


def test_all_are_told_how_long_an_absent_player_is_waited_for():
    gone = Place("Ada", presence="gone")

    def words(place):
        shared = SharedSeat(new_client(Crowd(place, LOUIS), mine=1))
        return shared.waiting([0], ["Ada", "Louis"])

    assert words(gone._replace(waited=12, absent=2)) == (
        "Ada is away. A computer may play in 28 s."
    )
    assert words(gone._replace(waited=42, absent=30)) == "Ada is away. A computer may play now."
    assert words(gone._replace(waited=60, absent=30)) == "Ada is away. The game may be claimed."
    silent = gone._replace(presence="away", waited=12, absent=12)
    assert words(silent) == "Ada is away. The game may be claimed in 48 s."


@pytest.mark.parametrize(
    ("outage", "width", "words"),
    [
        (
            Outage(4, 48),
            90,
            "No connection to the table. Next try in 4 s. The others may claim the game in 48 s.",
        ),
        (
            Outage(4, 48),
            78,
            "Connection lost. Next try in 4 s. The others may claim the game in 48 s.",
        ),
        (
            Outage(0, 0),
            78,
            "No connection to the table. Trying again now. The others may claim the game.",
        ),
        (Outage(4, None), 78, "No connection to the table. Next try in 4 s."),
        (Outage(8, 48), 38, "Line lost. Try in 8 s, claim in 48 s."),
        (Outage(8, 0), 38, "The others may claim the game."),
        (Outage(8, None), 38, "Connection lost. Next try in 8 s."),
        (Outage(8, None, 42), 90, "No connection to the table. It is back in about 42 s."),
        (Outage(8, None, 42), 38, "The server is back in about 42 s."),
    ],
)
def test_a_lost_line_is_told_with_its_next_try_as_far_as_there_is_room(outage, width, words):
    client = new_client(crowd := Crowd(ADA, LOUIS))
    shared = SharedSeat(client)
    client.notice, client.banner = LineNotice.DOWN, LineNotice.SHORT
    assert shared.outage() == ()
    crowd.outage = outage
    assert shortened(shared.outage(), width) == words


async def test_a_guest_takes_a_free_seat_in_place_of_the_own_one_and_no_other():
    crowd = Crowd(ADA, FREE, is_owner=False, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, client, _):
        await until(pilot, lambda: "Enter takes this one." in shown(pilot.app))
        await pilot.press("up", "enter")
        assert not crowd.asked
        await pilot.press("down", "enter")
        await until(pilot, lambda: crowd.asked == [("sit", 1)])
        moved = new_client(there := Crowd(FREE, ADA, is_owner=False, has_begun=False), 1)
        crowd.following = moved
        client.tell(Continued())
        await until(pilot, lambda: pilot.app.screen.client is moved)
        await until(pilot, lambda: "Ada (you)" in shown(pilot.app))
        await pilot.press("up", "enter")
        await until(pilot, lambda: there.asked == [("sit", 0)])


async def test_the_owner_sits_down_elsewhere_by_the_last_answer():
    crowd = Crowd(ADA, FREE, has_begun=False)
    async with in_waiting_room(crowd) as (pilot, _, _):
        await pilot.press("enter")
        await until(pilot, lambda: "Who plays South?" in shown(pilot.app))
        await pilot.press("end", "enter")
        await until(pilot, lambda: crowd.asked == [("sit", 1)])


@asynccontextmanager
async def at_table(crowd, mine=0, size=(80, 24)):
    client = new_client(crowd, mine)
    async with driven(program(), size) as pilot:
        screen = table_screen(
            scene_of("duel", UNICODE),
            lambda _loop: client,
            None,
            pilot.app.timing,
            kind=SharedTable,
            more=SHARED,
        )
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.frame.phase in STILL)
        yield pilot, client, screen
        screen.leave()


async def test_somebody_away_in_turn_is_waited_for_and_the_game_may_be_claimed():
    crowd = Crowd(ADA, LOUIS)
    async with at_table(crowd, mine=1) as (pilot, client, screen):
        client.change(Place("Ada", presence="gone", waited=12, absent=12), LOUIS)
        await until(pilot, lambda: "Ada is away. A computer may play in 18 s." in shown(pilot.app))
        assert screen.first_on_key_line()[0] == "people"
        await pilot.press("w")
        await until(pilot, lambda: "Ada (not connected)" in shown(pilot.app))
        assert "Let a computer play" not in shown(pilot.app)
        await pilot.press("q")
        client.change(Place("Ada", presence="gone", waited=30, absent=30), LOUIS)
        await until(pilot, lambda: "A computer may play now." in shown(pilot.app))
        await pilot.press("w")
        await until(pilot, lambda: "Let a computer play for Ada" in shown(pilot.app))
        assert "Claim the game" not in shown(pilot.app)
        await pilot.press("q")
        client.change(Place("Ada", presence="gone", waited=60, absent=30), LOUIS)
        await until(pilot, lambda: "The game may be claimed." in shown(pilot.app))
        await pilot.press("w", "down", "enter")
        await until(pilot, lambda: crowd.asked == [("claim", 0)])


def ended(crowd, client, *places, loser=1):
    """End the game, and let these people be there."""
    client.server.host.game.table.forfeit(loser, "")
    client.change(*places)


async def test_one_asks_for_another_game_and_the_others_are_asked_once():
    crowd = Crowd(ADA, LOUIS)
    async with at_table(crowd) as (pilot, client, screen):
        ended(crowd, client, ADA, LOUIS._replace(again=True))
        await until(pilot, lambda: "Louis would like another game." in shown(pilot.app))
        await until(pilot, lambda: isinstance(pilot.app.screen, OfferQuestion))
        client.change(ADA, LOUIS)
        await until(pilot, lambda: pilot.app.screen is screen)  # the wish was taken back
        client.change(ADA, LOUIS._replace(again=True))
        await settled(pilot)
        assert pilot.app.screen is screen and not crowd.asked
        await pilot.press("enter")
        await until(pilot, lambda: "What next?" in shown(pilot.app))
        assert "Another game" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: crowd.asked == [("again", True)])
        client.change(ADA._replace(again=True), LOUIS._replace(again=False))
        await until(pilot, lambda: "Louis does not want another game." in shown(pilot.app))


async def test_a_question_about_another_game_is_answered_with_a_no_by_leaving_it():
    crowd = Crowd(ADA, LOUIS)
    async with at_table(crowd) as (pilot, client, _):
        ended(crowd, client, ADA, LOUIS._replace(again=True))
        await until(pilot, lambda: "Do you agree?" in shown(pilot.app))
        await pilot.press("q")
        await until(pilot, lambda: crowd.asked == [("again", False)])


async def test_the_next_game_of_a_series_is_told_and_begins_once_nothing_stands_over_the_table():
    crowd = Crowd(ADA, LOUIS)
    crowd.series = SeriesPlace(2, 3, (0, 1))
    async with at_table(crowd) as (pilot, client, _):
        asked = asked_of(pilot.app)
        await until(pilot, lambda: "Game 2 of 3, 0-1" in shown(pilot.app))
        ended(crowd, client, ADA, LOUIS)
        await until(pilot, lambda: "Game 2 of 3, 1-1" in shown(pilot.app))
        await until(pilot, lambda: "begins by itself within 30 s." in shown(pilot.app))
        client.change(ADA, LOUIS._replace(again=True))
        await until(pilot, lambda: "Louis is ready for the next game." in shown(pilot.app))
        await pilot.press("f1")
        await settled(pilot)
        crowd.following = object()
        client.tell(Continued())
        await settled(pilot)
        assert not asked
        await pilot.press("q")
        await until(pilot, lambda: asked == [PlayShared(crowd.following)])


async def test_a_spectator_is_asked_nothing_and_follows_past_an_open_question():
    crowd = Crowd(ADA, LOUIS)
    async with at_table(crowd, mine=None) as (pilot, client, screen):
        asked = asked_of(pilot.app)
        ended(crowd, client, ADA._replace(again=True), LOUIS)
        await until(pilot, lambda: screen.frame.phase is Phase.OVER)
        await pilot.press("enter")
        await until(pilot, lambda: "Step through the game" in shown(pilot.app))
        assert "Another game" not in shown(pilot.app)
        crowd.following = object()
        client.tell(Continued())
        await until(pilot, lambda: asked == [PlayShared(crowd.following)])


async def test_phrases_are_said_and_heard_and_spectators_are_counted():
    crowd = Crowd(ADA, LOUIS)
    crowd.watchers = 2
    async with at_table(crowd) as (pilot, client, _):
        await pilot.press("w")
        await until(pilot, lambda: "Well played." in shown(pilot.app))
        assert "2 spectators" in shown(pilot.app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: crowd.asked == [("say", "well-played")])
        client.tell(Said(1, "thanks"))
        await until(pilot, lambda: "Louis: Thank you." in shown(pilot.app))


async def test_phrases_are_muted_by_a_key_that_changes_the_setting():
    async with at_table(Crowd(ADA, LOUIS)) as (pilot, client, _):
        await pilot.press("Q")
        await until(pilot, lambda: "What others say is hidden." in shown(pilot.app))
        assert not pilot.app.settings.now.phrases
        await pilot.press("f1", "q")
        client.tell(Said(1, "thanks"))
        await settled(pilot)
        assert "Thank you." not in shown(pilot.app)
        await pilot.press("Q")
        await until(pilot, lambda: pilot.app.settings.now.phrases)
        client.tell(Said(1, "thanks"))
        await until(pilot, lambda: "Louis: Thank you." in shown(pilot.app))


async def test_where_nothing_may_be_said_the_reason_stands_in_its_place():
    crowd = Crowd(ADA, LOUIS)
    crowd.phrases = ()
    async with at_table(crowd) as (pilot, _, _):
        await pilot.press("w")
        await until(pilot, lambda: "Where partners play, nothing is said" in shown(pilot.app))
        assert "Well played." not in shown(pilot.app)


async def test_a_game_at_home_is_opened_with_the_seats_that_are_chosen_and_its_unfinished_move():
    async with driven(
        program("new_game", Series(duel_setup(("human", "greedy"), first="north")))
    ) as pilot:
        table = pilot.app.screen
        asked = asked_of(pilot.app)
        await until(pilot, lambda: table.frame.phase is Phase.TURN)
        await pilot.press("enter", "W")
        await until(pilot, lambda: "Open this game to others?" in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.screen.query_one(Choices).current.note == "computer")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen.query_one(Choices).current.note == "for others")
        await pilot.press("up", "enter")
        await until(pilot, lambda: asked)
        (opening, draft) = asked[0]
        assert opening.path == table.original.saved_in
        assert opening.plan.opener == 0
        assert opening.plan.seats[1].is_lent
        assert len(draft) == 1
        assert not is_held(opening.path)


@pytest.mark.parametrize("is_owner", [True, False])
async def test_the_owner_closes_a_table_and_says_who_plays_the_others_seats(is_owner):
    async with at_table(Crowd(ADA, LOUIS, is_owner=is_owner)) as (pilot, _, screen):
        asked = asked_of(pilot.app)
        await pilot.press("W")
        if not is_owner:
            assert pilot.app.screen is screen
            return
        await until(pilot, lambda: "Who plays Louis?" in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: asked == [CloseToOthers("ada@ada", {1: "random"})])


async def test_a_free_seat_in_play_is_waited_for_and_its_owner_may_lend_it():
    async with at_table(Crowd(FREE, LOUIS), mine=1) as (pilot, _, _):
        await until(pilot, lambda: "Nobody has come for Ada yet." in shown(pilot.app))
        await pilot.press("w")
        await until(pilot, lambda: "Let a computer play for Ada" in shown(pilot.app))


async def test_a_player_resigns_after_a_question_and_a_spectator_cannot():
    async with at_table(Crowd(ADA, LOUIS)) as (pilot, client, _):
        await pilot.press("X")
        await until(pilot, lambda: "Resign?" in shown(pilot.app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: client.server.table.outcome is not None)
    async with at_table(Crowd(ADA, LOUIS), mine=None) as (pilot, _, screen):
        await pilot.press("X")
        assert pilot.app.screen is screen


async def test_a_call_of_a_far_client_that_is_due_at_once_is_made():
    async with driven(program()) as pilot:
        made = []
        AppLoop(pilot.app).later(0, lambda: made.append(True))
        await until(pilot, lambda: made)


async def test_the_tables_here_are_listed_joined_and_watched():
    louis = TableSign("zen@louis", "zen", None, (LOUIS, FREE), 0, -1, False)
    async with driven(program()) as pilot:
        asked = asked_of(pilot.app)
        screen = TablesHere(lambda: [louis])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.is_known and "zen@louis: Zen" in shown(pilot.app))
        assert "Louis: 1 seat free" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: asked == [JoinTable("zen@louis")])
        screen.is_waiting = False
        await pilot.press("v")
        await until(pilot, lambda: asked[-1] == JoinTable("zen@louis", watch=True))
        screen.is_waiting = False
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        await pilot.press("up", "down", "enter")
        await until(pilot, lambda: asked[-1] != JoinTable("zen@louis", watch=True))
        assert asked[-1] == HostTable(last_setup("duel"))


@pytest.mark.parametrize(
    ("is_owner", "is_known", "table", "words"),
    [
        (False, True, "ada@ada", ["whoever set up this table may know the cards"]),
        (False, False, "wss://x/ada", ["whoever keeps this table could know the cards"]),
        (False, False, "ada@ada", []),
        (True, True, "wss://x/ada", []),
    ],
)
def test_who_could_know_the_cards_is_said_to_those_who_sit_down(is_owner, is_known, table, words):
    crowd = Crowd(ADA, LOUIS, is_owner=is_owner)
    crowd.is_known, crowd.table = is_known, table
    client = new_client(crowd)
    assert [*SharedSeat(client).notes()] == words


async def test_servers_are_listed_with_their_tables_once_they_answer_and_a_table_is_opened_there():
    here = ServerSign("club@louis", (), 0)
    far = "wss://far.example"
    table = TableSign(f"{far}/max", "zen", None, (Place("Max"), FREE), 0, -1, False)
    silent = SilentServer("ssh://silent.example", "The table does not answer.")
    is_asked = Event()
    remember(servers=[far, silent.name])

    def ask(servers):
        assert servers == [far, silent.name]
        is_asked.wait()
        yield ServerSign(far, (table,), 3)
        yield silent

    async with driven(program()) as pilot:
        asked = asked_of(pilot.app)
        screen = TablesHere(lambda: [here], ask)
        pilot.app.push_screen(screen)
        await until(pilot, lambda: "Server club@louis: no tables yet" in shown(pilot.app))
        assert "Looking for tables." in shown(pilot.app)
        is_asked.set()
        await until(pilot, lambda: "Looking for tables." not in shown(pilot.app))
        for words in (f"Server {far}: 4 tables", " max: Zen", "The table does not answer."):
            assert words in shown(pilot.app)
        while screen.current != "open club@louis":
            await pilot.press("up")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press("enter")
        await until(pilot, lambda: "Open a table at club@louis" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: asked and asked[-1].server == "club@louis")


async def test_a_password_is_asked_for_and_never_shown(monkeypatch):
    tried = []

    def sit_at(table, name, *, watch, access):
        tried.append(access.password.text)
        raise NotJoined(
            JoinReason.GONE
            if access.password == Password("sesame")
            else JoinReason.PASSWORD_WRONG
            if access.password
            else JoinReason.PASSWORD
        )

    monkeypatch.setattr("net.joining.seats.sit_at", sit_at)
    async with driven(program()) as pilot:
        pilot.app.screen.request(JoinTable("wss://host/t#sha256:00"))
        await until(pilot, lambda: "Password of wss://host/t:" in shown(pilot.app))
        await pilot.press(*"secret")
        await settled(pilot)
        field = pilot.app.screen.answer_line()
        [typed] = field.render_lines(field.region.reset_offset)
        assert typed.text.strip() == "******"
        await pilot.press("enter")
        wrong = "The password is wrong. Password of wss://host/t:"
        await until(pilot, lambda: wrong in shown(pilot.app))
        await pilot.press(*"sesame", "enter")
        await until(pilot, lambda: "There is no such table here." in shown(pilot.app))
    assert tried == ["", "secret", "sesame"]


async def test_a_server_is_shown_once_the_password_that_it_wants_is_typed(monkeypatch):
    server = "wss://club.example#sha256:00"

    def sit_at(_table, _name, *, watch, access):
        raise NotJoined(JoinReason.GONE if access.password else JoinReason.PASSWORD)

    def ask(name):
        has_password = quiet_access(name).password == Password("secret")
        return ServerSign(name, (), 0) if has_password else SilentServer(name, "Shut.", True)

    monkeypatch.setattr("net.joining.seats.sit_at", sit_at)
    monkeypatch.setattr("tui.screens.sitting_down.living_signs", list)  # none of this machine
    monkeypatch.setattr(tables_here, "ask_server", ask)
    remember(servers=[server])
    async with driven(program()) as pilot:
        pilot.app.push_screen(TablesHere(list))
        await until(pilot, lambda: "\u25b8 Type its password" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: "Password of wss://club.example:" in shown(pilot.app))
        await pilot.press(*"secret", "enter")
        await until(pilot, lambda: "\u25b8 Open a table there" in shown(pilot.app))


async def test_an_address_is_typed_and_mended_and_the_own_password_goes_there_alone(monkeypatch):
    monkeypatch.setattr(passwords, "_kept", [Password("sesame")])
    known = "wss://club.example:8443"
    remember(servers=[known])
    assert not quiet_access(known).password
    async with driven(program()) as pilot:
        asked = asked_of(pilot.app)
        screen = TablesHere(list, lambda servers: [SilentServer(servers[0], "Shut.", True)])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: "Shut." in shown(pilot.app))
        while screen.current != TYPE:
            await pilot.press("up")
        await pilot.press("enter", *"wss://", "enter")
        await until(pilot, lambda: "wss:// is no address like" in shown(pilot.app))
        await pilot.press("ctrl+u")
        screen.answer_line().post_message(events.Paste("tapis join wss://new.\n example\n"))
        await until(pilot, lambda: screen.answer_line().value == "tapis join wss://new.example")
        await pilot.press("enter")
        await until(pilot, lambda: asked)
    assert asked == [JoinTable("wss://new.example", password=Password("sesame"))]


@pytest.mark.parametrize("is_moved", [False, True])
async def test_the_cursor_waits_for_the_tables_unless_it_was_moved(is_moved):
    louis = TableSign("zen@louis", "zen", None, (LOUIS, FREE), 0, -1, False)
    is_found = Event()

    def find():
        is_found.wait()
        return [louis]

    async with driven(program()) as pilot:
        screen = TablesHere(find)
        pilot.app.push_screen(screen)
        try:
            await until(pilot, lambda: "Looking for tables." in shown(pilot.app))
            if is_moved:
                await pilot.press("down")
        finally:
            is_found.set()
        await until(pilot, lambda: "zen@louis: Zen" in shown(pilot.app))
        current = screen.query_one(Choices).current.id
        assert current == ("host zen" if is_moved else "join zen@louis")
        await until(pilot, lambda: is_moved or "v watch" in shown(pilot.app))


async def test_the_first_screen_says_which_tables_there_are():
    signs = [
        TableSign("zen@louis", "zen", None, (LOUIS, FREE), 0, -1, False),
        TableSign("ada@ada", "duel", None, (ADA, LOUIS), 0, 4, False),
    ]
    async with driven(program(tables=signs)) as pilot:
        home = await home_is_known(pilot)
        await until(pilot, lambda: "Shared tables (2)" in shown(pilot.app))
        await pilot.press(*keys_to(pilot, "tables"))
        assert home.said() == (
            "zen@louis: Zen l'Initié, Louis: 1 seat free"
            " · ada@ada: Face to Face, Ada, Louis: in play"
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TablesHere))


async def test_a_seat_that_was_left_is_two_keys_away(monkeypatch):
    other = TableSign("ada@ada", "duel", None, (ADA, LOUIS), 0, 4, False)
    left = TableSign("zen@louis", "zen", None, (LOUIS, Place("Zoe", presence="gone")), 0, 4, False)
    monkeypatch.setattr(seats, "has_left_seat", lambda table: table == "zen@louis")
    async with driven(program(tables=[other, left])) as pilot:
        home = await home_is_known(pilot)
        await until(pilot, lambda: home.said().startswith("Your seat at zen@louis is waiting. · "))
        asked = asked_of(pilot.app)
        screen = TablesHere(lambda: [other, left])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: "your seat is waiting; " in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: asked == [JoinTable("zen@louis")])


async def test_a_table_that_is_set_up_meanwhile_is_listed_and_moves_no_cursor(monkeypatch):
    monkeypatch.setattr(list_of_tables, "AGAIN_SECONDS", 0.01)
    louis = TableSign("zen@louis", "zen", None, (LOUIS, FREE), 0, -1, False)
    there = []
    async with driven(program()) as pilot:
        screen = TablesHere(lambda: [*there])
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.is_known)
        await pilot.press("down")
        there.append(louis)
        await until(pilot, lambda: "zen@louis: Zen" in shown(pilot.app))
        assert screen.query_one(Choices).current.id == "host zen"
        there.clear()
        await until(pilot, lambda: "zen@louis: Zen" not in shown(pilot.app))


ABSENT = Place("Ada", presence="gone", waited=60, absent=30)


def waiting_room():
    crowd = Crowd(ADA, FREE, has_begun=False)
    return WaitingRoom(new_client(crowd))


def people():
    shared = SharedSeat(new_client(Crowd(ABSENT, LOUIS), mine=1))
    return CompanyQuestion(shared, ("Ada", "Louis"), 76)


def tables():
    return TablesHere(lambda: [TableSign("zen@louis", "zen", None, (LOUIS, FREE), 0, -1, False)])


def far_waiting_room():
    crowd = Crowd(ADA, FREE, has_begun=False)
    crowd.table, crowd.has_password = f"wss://192.0.2.7:7171/ada#sha256:{'4f' * 32}", True
    crowd.series = SeriesPlace(4, 6, (2, 0), True, ((1, 0), (0, 4)))
    return WaitingRoom(new_client(crowd))


def servers():
    club, shut = f"wss://club.example:8443#sha256:{'4f' * 32}", "wss://shut.example:443"
    table = TableSign(club.replace("#", "/max#"), "zen", None, (LOUIS, FREE), 0, -1, False)
    remember(servers=[club, shut])
    answers = ServerSign(club, (table,), 0), SilentServer(shut, "The table does not answer.")
    return TablesHere(list, lambda _servers: answers)


PICTURES = [(make, at) for make in (waiting_room, people, tables, servers) for at in ("en", "fr")]


@pytest.mark.parametrize(
    ("make", "language"),
    [
        pytest.param(make, at, id=f"{make.__name__}-{at}")
        for make, at in (*PICTURES, (far_waiting_room, "fr"))
    ],
)
def test_pictures(make, language, snap_compare):
    async def before(pilot):
        pilot.app.push_screen(make())
        await until(pilot, lambda: getattr(pilot.app.screen, "is_known", True))
        await settled(pilot)

    size = (80, 24) if language == "en" else (40, 20)
    assert snap_compare(program(language=language), terminal_size=size, run_before=before)


def test_who_was_away_for_too_long_is_told_of_in_the_language_spoken():
    duel = find_game("duel")
    table = Table(duel, duel.options(first="north"), [Sitter("Ada"), Sitter("Louis")], 4)
    table.forfeit(0, "away for too long")
    timeline = TableTimeline(table, frozenset())
    assert given_up(timeline, ("Ada", "Louis")) == "Ada gave up (away for too long)."
    set_language("fr")
    assert given_up(timeline, ("Ada", "Louis")) == "Ada abandonne (absence trop longue)."


CLOCKS = ClockTimes((272.0, 300.0), frozenset({0}))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 20)])
async def test_a_running_clock_counts_by_the_name_with_few_bytes_and_warns_before_its_end(
    size, monkeypatch
):
    crowd = Crowd(ADA, LOUIS)
    crowd.control, crowd.clocks = TimeControl(5, 3), CLOCKS
    async with at_table(crowd, size=size) as (pilot, client, screen):
        await until(pilot, lambda: "[4:32] Ada" in shown(pilot.app))
        assert " 5:00  Louis" in shown(pilot.app)
        written = []
        monkeypatch.setattr(HeadlessDriver, "write", lambda _driver, data: written.append(data))
        crowd.clocks = CLOCKS.after(0.999)
        screen._count()
        await settled(pilot)
        written.clear()
        crowd.clocks = CLOCKS.after(1.5)
        await until(pilot, lambda: "[4:31] Ada" in shown(pilot.app))
        assert len("".join(written)) <= 120
        client.change(ADA, LOUIS, clocks=CLOCKS.after(253))
        await until(pilot, lambda: "!0:19! Ada" in shown(pilot.app))
        assert "Less than 20 seconds" in shown(pilot.app)
        client.change(ADA, LOUIS, clocks=ClockTimes((19.0, 300.0), frozenset({1})))
        await until(pilot, lambda: "Less than" not in shown(pilot.app))
        assert "[5:00] Louis" in shown(pilot.app) and " 0:19  Ada" in shown(pilot.app)
