"""The line mode at shared tables: whole games, words for people elsewhere, a broken line."""

from __future__ import annotations

import io
import os
import re
import signal
from collections.abc import Iterator

import pytest
from house_clients import FarPerson
from shared_tables import OTHER, OWNER, TableScene
from table_processes import tables  # noqa: F401 - a fixture

from cli import sessions
from cli.__main__ import main
from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.lines import far_table
from cli.lines.at_table import HomeTable
from cli.lines.company_words import OUTAGE_TOLD
from cli.lines.console import LineConsole
from cli.lines.far_table import FarTable
from cli.parser import BAD_USE
from cli.sessions import GameRequest
from cli.streams import FINISHED, STOPPED
from cli.tables_here import joined
from engine.games import describe, find_game
from engine.table import Sitter, Table
from host.plan import SeatPlan
from host.session import Session
from net.joining import seats
from net.joining import tables as joining_tables
from net.joining.dialogue import LineDown
from net.joining.reasons import JoinReason, NotJoined
from net.joining.tables import ServerSign
from net.names.journals import journal_paths
from net.names.names import find_table
from play.last_setup import own_name
from play.new_game_model import kind_words
from play.tables_here import known_servers, quiet_access
from saves.files import read_file
from saves.lock import is_held, owner_of
from saves.passwords import Password
from saves.reading import read_record
from saves.store import Store
from words.translation import set_language

LEVELS = {"war": "random", "hearts": "random"}
"""Who chooses the moves of the person, where it is not the level that both other games have."""


class Person(io.BytesIO):
    """Somebody who types a script at a shared table; a line may depend on how the game stands."""

    def __init__(self, at: FarTable, *, at_terminal: bool) -> None:
        super().__init__()
        self.at = at
        self.said = ""
        self.answers: list[str] = []
        self.script: Iterator[str] = iter(())
        self._is_at_terminal = at_terminal
        key = at.game.key
        request = GameRequest(at.timeline.options, SeatRequests(key))
        self.console = LineConsole(at, request, self, self._write)
        self._player = find_game(key).computer_players[LEVELS.get(key, "casual")](1)

    def _write(self, text: bytes) -> None:
        self.said += text.decode()
        if self.answers:
            self.answers[-1] += text.decode()

    def isatty(self) -> bool:
        return self._is_at_terminal

    def readline(self, _limit: int | None = -1, /) -> bytes:
        self.at.loop.run()
        line = next(self.script, None)
        self.at.loop.run()
        self.answers.append("")
        return b"" if line is None else f"{line}\n".encode()

    def moves(self) -> Iterator[str]:
        """Type moves of a computer player until the game is over; after 40 of them resign."""
        for _move in range(40):
            while self.at.is_waiting:
                self.at.loop.wait()
                self.at.loop.run()
            if self.at.is_over:
                return
            yield str(self._player.choose(self.at.view))
        yield from ("resign", "resign")

    def plays(self, *script: str | Iterator[str]) -> int:
        """Type a script to its end; return the exit status."""
        lines = ([part] if isinstance(part, str) else part for part in script)
        self.script = (line for part in lines for line in part)
        try:
            return self.console.run()
        finally:
            self.console.close()


# A real table


@pytest.mark.parametrize(
    "game",
    ["duel", *(pytest.param(game, marks=pytest.mark.slow) for game in ("zen", "hearts", "war"))],
)
def test_a_whole_game_is_played_at_a_real_table_and_looked_back_at(game, tables):  # noqa: F811
    level = next(iter(find_game(game).computer_players))
    levels = [level] * (len(find_game(game).seats(find_game(game).options())) - 1)
    table = tables.start(game=game, seats=(SeatPlan(), *map(SeatPlan, levels)), seed=5)
    here = Person(FarTable.at(joined(table.table, "Zoé")), at_terminal=False)
    assert here.plays("people", here.moves(), "replay", "branch", "return", "quit") == FINISHED
    assert f"Table {table.full_name}: tapis join {table.full_name}\n" in here.said
    assert "Zoé (you).\n" in here.said
    assert f": computer: {level}.\n" in here.said
    assert "replay: step through the game.\n" in here.said
    assert "elsewhere" not in here.said


