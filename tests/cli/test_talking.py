"""Everything in words: `tapis --talk` from an empty home, with typed lines alone."""

from __future__ import annotations

import io
import os
import re

import pytest
from games_on_disk import saved_game
from line_programs import TAPIS, environment, tapis
from table_processes import tables  # noqa: F401 - a fixture
from terminal import Terminal
from zens import new_table, play_on

from cli.__main__ import main
from cli.command import COMMANDS
from cli.lines.place import ANYWHERE, SETTING_UP
from cli.streams import FINISHED, STOPPED
from engine.game import CHANCE
from engine.table import EventKind
from engine.zen.options import ZenOptions
from host.plan import SeatPlan
from play.action import Topic, split_word
from play.games.actions import words_at
from play.home_model import places
from play.last_setup import last_setup
from saves.reading import read_record
from saves.settings_file import read_settings
from saves.store import Store
from words.translation import LANGUAGES

PLACES = {place: number for number, place in enumerate(places(), 1)} | {"last": len(places())}
"""The number of each place of the first screen, and of the last."""
CONTROL = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
"""What a screen reader would have to make sense of: any control code but the end of a line."""
ZEN = ("setup zen", "7 black", "begin")
MOVED = (*ZEN, "F11-F8")


def spoken(line: str, code: str) -> str:
    """Return a line with its word in a language."""
    word, rest = split_word(words_at("zen"), line)
    return f"{word.french} {rest}".strip() if word and code == "fr" else line


def talk(*lines: str, code: str = "en", status: int = FINISHED) -> str:
    """Type lines, and leave by a word; return what was said, which has no control code."""
    typed = "".join(f"{spoken(line, code)}\n" for line in (*lines, "quit")).encode()
    done = tapis("--talk", "--lang", code, typed=typed)
    assert (done.returncode, done.stderr) == (status, b"")
    assert not CONTROL.search(done.stdout)
    return done.stdout.decode()


def the_game():
    """Return the table of the only saved game."""
    (path,) = Store().paths()
    return read_record(path.read_bytes()).table


def moves() -> list[str]:
    """Return the moves of the only saved game, without lots."""
    table = the_game()
    return [table.move_text(at) for at, play in enumerate(table.plays) if play.seat != CHANCE]


def hinted() -> bool:
    """Whether the only saved game tells of a hint."""
    return any(event.kind is EventKind.HINT for event in the_game().events)


def sets_up(code, _tables):
    talk("new zen", "variant 2", "7 novice", "begin", code=code)
    setup = last_setup("zen")
    assert (setup.values["variant"], setup.kinds[1]) == (2, "novice")


def plays(code, _tables):
    talk(*MOVED, code=code)
    assert moves()[0] == "F11-F8"
    assert len(moves()) == 2


def asks_for_a_hint(code, _tables):
    talk(*ZEN, "hint", "F11-F8", code=code)
    assert hinted()


def takes_back(code, _tables):
    talk(*MOVED, "undo", "A1-A4", code=code)
    assert moves()[0] == "A1-A4"


def saves(code, _tables):
    talk(*MOVED, "save Sunday", "home", "resume", "undo", "A1-A4", code=code)
    copy = Store().path("Sunday")
    (game,) = {*Store().paths()} - {copy}
    firsts = [str(read_record(path.read_bytes()).table.plays[0].move) for path in (copy, game)]
    assert firsts == ["F11-F8", "A1-A4"]


def resumes(code, _tables):
    talk(*MOVED, code=code)
    said = talk("2", "home", "resume", "undo", "A1-A4", code=code)
    assert moves()[0] == "A1-A4"
    assert said.count("Tapis Vert. ") == 2


def replays(code, _tables):
    talk(*MOVED, code=code)
    said = talk("games", "replay 1", "next", "return", "1", code=code)
    assert "Black> F11-F8" in said or "Noir> F11-F8" in said
    assert said.count("Tapis Vert. ") == 2


def joins(code, tables):  # noqa: F811
    seats = (SeatPlan(), SeatPlan("random"))
    table = tables.start(game="zen", options={"first": "black"}, seats=seats, seed=5)
    lines = ("join 1", "F11-F8", "home", "join 1", "log", "resign", "resign", "home")
    said = talk("tables", *lines, code=code)
    assert f"1. {table.full_name}" in said
    assert re.search(r"\bF11-F8\b", said)
    assert said.count("Tapis Vert. ") == 3


def hears_statistics(code, _tables):
    talk("setup war", "cards 1", "begin", "play", code=code)
    assert the_game().outcome
    one_game = {"en": "1 game, ", "fr": "1 partie, "}
    assert one_game[code] in talk(str(PLACES["statistics"]), code=code)


def changes_settings(code, _tables):
    talk("settings", "settings theme light", "settings language fr", code=code)
    settings = read_settings().settings
    assert (settings.theme, settings.language) == ("light", "fr")


TASKS = (
    *(sets_up, plays, asks_for_a_hint, takes_back, saves, resumes, replays, joins),
    *(hears_statistics, changes_settings),
)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("task", TASKS)
def test_a_task_is_done_by_typed_lines_alone_from_an_empty_home(task, code, tables):  # noqa: F811
    assert Store().paths() == []
    task(code, tables)


