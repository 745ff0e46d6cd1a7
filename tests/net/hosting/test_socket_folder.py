"""The folders of sockets: whose they are is checked, names are free, and dead ones are swept."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from contextlib import contextmanager

import pytest
from shared_tables import plain_files

from net.joining.reasons import NotJoined
from net.names import sockets as folders
from net.names.names import find_table
from net.names.sockets import (
    MOST_TABLES,
    FolderReason,
    NoSocket,
    ProcessSocket,
    folder_of,
    is_alive,
    is_sound,
    socket_mark,
    tables_here,
)


@contextmanager
def refused(reason):
    with pytest.raises(NoSocket) as refusal:
        yield
    assert refusal.value.reason is reason


@pytest.fixture(autouse=True)
def place(monkeypatch):
    """A system's folder for temporary files, with a path short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="tv") as path:
        monkeypatch.setattr(tempfile, "tempdir", path)
        yield folder_of(os.getuid())


@pytest.fixture
def listen():
    """Return what opens tables, closed at the end."""
    opened = []

    def open_table(wanted="zoe", **more):
        opened.append(ProcessSocket().claim(wanted, **more))
        return opened[-1]

    yield open_table
    for claimed in opened:
        claimed.listening.close()


def test_a_table_listens_in_a_folder_that_others_may_enter(place, listen):
    before = os.umask(0o077)
    try:
        table = listen("Zoé's").at
    finally:
        os.umask(before)
    assert (table.name, table.uid) == ("zo-s", os.getuid())
    assert stat.S_IMODE(place.stat().st_mode) == 0o755
    assert stat.S_IMODE(table.path.stat().st_mode) == 0o666
    assert is_sound(table)
    assert is_alive(table.path)
    assert tables_here() == [table]
    assert plain_files(place) == [".lock", "zo-s"]


def test_names_are_free_and_dead_sockets_give_theirs_back(listen):
    first = listen()
    assert listen().at.name == "zoe-2"
    with refused(FolderReason.TAKEN):
        listen(exactly=True)
    first.listening.close()
    assert not is_alive(first.at.path)
    assert [table.name for table in tables_here()] == ["zoe-2"]
    assert listen(exactly=True).at.name == "zoe"


def test_a_user_has_only_so_many_tables(listen):
    for _ in range(MOST_TABLES):
        listen()
    with refused(FolderReason.TOO_MANY):
        listen()


def test_a_table_removes_its_own_socket_and_no_other(listen):
    names = ProcessSocket()
    first = names.claim("zoe")
    first.listening.close()
    second = listen(exactly=True)
    names.give_up(first)
    assert second.at.path.exists()


def test_the_tables_of_a_process_listen_on_one_socket_which_closes_with_the_last(place):
    names = ProcessSocket()
    tables = [names.claim("zoe") for _ in range(3)]
    assert [table.at.name for table in tables] == ["zoe", "zoe-2", "zoe-3"]
    assert len({table.listening for table in tables}) == 1
    names.give_up(tables[0])
    assert [at.name for at in tables_here()] == ["zoe-2", "zoe-3"]
    assert names.claim("zoe", exactly=True).listening is tables[1].listening
    for table in (*tables[1:], names._names[-1]):
        assert table.listening.fileno() >= 0
        names.give_up(table)
    assert tables[1].listening.fileno() == -1
    assert plain_files(place) == [".lock"]


def test_a_name_is_watched_and_opened_while_one_table_has_it(listen):
    names = ProcessSocket()
    first = listen("zoe")
    mark = socket_mark(first.at.path)
    assert tables_here() == [first.at]
    assert [find_table(name) for name in ("zoe", f"zoe@{os.getuid()}")] == [first.at] * 2
    for other in ("paul", "zoe@nobody-of-this-name"):
        with pytest.raises(NotJoined):
            find_table(other)
    assert socket_mark(first.at.path) == mark
    first.listening.close()
    second = names.claim("zoe")
    assert socket_mark(first.at.path) not in (mark, None)
    names.give_up(second)
    assert socket_mark(first.at.path) is None


def test_a_link_or_a_file_in_the_folders_place_is_not_used(place, tmp_path):
    place.symlink_to(tmp_path)
    with refused(FolderReason.FOLDER):
        ProcessSocket().claim("zoe")
    assert tables_here() == []
    place.unlink()
    place.write_bytes(b"")
    with refused(FolderReason.FOLDER):
        ProcessSocket().claim("zoe")
    assert plain_files(tmp_path) == []


def test_a_folder_that_others_may_write_in_is_not_used(place, listen):
    place.mkdir()
    place.chmod(0o777)
    with refused(FolderReason.FOLDER):
        ProcessSocket().claim("zoe")


def test_the_folder_of_another_owner_is_not_used(place, listen, monkeypatch):
    table = listen().at
    monkeypatch.setattr(folders.os, "getuid", lambda: os.geteuid() + 5)
    place.rename(folder_of(os.getuid()))  # named for a user who does not own it
    with refused(FolderReason.FOLDER):
        ProcessSocket().claim("zoe")
    assert tables_here() == []
    assert not is_sound(table)


def test_what_is_no_socket_of_the_folders_owner_is_no_table(place, listen):
    table = listen().at
    (place / "file").write_bytes(b"")
    (place / "link").symlink_to(table.path)
    (place / "folder").mkdir()
    (place / "Capital").write_bytes(b"")
    assert tables_here() == [table]
    assert not is_sound(table._replace(name="link", path=place / "link"))
    assert not is_sound(table._replace(path=place / "none"))


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give files to others")
def test_tables_of_other_users_are_listed_and_left_alone(place, listen):
    mine = listen()
    other = folder_of(12345)
    other.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(other / "eva"))
    with socket.socket(socket.AF_UNIX) as foreign:
        foreign.bind(str(other / "foreign"))
    os.chown(other / "eva", 12345, 12345)
    os.chown(other, 12345, 12345)
    assert [(table.name, table.uid) for table in tables_here()] == [
        (mine.at.name, mine.at.uid),
        ("eva", 12345),
    ]
    os.chown(other, 54321, 54321)
    assert tables_here() == [mine.at]


def test_a_path_that_is_too_long_for_a_socket_is_an_error_of_the_system(tmp_path, monkeypatch):
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    with pytest.raises(OSError, match="too long"):
        ProcessSocket().claim("zoe")