def test_a_table_is_joined_and_watched_by_the_command_and_the_words(tables, monkeypatch, capfd):  # noqa: F811
    seats = (SeatPlan(), SeatPlan("greedy"))
    table = tables.start(game="duel", seats=seats, seed=5).full_name
    typed = io.BytesIO(b"tables\nresign\nresign\nwatch 1\n")
    monkeypatch.setattr(far_table, "standard_input", lambda: typed)
    assert main(["console", "--join", table, "--name", "Zoé"]) == FINISHED
    said = capfd.readouterr().out
    assert f"1. {table}: The Game: Face to Face, " in said
    assert "You watch this game.\n" in said
    assert main(["console", "zen", "--join", "nowhere"]) == 2
    assert main(["console", "--join", table, "--seed", "3"]) == 2
    assert main(["console", "--back"]) == 2
    assert capfd.readouterr().err == (
        "tapis: There is no such table here.\n"
        "tapis: --join takes a seat at a game that others have set up\n"
        "tapis: --name, --watch, --back, --seat and --password-file are for --join\n"
    )


def test_a_game_at_home_is_opened_survives_a_kill_and_is_closed_again(tables):  # noqa: F811
    duel = find_game("duel")
    sitters = [Sitter("Zoé"), Sitter("SUD", "random", 1)]
    session = Session(Table(duel, duel.options(first="north"), sitters, 4), waits=True)
    sessions.keep(session)
    path = Store().path(session.name)
    here = Person(HomeTable(line_game("duel"), session, None), at_terminal=True)

    def move() -> str:
        return str(next(iter(here.console.at.view.legal())))

    def script() -> Iterator[str]:
        yield move()
        yield "invite"
        mine = here.at = here.console.at
        assert isinstance(mine, FarTable)
        assert mine._wait(9, lambda: mine.is_on)
        there = FarTable.at(joined(mine.company.table, "Louis"))
        assert there.client.own_seats == {1}
        assert mine._wait(5, lambda: mine.timeline.sitters[1].name == "Louis")
        yield move()
        assert there._wait(5, lambda: there.asked == 1)
        os.kill(owner_of(path).process, signal.SIGKILL)
        assert there._wait(5, lambda: not there.company.is_connected)
        while is_held(path):  # the system still takes it down
            continue
        find_table(mine.company.table)
        assert there._wait(9, lambda: there.company.is_connected and not there.is_waiting)
        there.begin()
        there.controller.play_typed(str(next(iter(there.view.legal()))))
        assert there._wait(5, lambda: not there.client.is_sending)
        assert mine._wait(9, lambda: mine.asked == 0)
        there.close()
        yield "close moo"
        yield "close greedy"
        assert isinstance(here.console.at, HomeTable)
        here.at = here.console.at
        yield move()
        yield "quit"

    here.plays(script())
    assert "There is no level moo." in here.said
    table = read_record(read_file(path)).table
    assert [(sitter.name, sitter.kind) for sitter in table.sitters] == [
        ("Zoé", "human"),
        ("South (greedy)", "greedy"),
    ]
    assert len([play for play in table.plays if play.seat == 0]) == 3
    assert len([play for play in table.plays if play.seat == 1]) == 3
    assert not is_held(path)
    assert not journal_paths()


# A table in this process


def seated(*seats: SeatPlan, game="duel", is_terminal=True, **plan) -> tuple[TableScene, Person]:
    """Return a table, and its owner, who types there."""
    scene = TableScene(game, seats or None, **plan)
    client = FarPerson(scene, OWNER, name="Zoé").client
    scene.run()
    return scene, Person(FarTable(line_game(game), client, scene.loop), at_terminal=is_terminal)


