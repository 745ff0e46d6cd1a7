"""Notes on the turns of a replay: written, kept in the game's file, and only then shown."""

from __future__ import annotations

import errno
import json

import pytest
from at_table import HandLoop
from duels import new_table, play_on
from games_on_disk import NOW

from engine.reasons import IllegalMove
from host.session import Session
from play import saved_games
from play.games.duel.controls import DuelControls
from play.notes import GameFile, NoteRefusal
from play.replay_model import ReplayModel
from play.saved_games import NotChanged
from saves import files
from saves.lock import GameLock
from saves.reading import read_record
from saves.record import MAX_NOTE, PERSON, Note, Record, as_copy
from saves.store import Store

KINDS = ("human", "greedy")


def over(kinds=KINDS):
    return play_on(new_table(9, kinds=kinds), ("greedy", "greedy"))


def replay_of(record: Record, file: GameFile) -> ReplayModel:
    return ReplayModel(record, file, DuelControls(), lambda _: [], HandLoop())


def write(model: ReplayModel, turn: int, typed: str) -> str:
    """Write a note on a turn, to the end; return what was said of it."""
    model.go_to(str(turn))
    before, keep, is_kept = model.note, model.begin_note(typed), False
    assert model.note == before
    assert model.frame.refusal("note") == IllegalMove(NoteRefusal.WAIT)
    try:
        said = keep()
        is_kept = True
    finally:
        model.end_change(is_kept=is_kept)
    return said


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "game.json"
    record = Record.new(over(), NOW)
    record.notes = (Note(6, "analysis", "?", "Dear."),)
    record.write_copy(file)
    return file


def notes_in(path) -> list[dict]:
    return json.loads(path.read_bytes()).get("notes", [])


def test_a_note_is_written_changed_and_removed_and_that_of_others_is_left_alone(path):
    analysis = {"at": 6, "by": "analysis", "sign": "?", "text": "Dear."}
    model = replay_of(read_record(path.read_bytes()), GameFile(path))
    assert model.note == ""
    for typed, note in (
        ("!?   Brave,  I think", {"sign": "!?", "text": "Brave, I think"}),
        ("Hm!", {"text": "Hm!"}),
        ("?", {"sign": "?"}),
    ):
        assert write(model, 5, typed) == ""
        assert model.note == " ".join(note.values())
        assert notes_in(path) == [analysis, {"at": 6, "by": PERSON, **note}]
        assert [(mark.turn, mark.name) for mark in model.marks] == [(5, "note")]
        assert model.notes_here == f"{model.note} - analysis: ? Dear."
    again = replay_of(read_record(path.read_bytes()), GameFile(path))
    assert write(again, 5, " ") == ""
    assert (again.note, notes_in(path)) == ("", [analysis])
    assert [mark.words for mark in again.marks] == ["analysis: ? (bad) Dear."]
    assert again.notes_here == "analysis: ? Dear."


def test_the_notes_of_others_wait_for_the_end_where_they_may_have_seen_all_cards():
    table = play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 5)
    record = Record.new(table, NOW)
    record.notes = (Note(5, "analysis", "?", "South has 44."), Note(6, PERSON, "!"))
    model = replay_of(record, GameFile())
    assert model.notes == {5: (Note(6, PERSON, "!"),)}
    table.forfeit(0, "tired")
    assert [*replay_of(record, GameFile()).notes] == [5, 4]


@pytest.mark.parametrize("is_copy", [True, False])
def test_a_note_changes_nothing_else_in_the_file(path, is_copy):
    before = json.loads(path.read_bytes())
    if not is_copy:
        del before["copy"]
        path.write_text(json.dumps(before))
    write(replay_of(read_record(path.read_bytes()), GameFile(path)), 0, "A fine game.")
    before["notes"].insert(0, {"at": 1, "by": PERSON, "text": "A fine game."})
    assert json.loads(path.read_bytes()) == before


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("!! great", IllegalMove(NoteRefusal.NO_SIGN, text="!!")),
        ("x" * (MAX_NOTE + 1), IllegalMove(NoteRefusal.TOO_LONG, most=MAX_NOTE)),
    ],
)
def test_what_is_no_note_is_refused(path, typed, why):
    model = replay_of(read_record(path.read_bytes()), GameFile(path))
    with pytest.raises(IllegalMove) as refused:
        model.begin_note(typed)
    assert refused.value == why
    assert model.frame.refusal("note") is None


