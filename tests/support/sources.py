"""The parsed sources of the program: each file is read once, whoever asks."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import ModuleType


@cache
def nodes_of(package: ModuleType) -> list[ast.AST]:
    """Return every node of every module of a package."""
    files = Path(str(package.__file__)).parent.rglob("*.py")
    return [node for file in files for node in ast.walk(ast.parse(file.read_text()))]
