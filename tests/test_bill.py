"""The list of what `tapis.pyz` is made of."""

from __future__ import annotations

import json
from hashlib import sha256
from zipfile import ZipFile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from installed import build_wheel

from engine.version import __version__
from release.bill import bill
from release.one_file import one_file

PACKAGES = {
    "new": ("License-Expression: BSD-2-Clause", {"id": "BSD-2-Clause"}),
    "old": ("License: MIT\n  with a long text", {"id": "MIT"}),
    "older": ("Classifier: License :: OSI Approved :: MIT License", {"name": "MIT License"}),
    "silent": ("Summary: says nothing", {"name": "unknown"}),
}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The program in one file with packages that name their licences in all ways."""
    folder = tmp_path_factory.mktemp("parts")
    wheels = [build_wheel(folder)]
    for name, (line, _licence) in PACKAGES.items():
        wheels.append(folder / f"{name}.whl")
        with ZipFile(wheels[-1], "w") as archive:
            metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 3\n{line}\n"
            archive.writestr(f"{name}-3.dist-info/METADATA", metadata)
    return one_file(wheels)


def test_it_has_each_package_with_its_version_and_licence(file):
    found = {part["name"]: part for part in json.loads(bill(file))["components"]}
    assert found.keys() == PACKAGES.keys()
    for name, (_line, licence) in PACKAGES.items():
        assert found[name]["version"] == "3"
        assert found[name]["licenses"] == [{"license": licence}]


def test_it_is_of_the_program_by_its_version_and_the_sum_of_the_file(file):
    ours = json.loads(bill(file))["metadata"]["component"]
    assert (ours["name"], ours["version"]) == ("tapis-vert", __version__)
    assert ours["licenses"] == [{"license": {"id": "MIT"}}]
    assert [one["content"] for one in ours["hashes"]] == [sha256(file).hexdigest()]


def test_it_keeps_to_the_schema_of_its_form(file):
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill(file)) is None
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str('{"bomFormat": "none"}')


def test_the_same_file_gives_the_same_document(file):
    assert bill(file) == bill(file)