def other(scene: TableScene) -> FarPerson:
    """Return somebody else, who has come to the table."""
    there = FarPerson(scene, OTHER, name="Paul")
    scene.run()
    there.sit()
    return there


@pytest.mark.parametrize("game", ["hearts", "war"])
def test_a_computer_of_the_game_takes_a_free_seat_by_its_usual_level_or_the_one_that_is_said(game):
    set_language("fr")
    _scene, here = seated(game=game)
    level = "aléatoire" if game == "war" else "débutant"
    here.plays("ordinateur", f"ordinateur 2 {level}", "ordinateur 2 libre", "abandonner")
    usual = kind_words(describe(game).kinds[-1]).replace("\xa0", " ")
    assert here.answers[0].endswith(f" : {usual}.\n> ")
    assert f" : ordinateur : {level}.\n" in here.answers[1] or level in usual
    assert here.answers[2].endswith(" : libre.\n> ")
    assert here.answers[3] == "La partie commence dès que toutes les places sont prises.\n> "


def test_one_waits_for_the_others_and_may_give_a_seat_to_a_computer():
    _scene, here = seated()
    here.plays("people", "hint", "27^", "help", "say", "say 1", "say moo", "computer", "")
    assert here.said.startswith(
        "The duel: lay all your 58 cards and you win; if you cannot lay two, you lose.\n"
        "Set up by zoe.\n1. North: Zoé (you).\n2. South: free.\n"
        "Others join from a terminal on this machine with: tapis join zoe@zoe\n"
        "The game begins when every seat is taken.\n"
        "A number shows who may sit there; a number and a choice seats them.\n"
        "help lists the words.\n> "
    )
    assert here.answers[0] == (
        "Table zoe@zoe: tapis join zoe@zoe\n1. North: Zoé (you).\n2. South: free.\n> "
    )
    assert here.answers[1] == "The game begins when every seat is taken.\n> "
    assert here.answers[2] == "The game begins when every seat is taken.\n> "
    assert (
        "Play with others:\n  people [NUMBER [CHOICE]]\n  say [NUMBER]\n  mute\n  sit SEAT\n"
        "  computer [PLAYER] [LEVEL]\n" in here.answers[3]
    )
    assert here.answers[4].startswith("1. Hello.\n2. Good luck.\n")
    assert here.answers[4].count("\n") == 10
    assert here.answers[5] == "North (Zoé): Hello.\n> "
    assert here.answers[6] == "There is no phrase moo; say lists them.\n> "
    assert "South: computer: casual.\n" in here.answers[7]
    assert here.answers[7].count("North has 6 cards in hand") == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("2", "South: free.\n  1. random. "),
        ("people 2", "South: free.\n  1. random. "),
        ("1", "North: Zoé (you).\n> "),
        ("1 1", "North stays as it is.\n> "),
        ("2 99", "South cannot be 99, only: random, novice, casual, "),
        ("2 casual", "South: computer: casual.\n"),
        ("2 yourself", "2. South: Zoé (you).\n"),
        ("3", "The game begins when every seat is taken.\n> "),
        ("begin", "The game begins when every seat is taken.\n> "),
        ("", "Set up by zoe.\n"),
        ("return", "You are at the game.\n> "),
    ],
)
def test_the_seats_of_the_waiting_room_are_numbered_and_so_is_who_may_sit_there(line, answer):
    _scene, here = seated()
    here.plays(line, "people")
    assert answer in "".join(here.answers)


def test_a_seat_that_a_computer_was_given_is_freed_again_by_its_number():
    _scene, here = seated(game="hearts")
    here.plays("2 novice", "2", "2 1", "people")
    assert here.answers[1] == "West: computer: novice.\n  1. free. For somebody else.\n> "
    assert "2. West: free.\n" in here.answers[3]


