"""Dame de Pique line by line: the pass, tricks, sums, scores; French; files; the time of a slap."""

from __future__ import annotations

import io
import os

import pytest
from hearts_tables import REFLEX

from cli.__main__ import main
from cli.hearts.line_game import HeartsLines
from cli.line_input import FINISHED, STOPPED, has_input
from cli.lines import cards, sessions
from cli.lines.console import LineConsole
from cli.lines.sessions import GameRequest
from cli.lines.transcript import transcript
from cli.seats import SeatRequests
from engine.hearts.options import HeartsOptions
from net.race import RaceClock
from tui.glyphs import ASCII, UNICODE
from words.translation import set_language

ALONE = ("human", "random", "random", "random")
PASS = "3c 6c 8c"
"""Three cards that SOUTH holds with seed 7."""


@pytest.fixture(autouse=True)
def _unicode_and_english_again(monkeypatch):
    monkeypatch.setattr(cards, "glyphs", lambda: UNICODE)
    yield
    set_language("en")


def play(*lines: str, kinds=ALONE, options=HeartsOptions(), seed=7):  # noqa: B008
    """Return the status, the text and the table of a game in which these lines are typed."""
    request = GameRequest(options, SeatRequests("hearts", kinds), seed)
    written: list[bytes] = []
    source = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    console = LineConsole(HeartsLines(), sessions.new(request), request, source, written.append)
    status = console.run()
    console.close()
    return status, b"".join(written).decode(), console.session.table


def test_the_pass_and_the_first_card():
    status, said, table = play(PASS, "qc", "2c")
    assert status == STOPPED
    assert said.startswith(
        "Dame de Pique: joker, sums of 20 and 21\n"
        "South (a person), West (computer: random), North (computer: random),"
        " East (computer: random).\nType a move, or help.\n"
        "Round 1.\n"
        "Scores: South 0 (+0), West 0 (+0), North 0 (+0), East 0 (+0)\n"
        "Your cards: 3♣ 6♣ 8♣ J♣ Q♣  5♦ 8♦ A♦  3♥  9♠ 10♠ J♠ K♠\n"
        "Pass three cards to West.\n"
        "West> pass ? ? ?\nNorth> pass ? ? ?\nEast> pass ? ? ?\n"
        "South> South receives 2♣ 10♣  6♠.\n"
        "The joker is 2♦.\n"
        "Your cards: 2♣ 10♣ J♣ Q♣  5♦ 8♦ A♦  3♥  6♠ 9♠ 10♠ J♠ K♠\n"
        "You may play: 2♣\n"
        "South> The 2 of clubs is led first.\n"
        "South> West> 5♣\n"
        "North> A♣\n"
        "East> K♣\n"
        "North takes the trick; sum 34.\n"
    ), said
    assert [str(play.move) for play in table.plays if play.seat == 0] == ["pass 3C 6C 8C", "2C"]


def test_what_cannot_be_read_is_said_with_how_a_move_is_typed():
    _status, said, _table = play("zz", "3c 6c", "slap")
    assert "zz is neither a card like 8C nor a word; help lists the words.\n" in said
    assert "slap is no word for now; help lists the words.\n" in said


def test_the_last_trick_the_scores_and_the_table():
    _status, said, _table = play(PASS, "trick", "2c", "trick", "scores", "table")
    assert "No trick of this round yet.\n" in said
    assert "Trick: South 2♣, West " in said
    assert " took it.\n" in said
    assert "Sum: South 0, West 0, North 0, East 0.\n" in said
    assert "Round 1, trick 2. The joker is 2♦." in said


def test_a_whole_game_of_computers_is_printed_again_from_its_file(
    tmp_path, capfdbinary, monkeypatch
):
    monkeypatch.setattr("cli.lines.start.standard_input", lambda: io.BytesIO(b""))
    file = tmp_path / "game.json"
    seats = ["--seats", "random,random,random,random", "--seed", "7"]
    assert main(["console", "hearts", *seats, "--save", str(file)]) == FINISHED
    played = capfdbinary.readouterr().out
    assert b" won: 100 points are reached. " in played
    assert main(["replay", "--print", str(file)]) == 0
    again = capfdbinary.readouterr().out
    tricks = played[played.index(b"The joker is ") :]
    assert tricks[: tricks.index(b"The round is over")] in again
    assert played.splitlines()[-5:] == again.splitlines()[-5:]


def test_a_game_goes_on_in_the_middle_of_a_pass(tmp_path, capfdbinary, monkeypatch):
    file = tmp_path / "game.json"
    monkeypatch.setattr("cli.lines.start.standard_input", lambda: io.BytesIO(b""))
    seats = ["--seats", "human,random,random,random", "--seed", "7"]
    assert main(["console", "hearts", *seats, "--save", str(file)]) == STOPPED
    capfdbinary.readouterr()
    typed = io.BytesIO(f"{PASS}\n".encode())
    monkeypatch.setattr("cli.lines.start.standard_input", lambda: typed)
    assert main(["console", "hearts", "--resume", str(file)]) == STOPPED
    assert "South receives 2♣ 10♣  6♠." in capfdbinary.readouterr().out.decode()


def test_french_and_plain_ascii(monkeypatch):
    set_language("fr")
    monkeypatch.setattr(cards, "glyphs", lambda: ASCII)
    _status, said, _table = play(PASS, "levee", "2c")
    assert "Le joker est 2D.\n" in said
    assert "Vous pouvez jouer : 2C\n" in said


def test_a_transcript_tells_no_hand_that_one_may_not_know():
    _status, _said, table = play(PASS, "2c")
    printed = b"".join(transcript(HeartsLines(), table)).decode()
    assert "West is dealt" not in printed
    assert "South is dealt 3♣ 6♣ 8♣" in printed


def test_who_types_no_slap_in_time_is_slapped_for():
    """Seats that do not answer: a pipe in which nothing comes."""
    table = sessions.new(GameRequest(REFLEX, SeatRequests("hearts", ("random",) * 4), 7)).table
    assert table.options.slap == "reflex"
    assert RaceClock.seconds == 3
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