TYPED = {
    "": ("", "settings\nstatistics\ntables\nfirst game zen\n", "Tapis Vert. "),
    "play": ("play zen", "hint\nhome\n", "Hint: "),
    "daily": ("daily --help", "", "usage: tapis daily"),
    "problems": ("problems zen", "hint\nquit\n", "The solution: "),
    "host": ("host zen", "people\n", "Others join "),
    "serve": ("serve --help", "", "usage: tapis serve"),
    "door": ("door --help", "", "usage: tapis door"),
    "join": ("join {table}", "people\n", "White: "),
    "relay": ("relay", "", "nobody has to type it"),
    "resume": ("resume saved", "", "Zen l'Initié"),
    "console": ("console hearts", "help\n", "Dame de Pique"),
    "replay": ("replay saved", "\n", "turn 1 of 5"),
    "analyse": ("analyse saved", "", "the game is in play: it is analysed after its end"),
    "check": ("check saved", "", "ok, "),
    "share": ("share saved --svg", "", "<svg"),
    "saves": ("saves", "", "1 saved game in"),
    "stats": ("stats", "", "No finished games yet."),
    "legal": ("legal zen", "", "F11-F8"),
    "perft": ("perft zen --depth 1", "", "56"),
    "arena": ("arena duel random greedy --deals 1 --jobs 1", "", "player random: won % "),
    "manual": ("manual", "", "Tapis Vert: the manual"),
    "completions": ("completions bash", "", "complete "),
}
"""For each command a line of it, what is typed then, and a text that is said."""


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_at_a_terminal_too_no_command_moves_its_cursor_or_colours_its_letters(
    command,
    tables,  # noqa: F811
):
    saved_game(Store().folder, play_on(new_table(ZenOptions(), 3), 5), "saved")
    line, typed, told = TYPED[command]
    table = tables.start(game="zen", seats=(SeatPlan(), SeatPlan())) if "{table}" in line else None
    arguments = line.format(table=table and table.full_name).split()
    kept = environment(ACCESSIBLE="1", TERM="xterm", TMPDIR=os.environ["TMPDIR"])
    terminal = Terminal([*TAPIS, *arguments], kept)
    try:
        terminal.send(typed.encode() + b"\x04\x04")
        terminal.exited()
        if command == "host":
            tables.found(re.search(r"tapis join ([\w-]+)@", terminal.sent.decode())[1])
        assert told.encode() in terminal.sent
        assert not CONTROL.search(terminal.sent.replace(b"\r\n", b"\n").replace(b"^D\b\b", b""))
    finally:
        terminal.end()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--talk"], "Tapis Vert. "),
        (["play", "zen", "--talk"], "Zen l'Initié, base game"),
        (["--talk", "play", "dame", "de", "pique"], "Dame de Pique"),
        (["play", "war", "--seed", "3", "--talk"], "Bataille"),
        (["play", "--games", "3", "--talk"], "\nGame 1 of 3.\n"),
        (["play", "zen", "--pairs", "2", "--talk"], "\nPair 1 of 2, game 1.\n"),
        (["resume", "--talk"], "No other game is in play; games lists "),
        (["--talk", "resume", "saved"], "Zen l'Initié, base game"),
        (["replay", "saved", "--talk"], "turn 0 of 5> "),
        (["stats", "--talk"], "No finished games yet."),
        (["console", "--talk"], "The duel: lay all your 58 cards"),
    ],
)
def test_a_command_leads_to_the_lines_wherever_talk_stands(arguments, said):
    if "saved" in arguments:
        saved_game(Store().folder, play_on(new_table(ZenOptions(), 3), 5), "saved")
    done = tapis(*arguments)
    assert said in done.stdout.decode()
    assert not CONTROL.search(done.stdout)


@pytest.mark.parametrize("wish", ["1", "yes"])
@pytest.mark.parametrize("command", ["play", "resume", "host", "join nowhere"])
def test_the_environment_wishes_for_words_unless_it_says_0(command, wish, monkeypatch, capfd):
    monkeypatch.setattr("cli.streams.standard_input", io.BytesIO)
    for value in ("", "0"):
        monkeypatch.setenv("ACCESSIBLE", value)
        assert main(command.split()) == 2
        assert "tapis --talk needs none" in capfd.readouterr().err
    if command in ("play", "resume"):
        monkeypatch.setenv("ACCESSIBLE", wish)
        monkeypatch.setattr("cli.lines.start.standard_input", io.BytesIO)
        assert main(command.split()) in (FINISHED, STOPPED)
        assert "Tapis Vert. " in (said := capfd.readouterr().out) or "The duel: " in said