def test_without_a_terminal_the_waiting_room_is_answered_and_moves_wait_for_the_game():
    _scene, here = seated(is_terminal=False)
    assert here.plays("2", "2 casual", "resign", "resign", "quit") == FINISHED
    assert "> South: free.\n  1. random. " in here.said
    assert "2. South: free.\n" in here.said and "South: computer: casual.\n" in here.said
    assert "South wins: " in here.said
    _scene, here = seated(is_terminal=False)
    assert here.plays() == STOPPED  # the end of input, before the game began
    _scene, here = seated(is_terminal=False)
    assert here.plays("hint", "choices", "log", "undo", "quit") == FINISHED
    assert here.said.count("> The game begins when every seat is taken.\n") == 4


def test_without_a_terminal_words_are_answered_while_another_one_is_to_move():
    scene, here = seated(is_terminal=False, options={"first": "south"})
    other(scene)
    assert here.plays("people", "", "home", "quit") == FINISHED
    assert "Table zoe@zoe: tapis join zoe@zoe\n" in here.answers[0]
    assert "It is South (Paul)'s turn.\n" in here.answers[1]
    assert "Tapis Vert. What would you like to do?\n" in here.answers[2]
    scene, here = seated(is_terminal=False, options={"first": "south"})
    other(scene)
    assert here.plays("log") == STOPPED  # the end of input, while another one is to move


def test_phrases_are_muted_until_the_word_comes_again():
    set_language("fr")
    scene, here = seated()
    there = other(scene)

    def script() -> Iterator[str]:
        for word in ("muet", "muet"):
            yield word
            there.client.company.say("thanks")
        yield "journal"

    here.plays(script())
    hidden, shown = here.answers[:2]
    assert "Phrases : non.\n" in hidden and "Merci" not in hidden
    assert "Phrases : oui.\n" in shown and "SUD (Paul) : Merci.\n" in shown


def test_in_a_game_with_partners_nobody_can_say_anything_and_is_told_why():
    _scene, here = seated(
        *[SeatPlan()] + [SeatPlan("random")] * 3, game="zen", options={"players": 4}
    )
    here.plays("say", "say 1", "resign", "resign", "say 1", "log")
    why = "Where partners play, nothing is said before the end.\nZoé> "
    assert here.answers[:2] == [why, why]
    assert "(Zoé): Hello.\n" in here.answers[4]


def test_moves_phrases_and_take_backs_of_others_are_told_and_answered():
    scene, here = seated()
    mover = None

    def script() -> Iterator[str]:
        nonlocal mover
        there = other(scene)
        yield "people"
        if 0 not in scene.table.to_move:
            yield "05^ 06^"
            move = next(iter(there.client.timeline.view(1).legal()))
            there.controller.play_typed(scene.game.format(move))
        yield str(next(iter(here.at.view.legal())))
        there.client.company.say("thanks")
        move = next(iter(there.client.timeline.view(1).legal()))
        there.controller.play_typed(scene.game.format(move))
        yield "log"
        yield "yes"
        there.controller.take_back()
        yield "log"
        yield "no"
        scene.pass_time(11)
        there.controller.take_back()
        yield "log"
        yield "yes"
        yield "undo"
        there.client.answer(there.client.offer, True)
        yield "hint"
        yield "play"
        yield "resign"
        yield "resign"
        yield "save"
        yield "share"

    here.plays(script())
    said = here.said
    assert "South: Paul.\n" in said
    assert "South (Paul): Thank you.\n" in said
    assert " Nobody asks anything now.\n" in said
    assert said.count("South (Paul) would like to take back the last turn. Do you agree?\n") == 2
    assert said.count("South (Paul) took the last turn back.\n") == 1
    assert "The others are asked whether you may take your last turn back.\n" in said
    assert "North (Zoé) took the last turn back.\n" in said
    assert "Hint: " in said
    assert " play does not work at a shared table.\n" in said
    assert "Resign? You lose this game. Type the line again to resign.\n" in said
    assert "South wins: North gave up.\n" in said
    assert here.answers[-3] == "The shared table keeps this game.\n> "
    assert here.answers[-2].startswith("tapis1_")


