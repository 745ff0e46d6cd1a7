"""A folder of games as a list: no move is played, nothing read twice, nothing hides the rest."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from duels import new_table, play_on
from games_on_disk import NOW, with_an_illegal_move
from noting import noted

from saves import header, listing
from saves.header import read_header
from saves.lock import GameLock
from saves.record import Record
from saves.store import Store, inspect_file

MANY = 300
GAME = Record.new(play_on(new_table(3), turns=3), NOW).to_bytes()
FAULT = "$.moves[3]: 59 is not in hand"


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "games"
    made.mkdir()
    return made


@pytest.fixture
def read(monkeypatch) -> list[str]:
    """Return a list that will name each file as a listing reads it."""
    return noted(monkeypatch, "read_file", listing, about=lambda path: path.name)


@pytest.fixture
def played(monkeypatch) -> list[bytes]:
    """Return a list that will hold each file whose moves are played."""
    return noted(monkeypatch, "read_record", header, listing)


def fill(folder: Path, count: int = 3) -> list[str]:
    """Put games into the folder, and return their names, the last one first."""
    names = [f"{number}.json" for number in range(count)]
    for at, name in enumerate(names):
        (folder / name).write_bytes(GAME)
        os.utime(folder / name, (at, at))
    return names[::-1]


def listed(folder: Path) -> list[tuple[str, str]]:
    """Return each file of the folder and its fault, as a new process would list it."""
    games = Store(folder).listing()
    found = [(saved.path.name, saved.fault) for saved in games]
    games.keep()
    return found


def index_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.index")


def test_three_hundred_games_are_listed_with_no_move_played_and_no_file_read_twice(
    folder, read, played
):
    names = fill(folder, MANY)
    games = [(name, "") for name in names]
    assert listed(folder) == games
    assert (read, played) == (names, [])
    assert listed(folder) == games
    assert (read, played) == (names, [])


def test_a_file_is_read_when_it_is_asked_for_and_not_before(folder, read):
    names = fill(folder)
    games = Store(folder).listing()
    assert (len(games), [file.name for file in games.files], read) == (3, names, [])
    assert games.known(1) is None
    assert games.inspect(1) == games.known(1)
    assert read == [names[1]]


def test_a_file_that_has_changed_is_read_again_even_if_its_size_and_time_have_not(folder, read):
    names = fill(folder)
    listed(folder)
    file = folder / names[1]
    about = file.stat()
    file.write_bytes(GAME.replace(b'"duel"', b'"dual"'))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert file.stat().st_size == about.st_size
    read.clear()
    assert dict(listed(folder))[names[1]] == '$.game: unknown game "dual"'
    assert read == [names[1]]


def test_a_damaged_file_is_not_read_again_either(folder, read):
    (folder / "a.json").write_text("{")
    first = listed(folder)
    assert first[0][1].startswith("line 1, column 2")
    assert listed(folder) == first
    assert read == ["a.json"]


def test_a_fault_with_a_number_of_many_digits_is_remembered(folder, read):
    for number in (2**70, -(2**70), 10**900):
        document = json.loads(GAME)
        (folder / f"{number % 7}.json").write_text(json.dumps({**document, "rules": number}))
    first = listed(folder)
    assert all("is unknown, 1 is known" in fault for _, fault in first)
    assert listed(folder) == first
    assert len(read) == len(first)


def test_a_wrong_move_is_found_when_moves_are_checked_and_remembered(folder, read, played):
    (folder / "a.json").write_bytes(with_an_illegal_move(GAME))
    games = Store(folder).listing()
    assert games.inspect(0).header == read_header(GAME)
    assert not games.is_checked(0)
    checked = games.check(0)
    assert (checked.header, checked.record, checked.fault) == (None, None, FAULT)
    assert games.is_checked(0)
    games.keep()
    assert (len(read), len(played)) == (2, 1)
    assert listed(folder) == [("a.json", FAULT)]
    assert (len(read), len(played)) == (2, 1)


def test_that_moves_are_right_is_remembered_too(folder):
    fill(folder, 1)
    games = Store(folder).listing()
    assert games.check(0).record.to_bytes() == GAME
    games.keep()
    again = Store(folder).listing()
    assert again.is_checked(0)
    assert again.inspect(0).record is None


def test_games_are_opened_from_their_files_whatever_the_index_says(folder):
    fill(folder, 1)
    listed(folder)
    about = (folder / "0.json").stat()
    text = index_of(folder).read_text()
    (folder / "0.json").write_bytes(with_an_illegal_move(GAME))
    now = (folder / "0.json").stat()
    for before, after in (
        (about.st_ctime_ns, now.st_ctime_ns),
        (about.st_size, now.st_size),
    ):
        text = text.replace(str(before), str(after))
    index_of(folder).write_text(text)
    assert listed(folder) == [("0.json", "")]
    assert inspect_file(folder / "0.json").fault == FAULT


def no_index(path: Path) -> None:
    path.unlink()


def another_version(path: Path) -> None:
    document = json.loads(path.read_text())
    document[0] = "0.0.0"
    path.write_text(json.dumps(document))


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def changed(**values):
    """Return what puts these values into what the index has of a game."""

    def put(path: Path) -> None:
        document = json.loads(path.read_text())
        known = document[1][0][1]
        for name, value in values.items():
            if name == "fault":
                known[1] = value
            else:
                known[0][{"names": 1, "saved": 3, "ended": 4}[name]] = value
        path.write_text(json.dumps(document))

    return put


def with_fault(text, facts):
    """Return what puts this fault into what the index has of a game, instead of its header."""

    def put(path: Path) -> None:
        document = json.loads(path.read_text())
        document[1][0][1] = [None, [text, facts], True]
        path.write_text(json.dumps(document))

    return put


SPOILT = {
    "none": no_index,
    "empty": lambda path: path.write_text(""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "no text": lambda path: path.write_bytes(b"\xff" * 99),
    "other JSON": lambda path: path.write_text('{"known": []}'),
    "deep": lambda path: path.write_text("[" * 100_000),
    "numbers": lambda path: path.write_text(f'["", [[[{"9" * 5000}, 1, 1, 1], null]]]'),
    "another version": another_version,
    "a pipe": a_pipe,
    "a loop": a_loop,
    "a winner too many": changed(ended=[[2], ["NORD"], "why"]),
    "no time": changed(saved="yesterday"),
    "a time before all": changed(saved="0001-01-01T00:00:00+14:00"),
    "a game with a fault": changed(fault=["broken", {}]),
    "a fault without its facts": with_fault("no {card}", {}),
    "a fault that asks too much": with_fault("{card.name[0]}", {"card": 7}),
    "half a character": lambda path: path.write_text(path.read_text().replace("NORD", r"\ud800")),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_an_index_that_is_none_is_made_anew(folder, read, spoil, impatient):
    games = [(name, "") for name in fill(folder)]
    listed(folder)
    spoil(index_of(folder))
    assert listed(folder) == games
    assert len(read) == 6
    assert listed(folder) == games
    assert len(read) == 6


def test_an_index_that_is_too_large_is_none(folder, read, monkeypatch):
    fill(folder)
    listed(folder)
    monkeypatch.setattr(listing, "MAX_INDEX_BYTES", index_of(folder).stat().st_size - 1)
    listed(folder)
    assert len(read) == 6


def test_where_no_index_can_be_written_games_are_listed_all_the_same(folder):
    games = [(name, "") for name in fill(folder)]
    index_of(folder).mkdir()
    assert listed(folder) == games
    assert [*folder.parent.iterdir()] == [*folder.parent.glob("games*")]
    index_of(folder).rmdir()
    (folder.parent / f".{index_of(folder).name}.tmp").mkdir()
    assert listed(folder) == games
    assert not index_of(folder).exists()


def test_the_index_is_for_its_owner_alone_and_never_written_through_a_link(folder):
    fill(folder)
    precious = folder.parent / "precious"
    precious.write_text("precious")
    index_of(folder).symlink_to(precious)
    (folder.parent / f".{index_of(folder).name}.tmp").symlink_to(precious)
    listed(folder)
    assert precious.read_text() == "precious"
    assert not index_of(folder).is_symlink()
    assert index_of(folder).stat().st_mode & 0o777 == 0o600


def test_the_index_forgets_files_that_are_gone_and_is_not_written_for_nothing(folder):
    fill(folder, 9)
    listed(folder)
    size, written = index_of(folder).stat().st_size, index_of(folder).stat()
    listed(folder)
    assert index_of(folder).stat() == written
    for number in range(8):
        (folder / f"{number}.json").unlink()
    (folder / "new.json").write_bytes(GAME)
    listed(folder)
    assert index_of(folder).stat().st_size < size / 3


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OSError(5, "Input/output error"), "Input/output error"),
        (MemoryError(), "takes more memory than there is"),
    ],
)
def test_what_may_pass_is_said_and_not_remembered(folder, monkeypatch, error, fault):
    fill(folder, 1)

    def fails(path):
        raise error

    with monkeypatch.context() as disk:
        disk.setattr(listing, "read_file", fails)
        assert listed(folder) == [("0.json", fault)]
        games = Store(folder).listing()
        assert games.check(0).fault == fault
        games.keep()
    assert listed(folder) == [("0.json", "")]


def test_whatever_lies_in_a_folder_every_file_is_listed(folder, impatient):
    (game,) = fill(folder, 1)
    odd = os.fsdecode(b"na\xefve.json")
    (folder / odd).write_bytes(GAME)
    os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    (folder / "loop.json").symlink_to("loop.json")
    (folder / "gone.json").symlink_to("nowhere")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "garbage.json").write_bytes(b"[" + b"0," * 100_000 + b"0]")
    (folder / "link.json").symlink_to(game)
    (folder / ".hidden.json").write_bytes(GAME)
    (folder / "a.json.lock").write_bytes(GAME)
    (folder / "vanished.json").write_bytes(GAME)
    games = Store(folder).listing()
    (folder / "vanished.json").unlink()
    assert {saved.path.name: saved.fault for saved in games} == {
        game: "",
        odd: "",
        "link.json": "",
        "pipe.json": "not a regular file",
        "folder.json": "Is a directory",
        "loop.json": "Too many levels of symbolic links",
        "gone.json": "No such file or directory",
        "vanished.json": "No such file or directory",
        "zero.json": "not a regular file",
        "garbage.json": '$.format: not a game file (its format is "tapis-vert")',
    }


def test_locks_are_looked_for_where_there_can_be_one(folder, monkeypatch):
    fill(folder, 9)
    (folder / "link.json").symlink_to("3.json")
    asked = []
    holder_of = listing.holder_of
    monkeypatch.setattr(listing, "holder_of", lambda path: asked.append(path) or holder_of(path))
    lock = GameLock(folder / "3.json", NOW)
    listed(folder)
    held = {saved.path.name for saved in Store(folder).listing() if saved.holder}
    lock.release()
    assert held == {"3.json", "link.json"}
    assert {path.name for path in asked} == held


def test_two_stores_keep_what_the_last_one_found(folder):
    names = fill(folder)
    one, other = Store(folder).listing(), Store(folder).listing()
    one.inspect(0)
    other.inspect(1)
    one.keep()
    other.keep()
    again = Store(folder).listing()
    assert [again.known(at) is not None for at in range(len(names))] == [False, True, False]
