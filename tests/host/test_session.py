"""A session: a game kept nowhere, kept later, waited for; players and programs let go."""

from __future__ import annotations

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game

from engine.series import SeriesPlace
from engine.table import Sitter
from host.session import Session
from saves.lock import Held
from saves.reading import read_record
from saves.store import Store


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
    session.write_copy(copy)
    play_on(session.table, turns=1)
    assert len(read_record(copy.read_bytes()).table.plays) == 2
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


def held_back(tmp_path, kinds=("human", "greedy"), number=1) -> Session:
    session = Session(new_table(3, kinds=kinds), waits=True)
    place = SeriesPlace(number, 3, (0, 0))
    session.keep_later(Store(tmp_path / "games"), lambda _path: pytest.fail, place)
    return session


def change(session: Session, ask) -> None:
    """Keep and make a change of the table, as a host does."""
    ahead = session.table.ahead()
    ask(ahead)
    session.save_ahead(ahead)
    session.table.catch_up(ahead)


def play_one(table) -> None:
    play_on(table, turns=1)


def test_a_new_game_has_no_file_before_a_person_has_done_something(tmp_path):
    session = held_back(tmp_path)
    change(session, lambda table: table.note_hint(0, "any"))
    change(session, lambda table: table.sit(1, Sitter("SUD", "casual", 1)))
    session.keep_draft(0, ())
    assert session.is_held_back
    assert not session.is_kept
    session.close()
    assert list(tmp_path.iterdir()) == []


def test_moves_of_computers_alone_give_a_person_s_game_no_file(tmp_path):
    session = held_back(tmp_path, ("greedy", "human"))
    change(session, play_one)
    assert list(tmp_path.iterdir()) == []
    change(session, play_one)
    assert session.saved_in
    session.close()
    assert read_record(session.path.read_bytes()).table.plays == session.table.plays


@pytest.mark.parametrize(
    "act",
    [
        lambda session: change(session, play_one),
        lambda session: change(session, lambda table: table.forfeit(0, "")),
        lambda session: change(session, lambda table: table.forfeit(1, "out of time")),
        lambda session: session.keep_draft(0, (next(iter(first_steps(session.table))),)),
        lambda session: session.begin_file(),
    ],
    ids=["move", "resigned", "over", "begun move", "asked for"],
)
def test_what_a_person_does_gives_a_game_its_file(act, tmp_path):
    session = held_back(tmp_path)
    act(session)
    record = read_record(session.path.read_bytes())
    assert record.table.plays == session.table.plays
    assert record.table.outcome == session.table.outcome
    assert record.unfinished == session.record.unfinished
    assert record.series == session.series
    session.close()


def first_steps(table):
    return table.game.steps(next(table.view(0).legal()))


def test_a_later_game_of_a_series_and_one_that_nobody_plays_need_no_person(tmp_path):
    later, watched = held_back(tmp_path, number=2), held_back(tmp_path, ("greedy", "greedy"))
    assert later.is_kept
    assert not watched.is_kept
    change(watched, play_one)
    assert watched.is_kept
    later.close()
    watched.close()


def test_a_game_saved_by_its_name_waits_for_nobody(tmp_path):
    session, path = held_back(tmp_path), tmp_path / "Sunday.json"
    session.write_copy(tmp_path / "copy.json")
    session.keep(path, pytest.fail)
    change(session, play_one)
    session.close()
    assert {one.name for one in tmp_path.iterdir() if one.suffix} == {"Sunday.json", "copy.json"}


def test_two_games_begun_in_the_same_minute_get_files_of_their_own(tmp_path):
    sessions = [held_back(tmp_path) for _ in range(2)]
    for session in sessions:
        change(session, play_one)
    assert len({session.path for session in sessions}) == 2
    for session in sessions:
        session.close()
