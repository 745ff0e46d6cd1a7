"""The class diagrams of the project, drawn from its sources: a page for each package.

A class depends on another one if its body names it, in code or in a type. A name is resolved as
Python does it: by the imports and the classes of its module. Run as a program it writes the pages
of docs/classes anew.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sources import trees_of

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "classes"
PACKAGES = (
    "engine",
    "saves",
    "programs",
    "host",
    "net",
    "door",
    "arena",
    "play",
    "words",
    "cli",
    "tui",
)

INTRODUCTION = """\
# Classes

Every public class of the project, a page for each package: what each class is, and what it needs.
A class needs another one if its body names it, in code or in a type.
[The architecture](../architecture.md) says what the packages are for.

`make diagram` writes these pages from the sources, and a test compares them.

"""
PACKAGE_ARROWS = "An arrow: some class of the one package depends on a class of the other.\n\n"
CLASS_ARROWS = "An arrow leads from a class to one that it depends on.\n\n"


class Class(NamedTuple):
    """A class: the module in which it stands, and its name there."""

    module: str
    name: str

    @property
    def package(self) -> str:
        """The folder of its module, with dots."""
        return self.module.rpartition(".")[0]


@cache
def sources() -> dict[str, ast.Module]:
    """Return every module of the project by name; each is parsed once."""
    trees = [trees_of(ROOT / package).items() for package in PACKAGES]
    return {_name(file): tree for found in trees for file, tree in found}


@cache
def classes() -> dict[Class, str]:
    """Return the first sentence of each public class's docstring."""
    return _classes_of(sources())


@cache
def dependencies() -> frozenset[tuple[Class, Class]]:
    """Return which class depends on which other one."""
    return frozenset(arrows(sources()))


def arrows(trees: Mapping[str, ast.Module]) -> set[tuple[Class, Class]]:
    """Return which class of some modules, by name, depends on which other one of them."""
    known, found = _classes_of(trees), set()
    for module, tree in trees.items():
        names = _names(module, tree)
        for node in tree.body:
            one = Class(module, getattr(node, "name", ""))
            if isinstance(node, ast.ClassDef) and one in known:
                used = known.keys() & set(_used(node, names))
                found |= {(one, other) for other in used - {one}}
    return found


def _classes_of(trees: Mapping[str, ast.Module]) -> dict[Class, str]:
    return {
        Class(module, node.name): (ast.get_docstring(node) or "").split("\n\n")[0]
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


def pages() -> dict[str, str]:
    """Return the pages by file name."""
    by_package: dict[str, list[Class]] = defaultdict(list)
    for one in sorted(classes()):
        by_package[one.package].append(one)
    order = sorted(by_package, key=lambda name: (PACKAGES.index(name.split(".")[0]), name))
    listed = [f"- [`{name}`]({name}.md): {_count(by_package[name])}\n" for name in order]
    first = INTRODUCTION + "".join([*listed, "\n", PACKAGE_ARROWS, _overview()])
    return {"README.md": first, **{f"{name}.md": _page(name, by_package[name]) for name in order}}


def _overview() -> str:
    """Return the diagram of the packages at the top."""
    pairs = {
        (one.module.split(".")[0], other.module.split(".")[0]) for one, other in dependencies()
    }
    drawn = [f"  {one} --> {other}" for one, other in sorted(pairs) if one != other]
    return "\n".join(["```mermaid", "flowchart LR", *drawn, "```", ""])


def _page(package: str, here: list[Class]) -> str:
    """Return the page of a package with these classes."""
    lines = [f"# {package}", "", "[All packages](README.md)", ""]
    by_module: dict[str, list[Class]] = defaultdict(list)
    for one in here:
        by_module[one.module].append(one)
    for module, those in by_module.items():
        lines += [f"`{module}`", ""]
        lines += [f"- **{one.name}**: {_sentence(one)}{_elsewhere(one)}" for one in those] + [""]
    drawn = [
        f"  {one.name} --> {other.name}"
        for one, other in sorted(dependencies())
        if one.package == other.package == package
    ]
    if drawn:
        lines += [CLASS_ARROWS.strip(), "", "```mermaid", "flowchart LR", *drawn, "```", ""]
    return "\n".join(lines)


def _sentence(one: Class) -> str:
    return " ".join(classes()[one].split())


def _elsewhere(one: Class) -> str:
    """Return what a class needs of other packages."""
    far = sorted(other for mine, other in dependencies() if mine == one)
    far = [f"`{other.package}.{other.name}`" for other in far if other.package != one.package]
    return f" Needs {', '.join(far)}." if far else ""


def _count(here: list[Class]) -> str:
    return f"{len(here)} class" + ("es" if len(here) > 1 else "")


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _names(module: str, tree: ast.Module) -> dict[str, str]:
    """Return what the names of a module stand for: with dots, a module or something in one."""
    found = {
        node.name: f"{module}.{node.name}" for node in tree.body if isinstance(node, ast.ClassDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {one.asname: one.name for one in node.names if one.asname}
    return found


def _used(node: ast.ClassDef, names: dict[str, str]) -> Iterator[Class]:
    """Yield all that the body of a class names, as if each were a class."""
    for inner in ast.walk(node):
        path = ""
        if isinstance(inner, ast.Name):
            path = names.get(inner.id, "")
        elif isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
            path = f"{names.get(inner.value.id, '')}.{inner.attr}"
        module, _dot, name = path.rpartition(".")
        yield Class(module, name)


def write() -> None:
    """Write all pages anew, and remove those of packages that are gone."""
    PAGES.mkdir(exist_ok=True)
    texts = pages()
    for file in PAGES.glob("*.md"):
        if file.name not in texts:
            file.unlink()
    for name, text in texts.items():
        (PAGES / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