def test_a_note_that_is_not_on_the_disk_is_not_shown(path, monkeypatch):
    record = read_record(path.read_bytes())
    model = replay_of(record, GameFile(path))
    lock = GameLock(path, NOW)
    with pytest.raises(NotChanged, match="is open elsewhere"):
        write(model, 3, "!")
    lock.release()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(saved_games, "write_game", full)
        with pytest.raises(NotChanged, match="could not be saved: full"):
            write(model, 3, "!")
    path.write_bytes(as_copy(Record.new(play_on(new_table(8)), NOW).to_bytes()))
    with pytest.raises(NotChanged, match="was changed elsewhere"):
        write(model, 3, "!")
    assert (model.note, record.notes, notes_in(path)) == ("", record.notes, [])


def test_a_note_with_which_the_file_could_not_be_read_again_is_not_written(path, monkeypatch):
    model = replay_of(read_record(path.read_bytes()), GameFile(path))
    before = path.read_bytes()
    monkeypatch.setattr(files, "MAX_BYTES", len(before) + 20)
    with pytest.raises(NotChanged, match="could not be saved: larger than 4 MiB"):
        write(model, 3, "A note of more than twenty letters.")
    assert (model.note, path.read_bytes()) == ("", before)


def test_a_finished_game_without_a_file_gets_one_with_its_first_note():
    file = GameFile()
    model = replay_of(Record.new(over(), NOW), file)
    assert write(model, 3, "!") == f"The game is now saved as {file.name}."
    assert write(model, 4, "?") == ""
    signs = [note["sign"] for note in notes_in(Store().path(file.name))]
    assert signs == ["!", "?"]


def test_a_file_whose_name_a_power_failure_may_undo_is_the_file_of_the_next_note_too(monkeypatch):
    file = GameFile()
    model = replay_of(Record.new(over(), NOW), file)

    def fails(_folder: object) -> None:
        raise OSError(errno.EIO, "the folder")

    with monkeypatch.context() as patched:
        patched.setattr(files, "sync_folder", fails)
        assert "a power failure might still undo it" in write(model, 3, "!")
    write(model, 4, "?")
    assert [one.stem for one in Store().folder.glob("*.json")] == [file.name]
    assert len(notes_in(file.path)) == 2


def test_a_game_in_play_without_a_file_and_one_that_others_read_get_no_note():
    table = play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 5)
    with pytest.raises(NotChanged, match="save it first"):
        replay_of(Record.new(table, NOW), GameFile()).begin_note("!")
    table = play_on(new_table(9, kinds=("human", "human")), ("greedy", "greedy"), 5)
    model = replay_of(Record.new(table, NOW), GameFile())
    with pytest.raises(IllegalMove) as refused:
        model.begin_note("My 15 is blocked")
    assert refused.value == IllegalMove(NoteRefusal.OTHERS_READ)


@pytest.mark.parametrize("waits", [True, False])
def test_notes_of_the_game_in_play_go_into_its_own_file_and_end_with_their_moves(tmp_path, waits):
    session = Session(play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 5), waits=waits)
    session.keep(tmp_path / "game.json", lambda _: None)
    model = replay_of(session.record, GameFile(session=session))
    for turn, typed in ((3, "!"), (5, "?")):
        assert write(model, turn, typed) == ""
        assert model.note == typed
    assert [note["at"] for note in notes_in(session.path)] == [4, 6]
    session.table.take_back(5)
    assert session.is_written(10)
    assert [note["at"] for note in notes_in(session.path)] == [4]
    session.close()


def test_a_note_of_the_game_in_play_that_its_disk_refuses_is_not_kept(tmp_path, monkeypatch):
    session = Session(play_on(new_table(9, kinds=KINDS), ("greedy", "greedy"), 5), waits=True)
    session.keep(tmp_path / "game.json", lambda _: None)
    model = replay_of(session.record, GameFile(session=session))
    monkeypatch.setattr(type(session._autosave), "is_written", lambda *_: False)
    with pytest.raises(NotChanged, match="could not be saved"):
        write(model, 3, "!")
    assert (model.note, session.record.notes) == ("", ())
    session.close()
