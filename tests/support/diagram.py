"""The class diagram of the project, drawn from its sources: names, packages, dependencies.

A class depends on another one if its body names it, in code or in a type. Run as a program it
draws the diagram in docs/architecture.md anew.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("engine", "saves", "net", "arena", "play", "tui")
BLOCK = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)


def sources() -> dict[str, ast.Module]:
    """Return every module of the project by name."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return {_name(file): ast.parse(file.read_text()) for file in files}


def classes() -> dict[str, str]:
    """Return the package of each public class."""
    return {
        node.name: module.rpartition(".")[0]
        for module, tree in sources().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }


def dependencies() -> set[tuple[str, str]]:
    """Return which class names which other one."""
    known, found = classes(), set()
    for tree in sources().values():
        visible = _imported(tree) | {
            node.name for node in tree.body if isinstance(node, ast.ClassDef)
        }
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name in known:
                found |= {(node.name, used) for used in _named(node) & visible & known.keys()}
    return {(one, other) for one, other in found if one != other}


def diagram() -> str:
    """Return the diagram as a Mermaid block."""
    lines = ["```mermaid", "classDiagram"]
    by_package = classes()
    for package in sorted(set(by_package.values())):
        lines.append(f"  namespace {package.replace('.', '_')} {{")
        lines += [f"    class {name}" for name in sorted(by_package) if by_package[name] == package]
        lines.append("  }")
    lines += [f"  {one} ..> {other}" for one, other in sorted(dependencies())]
    return "\n".join([*lines, "```", ""])


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
    PAGE.write_text(BLOCK.sub(lambda _: diagram(), PAGE.read_text()))
