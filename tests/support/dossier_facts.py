"""What the dossier says of this very project: its modules in order, its tests and their results."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from diagram import ROOT, sources

PROMISE = re.compile(r"^\| (?P<words>[^|]+?) \| (?P<tests>`tests/[^|]+?) \|$", re.MULTILINE)


class Module(NamedTuple):
    """A module: how many modules lie below it, one on the other, then its lines and its name."""

    depth: int
    lines: int
    name: str
    path: Path


def modules() -> list[Module]:
    """Return every module of the program, the simplest first: none needs a later one."""
    found = []
    for name in sources():
        path = ROOT.joinpath(*name.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines:
            found.append(Module(_depth(name), lines, name, path))
    return sorted(found)


@cache
def _depth(name: str) -> int:
    return 1 + max(map(_depth, needs(name)), default=-1)


def needs(name: str) -> Iterator[str]:
    """Yield the modules that are loaded before a module is."""
    for node in sources()[name].body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in sources())
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{one.name}" for one in node.names]
            deeper = [one for one in inside if one in sources()]
            yield from deeper or ([node.module] if node.module in sources() else [])


class Promise(NamedTuple):
    """A sentence of the test plan, and the files or folders of the tests that hold it."""

    words: str
    tests: tuple[str, ...]

    @classmethod
    def of(cls, row: re.Match[str]) -> Promise:
        """Return the promise in a row of the plan."""
        return cls(row["words"], tuple(re.findall(r"`([^`]+)`", row["tests"])))


def promises(page: str) -> list[Promise]:
    """Return the promises in the table of a page."""
    return [Promise.of(row) for row in PROMISE.finditer(page)]


def results(junit: str) -> Counter[tuple[str, str]]:
    """Return how many tests of each file came out how: ok, failed or skipped."""
    counts: Counter[tuple[str, str]] = Counter()
    for case in ElementTree.fromstring(junit).iter("testcase"):
        ends = {child.tag for child in case}
        how = "failed" if ends & {"failure", "error"} else "skipped" if "skipped" in ends else "ok"
        counts[_file(case.get("classname", "")), how] += 1
    return counts


def _file(classname: str) -> str:
    """Return the file of a test, whose class may stand after its module."""
    parts = classname.split(".")
    while parts and not ROOT.joinpath(*parts).with_suffix(".py").is_file():
        parts.pop()
    return "/".join(parts) + ".py" if parts else classname


def result_of(tests: tuple[str, ...], counts: Counter[tuple[str, str]]) -> Counter[str]:
    """Return how the tests of some files and folders came out together."""
    found: Counter[str] = Counter()
    for (file, how), count in counts.items():
        if any(file == one or file.startswith(one.rstrip("/") + "/") for one in tests):
            found[how] += count
    return found
