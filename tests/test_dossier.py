"""The dossier: what it is made of holds, and the same sources give the same bytes."""

from __future__ import annotations

import logging
import os
import re
import zipfile
from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import dossier
import pytest
from dossier_drawings import BOX_HEIGHT, arrows_of, blocks, flowchart, ranks, sequence
from dossier_facts import modules, needs, promises, result_of, results
from dossier_words import FRENCH, in_french

DOCS = dossier.DOCS
MADE = datetime(2026, 11, 27, tzinfo=UTC)
JUNIT = """<testsuites><testsuite>
<testcase classname="tests.saves.test_kill" name="test_one"/>
<testcase classname="tests.saves.test_kill.TestSome" name="test_two"><failure/></testcase>
<testcase classname="tests.saves.test_lock" name="test_three"><skipped/></testcase>
</testsuite></testsuites>"""


def test_each_promise_names_tests_that_are_there():
    found = promises(dossier.PAGE.read_text(encoding="utf-8"))
    assert len(found) == dossier.PAGE.read_text(encoding="utf-8").count("| `tests/")
    for promise in found:
        assert promise.tests
        for name in promise.tests:
            path = dossier.ROOT / name
            assert path.suffix == ".py" or any(path.rglob("*.*")), name
            assert path.exists(), name


def test_results_are_counted_by_file_also_those_of_a_class():
    counts = results(JUNIT)
    assert result_of(("tests/saves/test_kill.py",), counts) == Counter(ok=1, failed=1)
    assert result_of(("tests/saves",), counts) == Counter(ok=1, failed=1, skipped=1)
    assert result_of(("tests/sav",), counts) == Counter()


def test_each_file_of_tests_holds_a_promise():
    found = promises(dossier.PAGE.read_text(encoding="utf-8"))
    held = [dossier.ROOT / name for promise in found for name in promise.tests]
    files = [*(dossier.ROOT / "tests").rglob("test_*.py")]
    assert files
    assert [file for file in files if not {file, *file.parents} & {*held}] == []


def test_beside_each_promise_stand_the_results_of_its_tests():
    page = dossier.PAGE.read_text(encoding="utf-8")
    shown = dossier.with_results(page, Counter({("tests/net/hosting/test_a.py", "ok"): 1200}))
    rows = [line.split(" | ") for line in shown.splitlines() if "| `tests/" in line]
    assert len(rows) == len(promises(page))
    for _words, tests, told in rows:
        is_of_net = "`tests/net`" in tests or "`tests/net/hosting`" in tests
        assert told == ("1\u202f200 réussis |" if is_of_net else "aucun test lancé |")
    assert sum(told.startswith("1") for *_, told in rows) == 2


def test_no_module_comes_before_one_that_it_needs():
    place = {one.name: number for number, one in enumerate(modules())}
    for name, own in place.items():
        assert all(place[needed] < own for needed in needs(name) if needed in place)
    assert place["engine.duel.state"] < place["engine.duel.players"]
    assert place["engine.table"] < place["saves.record"] < place["host.house"]
    assert place["play.controller"] < place["tui.screens.table"]


def test_every_sequence_of_the_protocol_has_a_title_and_all_its_lines():
    bodies = blocks((DOCS / "protocol.md").read_text(encoding="utf-8"), "sequenceDiagram")
    assert len(bodies) == len(dossier.SEQUENCES)
    for body in bodies:
        columns, steps = sequence(body)
        assert len(columns) == body.count("participant ")
        assert len(steps) == sum(body.count(word) for word in (">>", "Note ", "alt ", "else "))


KEPT_WORDS = {
    *("Ada", "Louis", "ada", "NORD", "SUD", "Client", "Table", "sshd", "TCP", "TLS", "websocket"),
    *("Upgrade", "Authorization", "Basic", "Switching", "Protocols"),
}
"""Words of diagrams that are the same in French: names, and what others than us defined."""


def test_of_the_words_in_sequences_those_of_the_protocol_alone_stay_english():
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    shown = []
    for body in blocks(page, "sequenceDiagram"):
        columns, steps = sequence(body)
        shown += [*columns, *(step.text for step in steps)]
    known = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    known |= set(re.findall(r"\w+", " ".join(FRENCH.values()))) | KEPT_WORDS
    for words in shown:
        left = set(re.findall(r"[^\W\d]\w*", re.sub(r'"[^"]*"', "", in_french(words))))
        assert left <= known, (words, left - known)
    for piece in FRENCH:
        assert any(piece in words for words in shown), piece


def test_boxes_lie_below_all_that_lead_to_them():
    arrows = [("screen", "play"), ("play", "engine"), ("screen", "engine"), ("a", "b"), ("b", "a")]
    rows = ranks(arrows)
    assert rows["screen"] < rows["play"] < rows["engine"]


@pytest.mark.parametrize("path", sorted((DOCS / "classes").glob("*.md")), ids=lambda p: p.stem)
def test_the_boxes_of_a_package_lie_on_the_page_and_beside_each_other(path):
    for body in blocks(path.read_text(encoding="utf-8"), "flowchart"):
        boxes, height = flowchart(arrows_of(body), 174, lambda name: len(name) * 1.4)
        placed = sorted(boxes.values(), key=lambda box: (box.y, box.x))
        for box in placed:
            assert box.x >= 0
            assert box.x + box.width <= 174
            assert box.y + BOX_HEIGHT <= height + BOX_HEIGHT
        for one, other in pairwise(placed):
            assert one.y < other.y or one.x + one.width <= other.x


def test_an_archive_of_the_same_files_has_the_same_bytes_whenever_it_is_made(tmp_path, monkeypatch):
    root = tmp_path / "sources"
    for name in ("b.py", "a/one.py", ".github/release", ".hidden/key", "a/__pycache__/one.pyc"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    monkeypatch.setattr(dossier, "ROOT", root)
    dossier.archive(tmp_path / "1.zip", MADE, b"a book", [])
    for path in root.rglob("*"):
        os.utime(path, (1, 1))
    (root / "b.py").chmod(0o600)
    dossier.archive(tmp_path / "2.zip", MADE, b"a book", [])
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    assert zipfile.ZipFile(tmp_path / "1.zip").namelist() == [
        "tapis-vert/dossier.pdf",
        "tapis-vert/manual.fr.md",
        "tapis-vert/manual.en.md",
        "tapis-vert/sources/.github/release",
        "tapis-vert/sources/a/one.py",
        "tapis-vert/sources/b.py",
    ]


def test_what_was_built_and_signed_is_handed_over_and_nothing_is_left_out(tmp_path):
    (tmp_path / "SHA256SUMS").write_text("12  b.whl\n34  a.pyz\n")
    with pytest.raises(SystemExit, match=r"SHA256SUMS\.sig is missing.*make dist"):
        dossier.signed(tmp_path)
    (tmp_path / "SHA256SUMS.sig").touch()
    names = [path.name for path in dossier.signed(tmp_path)]
    assert names == ["a.pyz", "b.whl", "SHA256SUMS", "SHA256SUMS.sig"]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_book_has_the_same_bytes_each_time_and_a_glyph_for_each_sign(caplog):
    pytest.importorskip("fpdf")
    with caplog.at_level(logging.WARNING, "fpdf"):
        one, other = (dossier.book_of(["Zoé"], MADE, results(JUNIT)) for _ in range(2))
    assert one == other
    assert [said.getMessage() for said in caplog.records] == []
