"""The folders for other ways to install the program name what the project itself does."""

from __future__ import annotations

import re
import tomllib

from line_programs import ROOT

from engine.version import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DEBIAN = ROOT / "packaging/debian"


def debian_depends(dependency: str) -> set[str]:
    """Return what Debian calls a dependency, an entry for each bound."""
    name, bounds = re.fullmatch(r"([\w-]+)(\S+)", dependency).groups()
    package = f"python3-{name.removesuffix('-py')}"
    signs = {"<": "<<"}
    return {
        f"{package} ({signs.get(sign, sign)} {version})"
        for sign, version in re.findall(r"([<>=]+)([\d.]+)", bounds)
    }


def test_the_package_for_debian_needs_what_the_program_needs():
    needed = set().union(*map(debian_depends, PROJECT["dependencies"]))
    control = (DEBIAN / "control").read_text()
    depends = control.partition("\nDepends:\n")[2].partition("\nRecommends")[0]
    assert {line.strip(" ,") for line in depends.splitlines() if "python3-" in line} == needed


def test_the_package_for_debian_has_the_version_of_the_program():
    assert (DEBIAN / "changelog").read_text().startswith(f"tapis-vert ({__version__}-1) ")
