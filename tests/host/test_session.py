"""A session: a game kept nowhere, kept later, waited for; players and programs let go."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game

from host.session import Session
from saves.lock import Held
from saves.reading import read_record


def kept_nowhere() -> Session:
    return Session(new_table(3), waits=True)


def test_a_game_kept_nowhere_is_played_and_let_go(tmp_path):
    session = kept_nowhere()
    play_on(session.table, turns=2)
    assert not session.is_kept
    assert not session.is_behind
    assert session.saved_in is None
    session.close()


def test_a_game_is_kept_later_with_all_that_was_played(tmp_path):
    session, path = kept_nowhere(), tmp_path / "game.json"
    play_on(session.table, turns=2)
    session.keep(path, pytest.fail)
    assert session.is_kept
    assert session.saved_in == session.path == path
    play_on(session.table, turns=1)
    assert read_record(path.read_bytes()).table.plays == session.table.plays
    session.close()


def test_a_copy_stays_as_it_is(tmp_path):
    session, copy = kept_nowhere(), tmp_path / "copy.json"
    session.keep(tmp_path / "game.json", pytest.fail)
    play_on(session.table, turns=1)
    session.copy(copy)
    play_on(session.table, turns=1)
    assert len(read_record(copy.read_bytes()).table.plays) == 2
    with pytest.raises(FileExistsError):
        session.copy(copy)
    session.close()


def test_a_new_game_takes_no_file_that_is_there_or_in_play(tmp_path):
    path = tmp_path / "game.json"
    path.write_text("mine")
    session = kept_nowhere()
    with pytest.raises(FileExistsError):
        session.keep(path, pytest.fail)
    assert path.read_text() == "mine"
    assert not session.is_kept
    path.unlink()
    session.keep(path, pytest.fail)
    with pytest.raises(Held):
        kept_nowhere().keep(path, pytest.fail)
    session.close()
    session.close()
    kept = Session.opened(path, pytest.fail, waits=True)
    kept.close()


def test_what_is_refused_while_a_game_is_opened_leaves_its_file_alone(tmp_path):
    path, _record = saved_game(tmp_path, new_table(3))
    before = path.read_bytes()

    def refuse(table):
        raise ValueError(table.game.key)

    for _again in range(2):
        with pytest.raises(ValueError, match="duel"):
            Session.opened(path, pytest.fail, refuse, waits=True)
    assert path.read_bytes() == before


def test_no_program_plays_that_nobody_agreed_to():
    program = "exec:./bot"
    session = Session(new_table(3, kinds=("greedy", program)))
    assert session.computer(1) is not None
    session.close()
    for agreed, plays in ((frozenset({program}), True), (frozenset(), False)):
        session = Session(new_table(3, kinds=("greedy", program)))
        session.programs = agreed
        assert session.computer(0) is not None
        assert (session.computer(1) is not None) == plays
        session.close()


def test_a_move_that_was_begun_is_forgotten_once_a_move_is_made_or_taken_back(tmp_path):
    session, path = kept_nowhere(), tmp_path / "game.json"
    session.keep(path, pytest.fail)
    table = session.table
    play_on(table, turns=2)
    seat, at = table.to_move[0], len(table.plays)
    steps = table.game.steps(next(table.view(seat).legal()))[:1]
    session.keep_draft(seat, steps)
    assert session.draft(seat) == steps
    table.note_hint(seat, "any")
    assert session.draft(seat) == steps
    play_on(table, turns=1)
    table.take_back(at)
    assert session.draft(seat) == ()
    session.close()
    assert read_record(path.read_bytes()).unfinished is None
