"""Lists what `tapis.pyz` is made of, as a CycloneDX document: `bill.py FILE DOCUMENT`.

It reads the file itself: each package in it, with its version and its licence. The same file gives
the same document.
"""

from __future__ import annotations

import sys
from email import message_from_bytes
from email.message import Message
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_OID, uuid5
from zipfile import ZipFile

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from release.one_file import MOMENT

PROGRAM: Final = "tapis-vert"


def bill(file: bytes) -> str:
    """Return the document of a `tapis.pyz`."""
    with ZipFile(BytesIO(file)) as whole:
        program = BytesIO(whole.read("program.zip"))
    with ZipFile(program) as packed:
        packages = [
            package_of(message_from_bytes(packed.read(name)))
            for name in packed.namelist()
            if name.endswith(".dist-info/METADATA")
        ]
    (ours,) = (package for package in packages if package.name == PROGRAM)
    ours.type = ComponentType.APPLICATION
    ours.hashes = [HashType(alg=HashAlgorithm.SHA_256, content=sha256(file).hexdigest())]
    needed = [package for package in packages if package is not ours]
    document = Bom(components=needed, serial_number=uuid5(NAMESPACE_OID, sha256(file).hexdigest()))
    document.metadata.component = ours
    document.metadata.timestamp = MOMENT
    document.register_dependency(ours, needed)
    return JsonV1Dot6(document).output_as_string(indent=2) + "\n"


def package_of(facts: Message) -> Component:
    """Return a package as its metadata say what it is."""
    name, version = facts["Name"], facts["Version"]
    link = PackageURL("pypi", name=name, version=version)
    licence = LicenseFactory().make_from_string(licence_of(facts))
    return Component(
        name=name, version=version, licenses=[licence], purl=link, bom_ref=link.to_string()
    )


def licence_of(facts: Message) -> str:
    """Return the licence that the metadata name; older ones name it as one of the classifiers."""
    classified = [line for line in facts.get_all("Classifier", []) if line.startswith("License ::")]
    said = [facts["License-Expression"], facts["License"], *classified]
    return next(filter(None, said), "unknown").splitlines()[0].rpartition(" :: ")[2]


def main() -> None:
    """Write the document."""
    file, document = map(Path, sys.argv[1:])
    document.write_text(bill(file.read_bytes()), encoding="utf-8")


if __name__ == "__main__":
    main()
