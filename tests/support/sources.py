"""The parsed sources of the program: each file is read once, whoever asks."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path
from types import ModuleType


@cache
def tree_of(file: Path) -> ast.Module:
    """Return a parsed file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def trees_of(folder: Path) -> dict[Path, ast.Module]:
    """Return every parsed file of a folder, in their order.

    Nothing of so many nodes is garbage, so the collector looks at none of them, now or later.
    """
    gc.disable()
    try:
        return {file: tree_of(file) for file in sorted(folder.rglob("*.py"))}
    finally:
        gc.freeze()
        gc.enable()


@cache
def nodes_of(package: ModuleType) -> list[ast.AST]:
    """Return every node of every module of a package."""
    trees = trees_of(Path(str(package.__file__)).parent)
    return [node for tree in trees.values() for node in ast.walk(tree)]