def test_the_strict_line_mode_is_the_same_with_that_wish(monkeypatch):
    strict = tapis("console", "--seed", "1")
    monkeypatch.setattr("line_programs.AT_ANY_TIME", {"ACCESSIBLE"})
    wished = tapis("console", "--seed", "1", ACCESSIBLE="1")
    assert (wished.stdout, wished.stderr) == (strict.stdout, b"")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_is_answered_at_the_first_screen_and_what_needs_a_game_says_so(code):
    leaving = {"quit", "host", "new", "set_up", "first_game", "daily", "replay"}
    words = [word for word in words_at("zen") if word.id not in leaving]
    absent = {"en": "No game is open here.", "fr": "Aucune partie n'est ouverte ici."}
    for word in words:
        line = f"{word.english} {word.example}".strip()
        told = talk(line, code=code).split("> ")[1]
        needs_none = word.id in (ANYWHERE - {"save_as", "share"}) | SETTING_UP
        assert told.strip(), line
        assert needs_none or word.topic not in (Topic.PLAY, Topic.LOOK) or absent[code] in told


@pytest.mark.parametrize(
    ("line", "answer"),  # {settings} is the number of this place
    [
        ("Face to Face", "1. Game: Face to Face.\n"),
        ("4", "1. Game: Bataille.\n"),
        ("saved games", "no saved games in "),
        ("{first_game}", "2. First game: Zen l'Initié.\n"),
        ("{first_game}\n2", "First game, 1 of 7.\n"),
        ("{first_game}\nDame de Pique", "First game, 1 of 8.\n"),
        ("{first_game}\n9", "There is no row 9, only 1 to 3.\n"),
        ("first game war", "Bataille has no first game; these have one: "),
        ("{problems}\nhint\nquit", "The solution: "),
        ("{problems} zen\nhint\nquit", "The solution: "),
        ("problems war", "Bataille has no problems; these have some: Face to Face, Zen l'Initié."),
        ("language", "Langue : Français.\n"),
        ("{language}", "Langue : Français.\n"),
        ("{settings} 6", "How fast the moves of others are shown.\n"),
        ("{settings} 6 2", "Pace: slow.\n"),
        ("settings\n6 slow", "Pace: slow.\n"),
        ("rules zen\n99", "There is no section 99, only 1 to "),
        ("{rules} zen", "For the whole rules, type rules Zen l'Initié and a number"),
        ("manual\n2", "The first game in five minutes\n"),
        ("{saved} 2", "No game is open here. Type a number from 1 to {last}, or help.\n"),
        ("rules zen 99", "There is no section 99, only 1 to "),
        ("rules whist", "There is no game whist, only "),
        ("{quit}", ""),
        ("99", "No game is open here. Type a number from 1 to {last}, or help.\n"),
        ("return", "No game is open here. Type a number from 1 to {last}, or help.\n"),
        ("", "Type a number of the list, or help; home says the list again.\n"),
        ("help", "first game"),
    ],
)
def test_the_first_screen_takes_a_number_its_words_or_any_word(line, answer):
    typed = f"{line.format(**PLACES)}\n".encode()
    said = tapis("--talk", typed=typed).stdout.decode().partition("> ")[2]
    assert answer.format(**PLACES) in said


def test_the_first_screen_offers_the_newest_game_of_each_kind_and_the_language():
    talk(*MOVED)
    said = talk()
    assert re.search(r"\n2\. Zen l'Initié: go on: .*Black - White \(\w+\), 2 turns, ", said)
    assert "1. Face to Face: a new game.\n" in said
    assert f"{PLACES['language']}. Language: change to French (Français).\n" in said
    assert "New here?" not in said


def test_the_last_game_of_a_kind_is_told_without_its_name_once_more():
    said = talk("setup war", "cards 1", "begin", "play", "home")
    assert re.search(r"\n4\. Bataille: another game; the last one: Player 1 - Player 2", said)


@pytest.mark.parametrize("line", ["games", "2", "replay 1", "setup", "first game zen"])
def test_home_leads_back_from_anywhere_and_the_end_of_input_leaves_with_all_kept(line):
    talk(*MOVED)
    done = tapis("--talk", typed=f"games\n{line}\nhome\n".encode())
    assert done.returncode == FINISHED
    assert done.stdout.decode().count("Tapis Vert. ") == 2
    assert len(moves()) == 2


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_name_of_a_person_stands_in_the_prompt(code):
    said = talk("new zen", "5 Zoé", "7 black", "begin", "home", "new zen", "begin", code=code)
    assert said.count("\nZoé> ") == 2
    assert not re.search(r"\n(Black|Noir)> ", said)


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("games", "1"), "Zen l'Initié"),
        (("games", "9"), "There is no game 9, in the list or as a file; games lists them.\n"),
        (("games", "home", str(PLACES["quit"])), ""),
        (("resume", "home"), "The game is saved.\n"),
        (("resume", "choices 3"), "choices lists the moves; 3 alone plays that one.\n"),
    ],
)
def test_a_number_is_one_of_the_list_said_last_and_a_game_that_is_left_is_saved(lines, answer):
    talk(*MOVED)
    said = tapis("--talk", typed="".join(f"{line}\n" for line in lines).encode()).stdout.decode()
    assert answer in said.rpartition("> ")[0].split("Type a number or its words", 1)[1]
