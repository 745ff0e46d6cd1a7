"""The dossier: an archive with the sources, the manuals and a book about them in French.

`make dossier NAMES="Zoé Martin, Max Petit"` writes it. The same sources, results and key give the
same bytes. The date is that of SOURCE_DATE_EPOCH, in seconds since 1970, or the first one that an
archive can have.
"""

from __future__ import annotations

import argparse
import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from diagram import ROOT
from dossier_drawings import arrows_of, blocks, sequence
from dossier_facts import PROMISE, Promise, modules, result_of, results
from dossier_words import in_french

if TYPE_CHECKING:
    from dossier_book import Book

DOCS = ROOT / "docs"
PAGE = DOCS / "dossier.fr.md"
EARLIEST = 315_532_800
"""The first day of 1980: no archive has an older file."""
DIRECTIVE = re.compile(r"^(.*)\[\[(\w+)\]\]$", re.MULTILINE)
LEFT_OUT = {"__pycache__", "dist", "build"}
HIDDEN = {".github"}
"""The hidden folders that belong to the sources."""
SEQUENCES = (
    "Par une socket Unix",
    "Par ssh",
    "Par WebSocket",
    "Un serveur de tables",
    "Le début d'une partie",
    "La coupe des cartes",
    "Un tour de Duel",
    "Un tour de Zen",
    "Une manche de Dame de Pique",
    "Un duel de Bataille",
    "Avec une pendule",
)
RESULTS = (
    ("ok", "réussi", "réussis"),
    ("failed", "échoué", "échoués"),
    ("skipped", "non lancé", "non lancés"),
)
PLAN = "| Promesse | Tests |\n|---|---|\n"
PLAN_WITH_RESULTS = "| Promesse | Tests | Ce passage |\n|---|---|---|\n"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"


class Dossier:
    """Fills a book with the chapters of its page, and what the page asks for."""

    def __init__(self, book: Book, counts: Counter[tuple[str, str]]) -> None:
        self.book = book
        self.counts = counts

    def add(self, page: str) -> None:
        """Add the page; a line `[[name]]` asks for what a method of that name adds."""
        done = 0
        for found in DIRECTIVE.finditer(page):
            self.book.text_of(page[done : found.start()])
            words = getattr(self, found[2])()
            if words:
                self.book.text_of(found[1] + words)
            done = found.end()
        self.book.text_of(page[done:])

    def packages(self) -> None:
        (body,) = blocks(_doc("classes/README.md"), "flowchart")
        self.book.draw_flowchart(arrows_of(body), 9)

    def classes(self) -> None:
        for path in sorted((DOCS / "classes").glob("*.md")):
            bodies = blocks(path.read_text(encoding="utf-8"), "flowchart")
            if bodies and path.stem != "README":
                self.book.draw_flowchart(arrows_of(bodies[0]), title=path.stem)

    def rules(self) -> None:
        for game in ("duel", "zen", "hearts", "war"):
            self.book.text_of(_doc(f"rules/{game}.fr.md"), level=1)

    def sequences(self) -> None:
        bodies = blocks(_doc("protocol.md"), "sequenceDiagram")
        for title, body in zip(SEQUENCES, bodies, strict=True):
            columns, steps = sequence(body)
            self.book.draw_sequence(
                title,
                [in_french(name) for name in columns],
                [step._replace(text=in_french(step.text)) for step in steps],
            )

    def example(self) -> str:
        found = re.search(r"```json\n.*?```", _doc("game-file.md"), re.DOTALL)
        assert found
        return found[0]

    def results(self) -> str:
        total: Counter[str] = Counter()
        for (_file, how), count in self.counts.items():
            total[how] += count
        return f"Tous les tests de ce passage\N{NO-BREAK SPACE}: {told(total)}."

    def sources(self) -> None:
        self.book.sources(
            [(one.path.relative_to(ROOT).as_posix(), _text(one.path)) for one in modules()]
        )

    def numbers(self) -> str:
        found = modules()
        tests = sum(
            len(re.findall(r"^(?:async )?def test_", _text(path), re.MULTILINE))
            for path in (ROOT / "tests").rglob("test_*.py")
        )
        lines = sum(one.lines for one in found)
        deepest = max(one.depth for one in found) + 1
        return (
            f"Le programme compte {len(found)} modules et {_number(lines)} lignes, "
            f"empilés sur {deepest} étages\N{NO-BREAK SPACE}; {_number(tests)} fonctions de test "
            "le vérifient, certaines sur des centaines de cas."
        )


