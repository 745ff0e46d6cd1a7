"""The class diagram of the project, drawn from its sources: names, packages, dependencies.

A class depends on another one if its body names it, in code or in a type. Run as a program it
writes docs/classes.md anew.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "classes.md"
PACKAGES = ("engine", "saves", "programs", "host", "net", "arena", "play", "words", "cli", "tui")

INTRODUCTION = """\
# Classes

Every public class of the project by package, and what it depends on: the classes that its body
names, in code or in a type. Each package has a diagram of its own classes, with an arrow from a
class to each one it depends on, and below it a list of what they need from other packages.
[The architecture](architecture.md) says what the packages are for.

`make diagram` writes this page from the sources, and a test compares them.

## Packages

An arrow: some class of the one depends on a class of the other.

"""


@cache
def sources() -> dict[str, ast.Module]:
    """Return every module of the project by name; each is parsed once."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return {_name(file): ast.parse(file.read_text(encoding="utf-8")) for file in files}


@cache
def classes() -> dict[str, str]:
    """Return the package of each public class."""
    return {
        node.name: module.rpartition(".")[0]
        for module, tree in sources().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


@cache
def dependencies() -> frozenset[tuple[str, str]]:
    """Return which class names which other one."""
    known, found = classes().keys(), set()
    for tree in sources().values():
        here = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        if not any(node.name in known for node in here):
            continue
        visible = known & (_imported(tree) | {node.name for node in here})
        for node in here:
            if node.name in known:
                found |= {(node.name, used) for used in _named(node) & visible - {node.name}}
    return frozenset(found)


def page() -> str:
    """Return the page: for each package its diagram, and what its classes need of others."""
    by_package: dict[str, list[str]] = defaultdict(list)
    for name, package in sorted(classes().items()):
        by_package[package].append(name)
    order = sorted(by_package, key=lambda name: (PACKAGES.index(name.split(".")[0]), name))
    return INTRODUCTION + "\n".join(
        [_overview(), *(_section(name, by_package[name]) for name in order)]
    )


def _overview() -> str:
    """Return the diagram of the packages at the top."""
    pairs = {
        (classes()[one].split(".")[0], classes()[other].split(".")[0])
        for one, other in dependencies()
    }
    arrows = [f"  {one} --> {other}" for one, other in sorted(pairs) if one != other]
    return "\n".join(["```mermaid", "flowchart LR", *arrows, "```", ""])


def _section(package: str, names: list[str]) -> str:
    """Return the part of the page that shows a package with these classes."""
    lines = [f"## {package}", "", "```mermaid", "classDiagram"]
    lines.append(f"  namespace {package.replace('.', '_')} {{")
    lines += [f"    class {name}" for name in names]
    lines.append("  }")
    outside: dict[str, list[str]] = {}
    for name in names:
        used = sorted(other for one, other in dependencies() if one == name)
        lines += [f"  {name} ..> {other}" for other in used if other in names]
        outside[name] = [f"{classes()[other]}.{other}" for other in used if other not in names]
    lines += ["```", ""]
    lines += [f"- `{name}`: {', '.join(sorted(far))}" for name, far in outside.items() if far]
    return "\n".join([*lines, ""] if lines[-1] else lines)


def _name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts)


def _imported(tree: ast.Module) -> set[str]:
    return {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def _named(node: ast.ClassDef) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
