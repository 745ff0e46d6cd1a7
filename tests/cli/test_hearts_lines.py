"""Dame de Pique line by line: the pass, tricks, sums, scores; French; files; the time of a slap."""

from __future__ import annotations

import io
import os
import re

import pytest
from hearts_tables import PLAIN, REFLEX, middle, played, random_move
from line_modes import Played

from cli import sessions
from cli.__main__ import main
from cli.game_options import SeatRequests
from cli.hearts.line_game import HeartsLines
from cli.lines import looking
from cli.lines.at_table import HomeTable
from cli.lines.replay import transcript
from cli.sessions import GameRequest
from cli.streams import FINISHED, STOPPED, has_input
from engine.hearts.cards import NAMES
from engine.hearts.game import HEARTS
from engine.hearts.moves import parse
from engine.hearts.reasons import HeartsMerit
from engine.reasons import Explanation, IllegalMove
from engine.shuffle import Lots
from engine.table import Sitter, Table
from host.races import Races
from host.session import Session
from saves.settings import Settings
from saves.settings_file import Found
from words.translation import set_language

ALONE = ("human", "random", "random", "random")
PASS = "3c 6c 8c"
"""Three cards that SOUTH holds with seed 7."""


def play(*lines: str):
    """Return the status, the text and the table of a game in which these lines are typed."""
    game = Played("hearts", *lines, who=ALONE, seed=7)
    return game.status, game.text, game.table


def test_the_pass_and_the_first_card():
    status, said, table = play(PASS, "qc", "2c")
    assert status == STOPPED
    assert said.startswith(
        "Dame de Pique: joker, sums of 20 and 21\n"
        "South: you.\nWest: computer: random.\nNorth: computer: random.\n"
        "East: computer: random.\nType a move, choices for a numbered list, or help.\n"
        "Round 1.\n"
        "South: 0 points.\nWest: 0 points.\nNorth: 0 points.\nEast: 0 points.\n"
        "Your cards:\n"
        "  3, 6, 8, jack, queen of clubs\n"
        "  5, 8, ace of diamonds\n"
        "  3 of hearts\n"
        "  9, 10, jack, king of spades\n"
        "Pass three cards to West.\n"
        "West passes three cards.\nNorth passes three cards.\nEast passes three cards.\n"
        "South> South passes the 3 of clubs, the 6 of clubs, the 8 of clubs.\n"
        "South receives the 2 of clubs, the 10 of clubs, the 6 of spades.\n"
        "Joker: 2 of diamonds. It is worth 1 point; from trick 2 on it may be played whatever was "
        "led.\nYour cards:\n"
        "  2, 10, jack, queen of clubs\n"
        "  5, 8, ace of diamonds\n"
        "  3 of hearts\n"
        "  6, 9, 10, jack, king of spades\n"
        "You lead.\n"
        "You may play:\n"
        "  2 of clubs\n"
        "South> The 2 of clubs is led first.\n"
        "South> South: 2 of clubs.\n"
        "West: 5 of clubs.\n"
        "North: ace of clubs.\n"
        "East: king of clubs.\n"
        "North takes the trick: no points; sum 34.\n"
    ), said
    assert [str(play.move) for play in table.plays if play.seat == 0] == ["pass 3C 6C 8C", "2C"]


def test_your_hand_is_told_in_either_language_and_moves_nothing():
    """Only the table told it, and only to who was to move."""
    _status, said, _table = play(PASS, "hand", "main")
    told = said.partition("You may play:")[2]
    assert told.count("South> Your cards:\n  2, 10, jack, queen of clubs\n") == 2
    spectator = middle("8C", "", "", "").view(None)
    assert [*HeartsLines().looks["hand"](spectator, "")] == ["You hold no cards."]
    waiting = middle("8C", "", "", "", leader=1).view(0)
    assert [*HeartsLines().looks["hand"](waiting, "")] == ["Your cards:", "  8 of clubs"]