def with_results(page: str, counts: Counter[tuple[str, str]]) -> str:
    """Return the page with the results of a run beside each promise of its test plan."""
    assert PLAN in page

    def row(found: re.Match[str]) -> str:
        return f"{found[0]} {told(result_of(Promise.of(found).tests, counts))} |"

    return PROMISE.sub(row, page.replace(PLAN, PLAN_WITH_RESULTS))


def told(count: Counter[str]) -> str:
    """Return how many tests came out how.

    >>> told(Counter(ok=2, failed=1)), told(Counter())
    ('2 réussis, 1 échoué', 'aucun test lancé')
    """
    parts = [
        f"{_number(count[how])} {several if count[how] > 1 else one}"
        for how, one, several in RESULTS
        if count[how]
    ]
    return ", ".join(parts) or "aucun test lancé"


def _number(value: int) -> str:
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _doc(name: str) -> str:
    return _text(DOCS / name)


def book_of(names: Sequence[str], made: datetime, counts: Counter[tuple[str, str]]) -> bytes:
    """Return the book as a PDF."""
    from dossier_book import Book  # the library is there for this alone

    book = Book("Tapis Vert", made)
    book.cover("Une table de jeu dans le terminal", names, DOCS / "pictures" / "fr" / "table.svg")
    Dossier(book, counts).add(with_results(_text(PAGE), counts))
    return bytes(book.output())


def files() -> Iterator[Path]:
    """Yield the sources, in one order: hardly a hidden file, and nothing that was built of them."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        left_out = {part for part in parts if part.startswith(".") or part in LEFT_OUT} - HIDDEN
        if path.is_file() and not left_out:
            yield path


def signed(built: Path) -> list[Path]:
    """Return the files that were built and signed, then their sums and the signature."""
    if not (built / SIGNATURE).is_file():
        raise SystemExit(
            f"{built / SIGNATURE} is missing. `make dist KEY=...` builds and signs "
            "what the dossier hands over."
        )
    names = [line.split()[1] for line in _text(built / SUMS).splitlines()]
    return [built / name for name in (*sorted(names), SUMS, SIGNATURE)]


def archive(out: Path, made: datetime, pdf: bytes, more: Sequence[Path]) -> None:
    """Write the archive: the book, what else is handed over, and the sources in a folder."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:

        def add(name: str, data: bytes) -> None:
            entry = zipfile.ZipInfo(f"tapis-vert/{name}", made.timetuple()[:6])
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            packed.writestr(entry, data, zipfile.ZIP_DEFLATED)

        add("dossier.pdf", pdf)
        for path in (DOCS / "manual.fr.md", DOCS / "manual.en.md", *more):
            add(path.name, path.read_bytes())
        for path in files():
            add(f"sources/{path.relative_to(ROOT).as_posix()}", path.read_bytes())


def main() -> None:
    """Read the command line and write the archive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", default="", help="the names on the cover, between commas")
    parser.add_argument("--junit", type=Path, required=True, help="the results of the tests")
    parser.add_argument("--built", type=Path, default=Path("dist"), help="where the release lies")
    parser.add_argument("--out", type=Path, default=Path("dist/dossier.zip"))
    asked = parser.parse_args()
    seconds = max(int(os.environ.get("SOURCE_DATE_EPOCH") or EARLIEST), EARLIEST)
    made = datetime.fromtimestamp(seconds, UTC)
    names = [name for name in map(str.strip, asked.names.split(",")) if name]
    more = signed(asked.built)
    archive(asked.out, made, book_of(names, made, results(_text(asked.junit))), more)


if __name__ == "__main__":
    main()
