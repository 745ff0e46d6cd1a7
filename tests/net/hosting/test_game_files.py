"""The file of a shared table's game: a name of its own, and a link to it beside the journal."""

from __future__ import annotations

from duels import new_table
from games_on_disk import NOW

from net.hosting.game_files import KeptGameFiles
from net.names.journals import linked_game
from play.manual_loop import ManualLoop
from saves.autosave import WritingThread
from saves.lock import LockGroup
from saves.reading import read_record
from saves.record import Record
from saves.store import Store


def test_games_that_begin_in_one_second_between_the_same_names_have_files_of_their_own(tmp_path):
    folder = tmp_path / "games"  # missing, as before anybody's first game
    store = Store(folder)
    journals = [tmp_path / f"{number}.journal" for number in range(12)]
    kept, loop, thread, locks = [], ManualLoop(), WritingThread("games"), LockGroup()
    for journal in journals:
        files = KeptGameFiles(loop, lambda: NOW, thread, locks, store)
        files.link(journal.with_suffix(".game"))
        files.begin(["Zoé", "Paul"])
        kept.append(files)
    paths = {linked_game(journal) for journal in journals}
    assert len(paths) == len(journals)
    assert {path.parent for path in paths} == {folder}
    assert len({side.stat().st_ino for side in folder.glob(".*.lock")}) == 1
    told = []
    for files in kept:
        files.close(told.append)
    while len(told) < len(kept):
        loop.wait()
        loop.run()
    assert [*folder.glob(".*")] == []


def test_the_link_follows_a_game_that_is_saved_elsewhere_from_now_on(tmp_path):
    loop, thread, journal = ManualLoop(), WritingThread("games"), tmp_path / "table.journal"
    files = KeptGameFiles(loop, lambda: NOW, thread, LockGroup(), Store(tmp_path))
    files.link(journal.with_suffix(".game"))
    files.begin(["Zoé", "Paul"])
    path = linked_game(journal)
    path.write_text("of somebody else")
    files.changed(Record.new(new_table(3), NOW), is_over=True)
    while linked_game(journal) == path:
        loop.wait()
        loop.run()
    assert read_record(linked_game(journal).read_bytes()).table.plays == new_table(3).plays
    told = []
    files.close(told.append)
    while not told:
        loop.wait()
        loop.run()
    assert told == [True]