def test_who_is_away_is_said_and_the_game_can_be_claimed_or_go_on_with_a_computer():
    scene, here = seated(claim=60)

    def script() -> Iterator[str]:
        there = other(scene)
        yield "claim"
        if 0 in scene.table.to_move:
            yield str(next(iter(here.at.view.legal())))
        there.link.cut()
        yield "05^ 06^"
        yield "claim South"
        scene.pass_time(61)
        yield "people"
        yield "claim"

    here.plays(script())
    assert here.answers[0].startswith("There is nobody to do this with now.\n")
    assert "South: Paul (not connected).\n" in here.said
    assert "It is South (Paul)'s turn.\n" in here.said
    assert "South (Paul) is away. The game may be claimed.\n" in here.said
    assert "You win: " in here.said


def test_a_line_that_breaks_is_said_and_that_it_is_up_again():
    scene, here = seated(SeatPlan(), SeatPlan("casual"))

    def script() -> Iterator[str]:
        yield "people"
        for tries, seconds in enumerate((0.25, 0.5, 8.0), start=1):
            here.link.take(LineDown(tries, JoinReason.GONE, seconds))
            scene.run()
        yield ""
        scene.pass_time(OUTAGE_TOLD[0])
        yield "say 1"
        here.link.mend()
        yield "people"

    client = here.at.client
    here.link = client._link
    here.plays(script())
    lost = "No connection to the table. "
    assert here.said.count(lost) == 3
    assert f"{lost}Next try in 1 s." in here.said
    assert f"{lost}Next try in 8 s." in here.said
    assert f"{lost}Trying again now." in here.said
    assert "The connection to the table is lost.\n" in here.said
    assert "The connection to the table is back.\n" in here.said


def test_what_is_typed_ahead_waits_until_the_table_has_answered(monkeypatch):
    monkeypatch.setattr(far_table, "ANSWER_SECONDS", 0)
    scene, here = seated(SeatPlan(), SeatPlan("casual"), is_terminal=False)
    wait = scene.loop.wait

    def let_go(seconds=None):
        scene.journal.let_go()
        wait(seconds)

    monkeypatch.setattr(scene.loop, "wait", let_go)

    def script() -> Iterator[str]:
        yield "resign"
        scene.journal.is_held = True
        yield "resign"
        yield "replay"

    here.plays(script())
    assert "The game is still in play." not in here.said
    assert "replay: step through the game.\n" in here.said


def test_from_a_shared_table_one_goes_to_a_game_at_home():
    _scene, here = seated(SeatPlan(), SeatPlan("casual"))
    here.plays("setup zen", "begin", "people", "F11-F8")
    assert here.answers[2] == (
        "people is for a table shared with others; tables lists those on this machine.\nBlack> "
    )
    assert here.console.session.table.game.key == "zen"
    assert len([*Store().paths()]) == 1


def test_one_asks_for_another_game_and_goes_over_to_it():
    scene, here = seated(games=3, changes_places=True, options={"first": "north"})

    def script() -> Iterator[str]:
        there = other(scene)
        assert "Game 1 of 3." in here.said
        yield "resign"
        yield "resign"
        yield "new"
        there.client.company.again(True)
        yield "people"
        yield from ("resign", "resign", "log")

    here.plays(script())
    assert "South has won 1 game.\nnew: the next game of the series (2 left).\n" in here.answers[1]
    assert "The next game begins by itself within 30 s.\n" in here.answers[1]
    assert here.answers[2] == "The others are asked about another game.\n> "
    assert "Game 2 of 3.\nNorth has won 1 game.\nSouth has won 0 games.\n" in here.answers[3]
    assert "North: Paul.\nSouth: Zoé (you).\n" in here.answers[3]
    assert "North has won 2 games.\n" in here.answers[5]
    assert scene.room.number == 2


