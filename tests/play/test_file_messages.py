"""What is said of a game's file while it is played, in both languages; and who may read it."""

from __future__ import annotations

import errno
import os
import stat
from itertools import pairwise
from pathlib import Path

import pytest
from duels import new_table
from games_on_disk import saved_game
from line_programs import read_until, start, tapis
from pilots import driven, on_screen, program, shown, until
from setups import duel_setup

from cli.duel.console import PROMPT
from play import saved_games
from play.file_messages import held_message, line_message, screen_message
from play.setup import Series
from saves.autosave import SavingResumed
from saves.files import NotSynced
from saves.home import remember
from saves.lock import Held, Holder
from saves.locked_file import SavedElsewhere
from saves.reading import read_record
from words.errors import os_text
from words.plain_text import shortened
from words.translation import set_language

ROOM = 78
"""The cells of a line that a window of 80 columns has for a message."""
PATH = Path("/games/Zoé.json")
NOT_SYNCED = NotSynced(errno.EIO, "Input/output error", str(PATH))
FULL = OSError(errno.ENOSPC, "No space left on device")
EXCHANGED = SavedElsewhere(PATH, PATH.with_name("Zoé 2.json"), False)
HELD = SavedElsewhere(PATH, PATH.with_name("Zoé 2.json"), True)

SAID = [
    (FULL, "en", "{}: No space left on device; play goes on, unsaved",
     "Not saved: No space left on device. Play goes on."),
    (FULL, "fr", "{} : plus de place sur le disque ; la partie continue sans être enregistrée",
     "Non enregistrée : plus de place sur le disque. La partie continue."),
    (MemoryError(), "en", "{}: not enough memory; play goes on, unsaved",
     "Not saved: not enough memory. Play goes on."),
    (NOT_SYNCED, "en", "{}: written, but a power failure might still undo it (Input/output error)",
     "Saved, but a power failure might still undo it: Input/output error."),
    (NOT_SYNCED, "fr",
     "{} : écrit, mais une coupure de courant pourrait encore l'effacer (erreur d'entrée-sortie)",
     "Enregistrée, mais une coupure de courant peut l'effacer : erreur d'entrée-sortie."),
    (EXCHANGED, "en",
     "{}: another file has taken its place; the game is saved next to it, in Zoé 2.json",
     "Now saved as Zoé 2: another file has taken its place."),
    (EXCHANGED, "fr",
     "{} : un autre fichier a pris la place ; la partie est enregistrée à côté, dans Zoé 2.json",
     "Enregistrée sous Zoé 2 : un autre fichier a pris sa place."),
    (HELD, "en",
     "{} is open elsewhere too; the game is saved next to it, in Zoé 2.json",
     "Now saved as Zoé 2: it is open elsewhere too."),
    (HELD, "fr",
     ("{} est aussi ouverte ailleurs ; ici, la partie est enregistrée à côté, "
      "dans Zoé 2.json"),
     "Enregistrée sous Zoé 2 : elle est aussi ouverte ailleurs."),
    (SavingResumed(), "en", "{}: saved again", "Saved again."),
    (SavingResumed(), "fr", "{} : de nouveau enregistrée", "De nouveau enregistrée."),
]  # fmt: skip


@pytest.mark.parametrize(("told", "language", "line", "sentence"), SAID)
def test_what_is_said_is_what_happened(told, language, line, sentence):
    set_language(language)
    assert line_message(PATH, told) == line.format(PATH)
    assert screen_message(told) == sentence


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("is_held", [True, False])
def test_what_a_game_is_called_leaves_room_on_the_screen_for_why(language, is_held):
    set_language(language)
    other = Path("/games/2026-11-22 07.49 NORD - SUD (greedy) 2.json")
    sentence = screen_message(SavedElsewhere(PATH, other, is_held))
    assert len(sentence) <= ROOM
    assert "2026-11-22" in sentence
    assert "(greedy) 2" in sentence
    assert sentence.endswith(screen_message(HELD if is_held else EXCHANGED).partition(":")[2])


@pytest.mark.parametrize("is_held", [True, False])
def test_in_a_line_that_is_cut_it_stands_what_happened_and_where_the_game_is(is_held):
    path = Path("/very" * 50) / "Zoé.json"
    line = line_message(path, SavedElsewhere(path, path.with_name("Zoé 2.json"), is_held))
    whole = line_message(PATH, HELD if is_held else EXCHANGED)
    assert shortened(line).endswith(whole.partition(":")[2])


@pytest.mark.parametrize(
    ("language", "holder", "words"),
    [
        ("en", Holder("host", 7, "noon"), "{} is in play: process 7 on host since noon"),
        ("en", None, "{} is in play: another process"),
        ("fr", Holder("host", 7, "midi"),
         "{} est ouverte ailleurs : processus 7 sur host depuis midi"),
        ("fr", None, "{} est ouverte ailleurs : un autre processus"),
    ],
)  # fmt: skip
def test_who_plays_a_game_is_said_in_the_language_spoken(language, holder, words):
    set_language(language)
    assert held_message(Held(PATH, holder)) == words.format(PATH)