def test_what_cannot_be_read_is_said_with_how_a_move_is_typed():
    _status, said, _table = play("zz", "3c 6c", "slap")
    assert (
        "zz is neither a card like 8 of clubs, or 8C, nor a word; help lists the words.\n" in said
    )
    assert "slap cannot be used now; help lists the words.\n" in said


@pytest.mark.parametrize(
    ("passed", "led"),
    [
        ("pass 3, 6, 8 of clubs", "2 of clubs"),
        ("passe 3 de trèfle, 6 de trèfle et 8 de trèfle", "le 2 de trèfle"),
        ("3♣ 6♣ 8♣", "2♣"),
    ],
)
def test_cards_are_typed_in_words_of_either_language_as_they_are_told(passed, led):
    _status, _said, table = play(passed, led)
    mine = [str(play.move) for play in table.plays if play.seat == 0]
    assert mine == ["pass 3C 6C 8C", "2C"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_and_every_pass_can_be_typed_as_it_is_told(language):
    set_language(language)
    lines = HeartsLines()
    for name in NAMES:
        view = middle(name, "", "", "", is_broken=True).view(0)
        assert lines.controls.read(lines.told(parse(name)), view) == parse(name)
    for text in ("pass 2C 3C QS", "pass TD JH AS"):
        view = middle(text.removeprefix("pass "), "", "", "", leader=None, number=1).view(0)
        assert lines.controls.read(lines.told(parse(text)), view) == parse(text)


@pytest.mark.parametrize(
    ("language", "two", "many"),
    [
        (
            "en",
            "8c can be the 8 of hearts or the 8 of clubs: write the suit in full.",
            "One card is played, not 2.",
        ),
        (
            "fr",
            "8c peut être le 8 de cœur ou le 8 de trèfle\u00a0: écrivez la couleur en entier.",
            "On joue une carte, pas 2.",
        ),
    ],
)
def test_typed_cards_that_are_no_move_are_told_in_words(language, two, many):
    set_language("fr")
    view = middle("8C 8H", "", "", "", is_broken=True).view(0)
    with pytest.raises(IllegalMove) as ambiguous:
        HeartsLines.controls.read("8c", view)
    with pytest.raises(IllegalMove) as several:
        HeartsLines.controls.read("8t 8♥", view)
    set_language(language)
    assert looking.refused(HeartsLines(), ambiguous.value) == two
    assert looking.refused(HeartsLines(), several.value) == many


def test_the_last_trick_the_scores_and_the_table():
    _status, said, _table = play(PASS, "trick", "2c", "trick", "scores", "table")
    assert "No trick of this round yet.\n" in said
    assert "The trick:\n  South: 2 of clubs.\n  West: " in said
    assert " took it: no points.\n" in said
    assert "South in all: 0 points.\nWest in all: 0 points.\n" in said
    assert "Round 1, trick 2.\nJoker: 2 of diamonds.\n" in said


def test_the_points_of_a_trick_are_told_and_after_a_round_those_of_all():
    set_language("en")
    table = middle("2D KC", "3D 5C", "QS 6C", "TD 7C", leader=0, options=PLAIN)
    view = played(table, "2D 3D QS TD").view(0)
    assert [*HeartsLines().log(view)][-1] == "East takes the trick: 13 points."
    assert [*HeartsLines().looks["trick"](view, "")][-1] == "East took it: 13 points."
    _status, said, _table = play(PASS, "2c", *["jouer 2", "choices", "1"] * 40)
    told = r"The round is over: .*\.\nIn all: South \d+, .*\.\nRound 2\.\nYour cards:"
    assert re.search(told, said)


@pytest.mark.parametrize("typed", ["jouer 2t", "play 2 of clubs", "jouez le 2 de trèfle"])
def test_the_word_play_may_stand_before_a_card(typed):
    _status, _said, table = play(PASS, typed)
    assert [str(play.move) for play in table.plays if play.seat == 0] == ["pass 3C 6C 8C", "2C"]


def test_a_whole_game_of_computers_is_printed_again_from_its_file(
    tmp_path, capfdbinary, monkeypatch
):
    monkeypatch.setattr("cli.lines.start.standard_input", lambda: io.BytesIO(b""))
    file = tmp_path / "game.json"
    seats = ["--seats", "random,random,random,random", "--seed", "7"]
    assert main(["console", "hearts", *seats, "--save", str(file)]) == FINISHED
    played = capfdbinary.readouterr().out
    assert b" points: 100 points are reached. " in played
    assert main(["replay", "--print", str(file)]) == 0
    again = capfdbinary.readouterr().out
    tricks = played[played.index(b"Joker: ") :]
    assert tricks[: tricks.index(b"The round is over")] in again
    assert played.splitlines()[-5:] == again.splitlines()[-5:]


def test_french_and_plain_ascii(monkeypatch):
    set_language("fr")
    monkeypatch.setenv("TAPIS_ASCII", "1")
    _status, said, _table = play("3t 6t 8t", "levee", "2t")
    assert "Joker : 2 de carreau. Il vaut 1 point ; des la levee 2, il se joue quelle que" in said
    assert "A vous d'entamer.\nVous pouvez jouer :\n  2 de trefle\n" in said


def test_a_transcript_tells_no_hand_that_one_may_not_know():
    _status, _said, table = play(PASS, "2c")
    printed = b"".join(transcript(HeartsLines(), table)).decode()
    assert "West is dealt" not in printed
    assert "Your cards:\n  3, 6, 8, jack, queen of clubs\n" in printed


def test_who_types_no_slap_in_time_is_slapped_for():
    """Seats that do not answer: a pipe in which nothing comes."""
    table = sessions.new(GameRequest(REFLEX, SeatRequests("hearts", ("random",) * 4), 7)).table
    assert table.options.slap == "reflex"
    assert Races.seconds == 3
    read, write = os.pipe()
    with os.fdopen(read, "rb") as source:
        assert not has_input(source, 0)
        os.write(write, b"slap\nqc\n")
        assert has_input(source, 0)
        assert source.readline() == b"slap\n"
        assert has_input(source, 0)  # what was read ahead counts too
        source.readline()
        os.close(write)
        assert has_input(source, 0)  # the end of input


@pytest.mark.parametrize("option", [["--values", "faces"], ["--slap", "reflex"]])
def test_an_option_of_sums_is_refused_where_there_are_none(option, capfd):
    assert main(["console", "hearts", "--sums", "off", *option]) == 2
    assert capfd.readouterr().err == f"tapis: {option[0]} has no effect here\n"


def test_a_hint_names_the_player_whose_grand_chelem_it_prevents():
    because = Explanation(HeartsMerit.STOPS_CHELEM, {"player": "NORTH"})
    assert [*looking.reasons(HeartsLines(), [because])] == ["Why: keeps North from a Grand Chelem."]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("normal", "Slap: type slap. You have 9 seconds."),
        ("very-slow", "Slap: type slap. You have 30 seconds."),
        ("off", "Lots decide the slaps."),
    ],
)
def test_a_slap_is_told_once_with_its_time_or_that_lots_decide(setting, words, monkeypatch):
    found = Found(Settings(slap=setting))
    monkeypatch.setattr("cli.lines.at_table.read_settings", lambda: found)
    sitters = [Sitter("Ada"), *(Sitter(name, "random") for name in "BCD")]
    table = Table(HEARTS, REFLEX, sitters, 7)
    while table.view(None).timeout_play is None:
        seat = table.to_move[0]
        table.play(seat, random_move(table.state, seat, Lots(7, len(table.plays))))
    at = HomeTable.of(HeartsLines(), Session(table))
    assert [*at._race()] == [words]
    assert [*at._race()] == []
    at.close()
