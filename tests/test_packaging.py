"""The folders for other ways to install the program name what the project itself does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256

import pytest
from line_programs import ROOT

from engine.version import __version__
from release.one_file import PYTHONS

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


def test_the_package_for_debian_names_the_maintainers_of_the_project():
    (author,) = PROJECT["authors"]
    sign = f"{author['name']} <"
    assert f"\nMaintainer: {sign}" in (DEBIAN / "control").read_text()
    assert f"\n -- {sign}" in (DEBIAN / "changelog").read_text()
    assert f" {author['name']}\n" in (DEBIAN / "copyright").read_text()


def can_build_for_debian() -> bool:
    check = ["dpkg-checkbuilddeps", DEBIAN / "control"]
    return (
        bool(shutil.which(check[0])) and not subprocess.run(check, capture_output=True).returncode
    )


@pytest.mark.slow
@pytest.mark.skipif(not can_build_for_debian(), reason="needs what builds packages for Debian")
def test_two_packages_for_debian_built_in_two_folders_are_equal_to_the_byte(tmp_path):
    built = []
    for dist, mask in ((tmp_path / "1", 0o022), (tmp_path / "a/much/deeper/2", 0o077)):
        before = os.umask(mask)
        try:
            sdist = [sys.executable, "-m", "hatchling", "build", "--target", "sdist"]
            subprocess.run([*sdist, "--directory", dist], cwd=ROOT, check=True)
            make = ["make", "-C", ROOT, "-o", "sdist", "deb", f"DIST={dist}"]
            subprocess.run(make, check=True, timeout=600)
        finally:
            os.umask(before)
        (package,) = dist.glob("*.deb")
        built.append(package.read_bytes())
    assert built[0] == built[1]


def test_each_python_of_the_classifiers_has_its_tests_in_the_workflow_and_a_part_in_one_file():
    line = "Programming Language :: Python :: 3."
    named = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if name.startswith(line)]
    workflow = (ROOT / ".github/workflows/release.yml").read_text()
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r"[\d.]+", matrix) == named
    assert list(PYTHONS) == named


def test_the_flake_needs_what_the_program_needs():
    flake = (ROOT / "flake.nix").read_text()
    (listed,) = re.findall(r" dependencies = \[(.*?)\]", flake, re.DOTALL)
    named = {re.split("[<>=]", dependency)[0] for dependency in PROJECT["dependencies"]}
    assert set(re.findall(r"python\.([\w-]+)", listed)) == named
    for extra in ("online", "door", "cluster"):
        (package,) = PROJECT["optional-dependencies"][extra]
        assert f"{extra} = [ python.{package.partition('>')[0]} ];" in flake


def test_the_formula_is_of_the_file_at_the_address_that_is_named(tmp_path):
    (tmp_path / "tapis.pyz").write_bytes(b"the program")
    make = ["make", "-C", ROOT, "formula", f"DIST={tmp_path}"]
    assert subprocess.run(make, capture_output=True, timeout=60).returncode
    assert not (tmp_path / "tapis-vert.rb").exists()
    subprocess.run([*make, "URL=https://example.org/1"], check=True, capture_output=True)
    formula = (tmp_path / "tapis-vert.rb").read_text()
    assert 'url "https://example.org/1/tapis.pyz"' in formula
    assert f'version "{__version__}"' in formula
    assert f'sha256 "{sha256(b"the program").hexdigest()}"' in formula
    assert not re.search("@[A-Z]", formula)