def test_another_players_wish_for_another_game_is_answered_and_a_replay_is_not_disturbed():
    scene, here = seated()

    def script() -> Iterator[str]:
        there = other(scene)
        yield from ("resign", "resign")
        there.client.company.again(True)
        yield "no"
        there.client.company.again(True)
        yield "new"
        yield "return"

    here.plays(script())
    question = "South (Paul) would like another game.\nType yes or no.\n"
    assert question in "".join(here.answers[1:3])
    assert scene.room.number == 2 and "North: Zoé (you).\n" in here.said


def test_a_free_seat_is_taken_by_its_name_until_the_game_begins():
    scene, here = seated(game="hearts")
    here.plays("sit West", "sit 2", "sit nowhere", "sit 4", "people")
    assert "West: Zoé (you).\n" in here.answers[0]
    assert "There is no seat nowhere, only South, West, North, East." in here.answers[2]
    assert "East: Zoé (you).\n" in here.answers[4]
    assert scene.room.seating.chairs[3].name == "Zoé"


@pytest.mark.parametrize(
    ("race_time", "told"), [(3, "9 seconds to slap."), (0, "Lots decide the slaps.")]
)
def test_who_joins_is_told_how_long_a_slap_takes_at_the_table(race_time, told):
    _scene, person = seated(game="hearts", options={"slap": "reflex"}, race_time=race_time)
    person.plays("quit")
    assert told in person.said


@pytest.mark.parametrize(
    ("language", "word", "told", "warning"),
    [
        ("en", "clock", "1 minute each for the game.", "Less than 20 seconds are left"),
        ("fr", "pendule", "1 minute chacun pour la partie.", "Il vous reste moins de 20 secondes"),
    ],
)
def test_clocks_are_told_by_a_word_and_a_player_is_warned_in_time(language, word, told, warning):
    set_language(language)
    scene, here = seated(clock="1+0", options={"first": "north"})
    other(scene)

    def script() -> Iterator[str]:
        yield word
        for _second in range(36):
            scene.seconds += 1
            scene.run()
        yield word
        for _second in range(30):
            scene.seconds += 1
            scene.run()
        yield "quit"

    here.plays(script())
    assert told in here.answers[0] and re.search(r"\(Zoé\).*: 0:5\d, ", here.answers[0])
    assert here.said.count(warning) == 1
    assert re.search(r"\(Zoé\).*: 0:[01]\d, ", here.answers[1])
    assert {"en": "ran out of time", "fr": "a dépassé son temps"}[language] in here.said


def test_a_table_without_clocks_has_no_word_for_them():
    scene, here = seated()
    other(scene)
    here.plays("clock")
    assert "running" not in here.answers[0] and here.answers[0]


SERVER = f"wss://club.example:8443#sha256:{'4f' * 32}"


def test_a_server_that_is_joined_without_a_table_lists_its_tables_and_keeps_its_password(
    monkeypatch, capfd, tmp_path
):
    def nowhere(*_asked, **_more):
        raise NotJoined(JoinReason.GONE)

    brought = []

    def no_tables(address):
        brought.append(address.password)
        return ServerSign(address.called(""), (), 0)

    monkeypatch.setattr(seats, "sit_at", nowhere)
    monkeypatch.setattr(joining_tables, "sign_on", no_tables)
    for name, text in (("password", "sesame\n"), ("typed", "quit\n")):
        (tmp_path / name).write_text(text)
    typed = ["--talk", "join", SERVER.replace("#", "/#")]
    with (tmp_path / "typed").open() as lines, monkeypatch.context() as patched:
        patched.setattr("sys.stdin", lines)
        patched.setattr("play.last_setup._called", [""])
        words = ["--name", "Zoé", "--password-file", str(tmp_path / "password")]
        assert main([*typed, *words]) == FINISHED
        assert own_name() == "Zoé"
    assert "Server wss://club.example:8443" in capfd.readouterr().out
    assert known_servers() == [SERVER]
    assert brought == [Password("sesame")]
    assert not quiet_access("wss://other.example/ada").password
    assert main(["--talk", "join", SERVER.replace("#", "/ada#")]) == BAD_USE