def test_whoever_writes_a_file_says_whether_it_is_there():
    assert os_text(NOT_SYNCED) == (
        "written, but a power failure might still undo it (Input/output error)"
    )
    assert os_text(FULL) == "No space left on device"


TURNS = (b"08^ 13^\n", b"45v 42v\n")


def test_a_file_exchanged_during_play_changes_no_byte_of_the_line_mode(tmp_path):
    names = [tmp_path / name for name in ("game.json", "game 2.json", "game 3.json")]
    process = start("console", "--seed", 8, "--save", names[0])
    output = read_until(process.stdout, PROMPT)
    for turn, name in zip(TURNS, names, strict=False):
        name.write_bytes(b"precious")
        process.stdin.write(turn)
        output += read_until(process.stdout, PROMPT)
    rest, errors = process.communicate()
    assert output + rest == tapis("console", "--seed", 8, typed=b"".join(TURNS)).stdout
    words = "tapis: {}: another file has taken its place; the game is saved next to it, in {}"
    said = [shortened(words.format(name, beside.name)) for name, beside in pairwise(names)]
    assert errors.decode().splitlines() == said
    assert names[0].read_bytes() == names[1].read_bytes() == b"precious"
    table = read_record(names[2].read_bytes()).table
    assert [f"{table.move_text(at)}\n".encode() for at in (1, 2)] == [*TURNS]


@on_screen()
async def test_the_screen_says_where_a_game_is_kept(pilot):
    pilot.app.complain(EXCHANGED)
    await until(pilot, lambda: "Now saved as Zoé 2:" in shown(pilot.app))


async def test_what_is_said_of_a_file_stays_until_a_key_whatever_happens_on_the_screen():
    setup = duel_setup(("human", "greedy"), first="north")
    async with driven(program("new_game", Series(setup), seed=5)) as pilot:
        await until(pilot, lambda: "07 on your ascending pile" in shown(pilot.app))
        screen = pilot.app.screen
        pilot.app.complain(EXCHANGED)
        await until(pilot, lambda: "Now saved as Zoé 2:" in shown(pilot.app))
        screen.update()
        assert "Now saved as Zoé 2:" in shown(pilot.app)
        await pilot.press("colon")
        assert "Now saved as" not in shown(pilot.app)
        assert "Your turn, like" in shown(pilot.app)
        pilot.app.complain(SavingResumed())
        await pilot.press("1", "2")
        assert "Your turn, like" in shown(pilot.app)
        await pilot.press("escape")
        await until(pilot, lambda: "Saved again." in shown(pilot.app))
        await pilot.press("right")
        assert "Saved again." not in shown(pilot.app)
        await pilot.press("q")


@pytest.fixture
def open_mask():
    before = os.umask(0)
    yield
    os.umask(before)


def modes_in(folder):
    return {
        path.relative_to(folder).as_posix(): stat.S_IMODE(path.lstat().st_mode)
        for path in folder.rglob("*")
    }


def test_a_game_of_the_line_mode_and_its_lock_are_for_the_user_alone(open_mask, tmp_path):
    folder = tmp_path / "shared"
    folder.mkdir()
    process = start("console", "--seed", 8, "--save", folder / "game.json")
    read_until(process.stdout, PROMPT)
    assert modes_in(folder) == {"game.json": 0o600, ".game.json.lock": 0o600}
    process.communicate()


@on_screen()
async def test_what_the_screen_makes_is_for_the_user_alone(pilot, open_mask, tmp_path):
    remember(language="en")
    pilot.app.new_game(Series(duel_setup(("greedy", "greedy"), first="north")))
    folder = tmp_path / "tapis-home"
    await until(pilot, lambda: list((folder / "games").glob("*.json")))
    modes = modes_in(folder)
    assert modes.pop("games") == 0o700
    assert set(modes.values()) == {0o600}
    assert len(modes) >= 3  # the game, its lock, and what is remembered
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_folder_that_the_line_mode_of_zen_saves_in_is_for_the_user_alone(open_mask, tmp_path):
    saved_games.free_path(new_table())
    assert modes_in(tmp_path) == {"tapis-home": 0o700, "tapis-home/games": 0o700}


def test_the_report_of_an_arena_is_for_the_user_alone(open_mask, tmp_path):
    report = tmp_path / "report.json"
    run = tapis("arena", "duel", "random", "random", "--deals", 1, "--jobs", 1, "--out", report)
    assert run.returncode == 0
    assert modes_in(tmp_path) == {"report.json": 0o600}


def test_a_file_that_others_may_read_already_stays_so(open_mask, tmp_path):
    file, _ = saved_game(tmp_path, new_table(8))
    file.chmod(0o644)
    tapis("console", "--resume", file)
    assert modes_in(tmp_path) == {"game.json": 0o644}
