"""The diagrams of the documents as boxes and lines, for a page that can't run mermaid."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

BLOCK = re.compile(r"```mermaid\n(\w+).*?\n(.*?)```", re.DOTALL)
ARROW = re.compile(r"(\w+) --> (\w+)$")
PARTICIPANT = re.compile(r"participant (\w+) as (.+)$")
MESSAGE = re.compile(r"(\w+)(--?)>>(\w+): (.+)$")
NOTE = re.compile(r"Note over (\w+)(?:,(\w+))?: (.+)$")
TURN = re.compile(r"(alt|else|loop|opt) (.+)$")
MARGIN, GAP, ROW_GAP, BOX_HEIGHT = 2.0, 3.0, 9.0, 5.0


class Box(NamedTuple):
    """A box with a name, where it lies on the page and how wide it is, in mm."""

    name: str
    x: float
    y: float
    width: float


class Step(NamedTuple):
    """A line of a sequence: a message between two columns, a note over some, or a condition."""

    kind: str
    first: int
    last: int
    text: str


def blocks(page: str, kind: str) -> list[str]:
    """Return the diagrams of a kind on a page."""
    return [body for found, body in BLOCK.findall(page) if found == kind]


# Flowcharts


def arrows_of(body: str) -> list[tuple[str, str]]:
    """Return the arrows of a flowchart whose boxes have plain names."""
    return [found.groups() for line in body.splitlines() if (found := ARROW.search(line))]


def ranks(arrows: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return the row of each box: below all that lead to it, but for those of a circle."""
    sources: dict[str, list[str]] = defaultdict(list)
    for one, other in sorted(arrows):
        sources[other].append(one)
        sources.setdefault(one, [])
    found: dict[str, int] = {}

    def rank(name: str, above: frozenset[str]) -> int:
        if name not in found:
            before = [one for one in sources[name] if one not in above | {name}]
            value = 1 + max((rank(one, above | {name}) for one in before), default=-1)
            if above:
                return value
            found[name] = value
        return found[name]

    for name in sorted(sources):
        rank(name, frozenset())
    return found


def flowchart(
    arrows: list[tuple[str, str]], width: float, measure: Callable[[str], float]
) -> tuple[dict[str, Box], float]:
    """Return the boxes of a flowchart in rows, and its height; a row too long is broken."""
    rows: dict[int, list[str]] = defaultdict(list)
    for name, row in sorted(ranks(arrows).items()):
        rows[row].append(name)
    boxes: dict[str, Box] = {}
    y = 0.0
    for _row, names in sorted(rows.items()):
        names.sort(key=lambda name: (_centre_above(name, arrows, boxes), name))
        while names:
            line, used = [], 0.0
            while names and (
                not line or used + measure(names[0]) + 2 * MARGIN + GAP * len(line) <= width
            ):
                used += measure(names[0]) + 2 * MARGIN
                line.append(names.pop(0))
            space = max((width - used) / (len(line) + 1), 0)
            x = space
            for name in line:
                boxes[name] = Box(name, x, y, measure(name) + 2 * MARGIN)
                x += boxes[name].width + space
            y += BOX_HEIGHT + (ROW_GAP / 2 if names else ROW_GAP)
    return boxes, y - ROW_GAP if boxes else 0.0


def _centre_above(name: str, arrows: list[tuple[str, str]], boxes: dict[str, Box]) -> float:
    above = [boxes[one] for one, other in arrows if other == name and one in boxes]
    return sum(box.x + box.width / 2 for box in above) / len(above) if above else 0.0


# Sequences


def sequence(body: str) -> tuple[list[str], list[Step]]:
    """Return the columns of a sequence diagram and its lines, from the top down."""
    columns: dict[str, str] = {}
    steps = []
    for line in filter(None, map(str.strip, body.splitlines())):
        places = list(columns)
        if found := PARTICIPANT.match(line):
            columns[found[1]] = found[2]
        elif found := MESSAGE.match(line):
            kind = "message" if found[2] == "-" else "end"
            steps.append(Step(kind, places.index(found[1]), places.index(found[3]), found[4]))
        elif found := NOTE.match(line):
            last = places.index(found[2] or found[1])
            steps.append(Step("note", places.index(found[1]), last, found[3]))
        elif found := TURN.match(line):
            steps.append(Step("turn", 0, len(places) - 1, f"[{found[2]}]"))
        elif line != "end":
            raise ValueError(f"{line!r} is not known in a sequence diagram")
    return list(columns.values()), steps
