"""The compiled build: a wheel whose thinking modules are C extensions, made by mypyc.

It is asked for by an environment variable (`make fast`, `make fast-wheel`); every other wheel has
the same modules as plain Python. Nothing compiled ever lies among the sources.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED: Final = "TAPIS_COMPILED"
"""The environment variable that asks for it."""

COMPILED: Final = (
    "engine/bits.py",
    "engine/duel/analysis.py",
    "engine/duel/learned_evaluation.py",
    "engine/duel/listening.py",
    "engine/duel/look_ahead.py",
    "engine/duel/open_evaluation.py",
    "engine/duel/players.py",
    "engine/duel/quick_turns.py",
    "engine/duel/referee.py",
    "engine/duel/results.py",
    "engine/duel/rules.py",
    "engine/hearts/master.py",
    "engine/hearts/playout.py",
    "engine/hearts/rules.py",
    "engine/hearts/worlds.py",
    "engine/zen/board.py",
    "engine/zen/ending.py",
    "engine/zen/evaluation.py",
    "engine/zen/geometry.py",
    "engine/zen/halves.py",
    "engine/zen/search.py",
)
"""The modules that think. Options, states, moves and views are what they are to every build."""


class CompiledBuild(BuildHookInterface[Any]):
    """Puts the extensions into the wheel, beside their sources."""

    def dependencies(self) -> list[str]:
        """Return what compiling needs: the mypyc that the tests know."""
        if not os.environ.get(WANTED):
            return []
        known = Path(self.root, "constraints.txt").read_text(encoding="utf-8")
        (version,) = re.findall("^mypy==(.+)$", known, re.MULTILINE)
        return [f"mypy[mypyc]=={version}"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, if this is a wheel to install and no link to the sources."""
        if version == "standard" and os.environ.get(WANTED):
            self._folder = TemporaryDirectory(prefix="tapis-")
            build_data["pure_python"], build_data["infer_tag"] = False, True
            build_data["force_include"] |= compiled_in(Path(self._folder.name))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was in the way of compiling."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()


def compiled_in(folder: Path) -> dict[str, str]:
    """Compile the modules in a folder; return the place in the wheel of each extension."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        ["--cache-dir", str(folder / "cache"), *COMPILED],
        group_name="tapis",  # one library, within which calls are direct
        target_dir=str(folder / "c"),
    )
    command = build_ext(Distribution({"name": "tapis-vert", "ext_modules": extensions}))
    library = folder / "library"
    command.build_lib, command.build_temp = str(library), str(folder / "objects")
    command.ensure_finalized()
    command.run()
    return {
        str(extension): f"tapis_vert/{extension.relative_to(library)}"
        for extension in library.rglob("*")
        if extension.is_file()
    }
