"""`tapis share`: lines that other commands read, and pictures that tell no secret."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import duels
import hearts_looks
import pytest
import zens
from games_on_disk import NOW, saved_game

from cli.__main__ import main
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.zen.options import ZenOptions
from saves.reading import read_record
from saves.record import Record
from saves.share_line import share_line
from tui.screens.picture import drawn_elsewhere, svg_of
from words.translation import set_language

TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture
def over(tmp_path):
    """Return the file of a finished duel, and its record."""
    return saved_game(tmp_path, duels.play_on(duels.new_table(8)), "over")


def words_of(svg: str) -> str:
    """Return the text of a picture, which has to be well-formed and to ask for nothing else."""
    assert not re.search(r"@font-face|url\((?!#)|<script|<image|\bhref", svg)
    return "\n".join("".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(TEXT))


# Lines


def test_the_line_is_read_like_the_file(over, capfd):
    file, record = over
    assert main(["share", str(file)]) == 0
    line = capfd.readouterr().out.removesuffix("\n")
    assert line == share_line(record)
    assert main(["replay", "--print", line]) == 0
    printed = capfd.readouterr().out
    assert main(["replay", "--print", str(file)]) == 0
    assert capfd.readouterr().out == printed != ""
    assert main(["check", line, str(file)]) == 0
    told = capfd.readouterr().out.splitlines()
    assert told[0].removeprefix(f"{line[:20]}...") == told[1].removeprefix(str(file))
    assert main(["share", line]) == 0
    assert capfd.readouterr().out == f"{line}\n"


def test_a_damaged_line_is_refused_by_its_beginning(over, capfd):
    line = share_line(over[1])[:-1]
    assert main(["check", line]) == 1
    why = f"{line[:20]}...: the line: damaged or incomplete (its checksum does not match)\n"
    assert capfd.readouterr().out == why
    assert main(["replay", line]) == 2
    assert capfd.readouterr().err == f"tapis: {why}"


def test_a_game_in_play_is_refused_and_a_line_is_not_resumed(over, tmp_path, capfd):
    file, _ = saved_game(tmp_path, duels.play_on(duels.new_table(8), turns=1), "in play")
    assert main(["--lang", "fr", "share", str(file)]) == 2
    assert "la partie est en cours ; seule une partie finie se partage" in capfd.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", "resume", share_line(over[1])])
    assert ended.value.code == 2
    assert "tapis replay steps through it" in capfd.readouterr().err


def test_a_file_that_is_called_like_a_line_is_a_file(over, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    over[0].rename("tapis1_x")
    assert main(["check", "tapis1_x"]) == 0


# Pictures


def test_a_picture_is_written_as_its_turn_stood(over, tmp_path, capfd):
    file, record = over
    svg = tmp_path / "table.svg"
    assert main(["share", str(file), "--svg", "--turn", "0", "-o", str(svg)]) == 0
    words = words_of(svg.read_text())
    assert f"Turn\xa00\xa0of\xa0{record.table.turns}" in words
    assert "Tapis\xa0Vert\xa0·\xa0The\xa0Game" in words
    assert main(["share", str(file), "--svg"]) == 0
    assert "North\xa0wins" in words_of(capfd.readouterr().out)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--turn", "1"], "--turn and -o go with --svg"),
        (["--svg", "--turn", "999"], "there is no turn 999, only 0 to "),
        (["--svg", "-o", "none/x.svg"], "none/x.svg: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said(over, tmp_path, monkeypatch, capfd, more, why):
    monkeypatch.chdir(tmp_path)
    assert main(["share", str(over[0]), *more]) == 2
    assert why in capfd.readouterr().err


def redrawn(table: Table, known: set[int]) -> Table:
    """Return a game in play in which all has fallen anew that these seats do not know."""
    other = Table(table.game, table.options, table.sitters)
    for seat, move in table.state.redraw(table.plays, frozenset(known), Lots(3, 2)):
        other.play(seat, move)
    assert other.plays != table.plays
    return other


def duel(*kinds: str) -> Table:
    return duels.play_on(duels.new_table(8, kinds=kinds), ("greedy", "greedy"), 4)


def hearts(*kinds: str) -> Table:
    table = hearts_looks.play_on(hearts_looks.new_table(), lambda state: len(state.table) == 2)
    table.sitters = tuple(Sitter(f"P{at}", kind) for at, kind in enumerate(kinds))
    return table


@pytest.mark.parametrize(
    ("table", "known"),
    [
        (lambda: duel("greedy", "human"), {1}),
        (lambda: duel("human", "human"), set()),
        pytest.param(lambda: duel("greedy", "greedy"), set(), marks=pytest.mark.slow),
        (lambda: hearts("human", "casual", "casual", "casual"), {0}),
        pytest.param(
            lambda: hearts("human", "human", "casual", "club"), set(), marks=pytest.mark.slow
        ),
    ],
)
def test_a_picture_of_a_game_in_play_never_depends_on_what_its_reader_may_not_know(table, known):
    drawn = svg_of(table())
    assert svg_of(redrawn(table(), known)) == drawn
    if known:  # what the reader does know is there to be seen
        assert svg_of(redrawn(table(), set())) != drawn
    words_of(drawn)


def test_a_picture_has_no_places_for_enter():
    assert "Menu" not in words_of(svg_of(zens.play_on(zens.new_table(), 2)))


@pytest.mark.slow
def test_another_process_draws_the_same_picture(monkeypatch):
    table = zens.play_on(zens.new_table(ZenOptions(first="black")), 9)
    data = Record.new(table, NOW).to_bytes()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TAPIS_ASCII", "1")
    set_language("fr")
    svg = drawn_elsewhere(data).decode()
    assert svg == svg_of(read_record(data).table)
    assert "Noir" in words_of(svg)
