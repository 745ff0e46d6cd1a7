"""Journals that older versions wrote: each kind has a fixture, and its table goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from games_on_disk import NOW
from shared_tables import OTHER, OWNER, TableScene

from host.entries import Entry, MoveEntry, OpenEntry, encoded
from net.hosting.journal import entries_of
from net.hosting.journal_files import LockedJournal
from net.names.journals import JOURNAL_VERSION, killed_tables, link_beside, linked_game
from saves.lock import LockGroup

FIXTURES = Path(__file__).parent / "fixtures"
TOKEN = "N30cbnAyFgGRdkiiVeZEdA"
"""The token of the first seat, in every fixture."""


@pytest.fixture(params=range(1, JOURNAL_VERSION))
def path(request, tmp_path):
    journal = tmp_path / "zoe-1.journal"
    if request.param > 1:  # which have a link in the place of the path
        link_beside(journal).symlink_to("/games/Zoe - Paul.json")
    return shutil.copy(FIXTURES / f"version-{request.param}.journal", journal)


def test_an_old_journal_is_listed_and_its_table_goes_on_with_people_in_their_seats(path):
    [dead] = killed_tables(path.parent)
    assert (dead.path, dead.table, dead.game) == (path, "zoe", "duel")
    entries = entries_in(path)
    assert isinstance(entries[0], OpenEntry)
    assert entries[0].account == OWNER.key
    plan = entries[0].plan
    scene = TableScene("duel", seats=plan.seats, entries=entries)
    chairs = scene.room.seating.chairs
    assert [chair.account for chair in chairs] == [OWNER.key, OTHER.key]
    assert (len(scene.table.plays), scene.table.epoch, chairs[0].waited) == (6, 1, 5)
    back = scene.caller(OWNER, "new")
    assert back.hello(token=TOKEN)["seat"] == 0
    assert scene.caller(OTHER, "other").hello()["seat"] == 1
    assert back.move()["cmd"] == "done"


def test_the_file_that_an_old_journal_names_is_its_game(path):
    assert linked_game(path) == Path("/games/Zoe - Paul.json")
    assert b"/games" not in b"".join(map(encoded, entries_in(path)))


def test_what_is_added_to_an_old_journal_is_read_with_it(path):
    before = entries_in(path)
    journal, entries = LockedJournal.reopen(path, NOW, LockGroup())
    assert entries == before
    added = MoveEntry(seat=0, move="x")
    journal.write(encoded(added), journal.length)
    journal.close()
    journal.release()
    assert entries_in(path) == [*before, added]


def entries_in(path: Path) -> list[Entry]:
    return entries_of(path.read_bytes())[0]
