"""Makes `tapis.pyz`, the program with all it needs in one file: `one_file.py WHEEL FILE`.

The file is a short start (`one_file_main.py`) and the program as a zip. The same sources and
`constraints.txt` give the same bytes.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

ROOT: Final = Path(__file__).parents[1]
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS: Final = (
    ("manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    ("manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    ("macosx_11_0_arm64",),
)
"""What the compiled parts are made for; each has the names under which wheels may be found."""
START: Final = "#!/usr/bin/env python3\n"
MOMENT: Final = datetime(2020, 2, 2, tzinfo=UTC)
"""The date of every file, that of the wheel."""


def download(wheel: Path, folder: Path) -> list[Path]:
    """Download what the program needs, of compiled packages a wheel for each Python there is."""
    targets = [(python, names) for names in PLATFORMS for python in PYTHONS]
    pip(folder, *targets[0], wheel)
    for found in [*folder.iterdir()]:
        if not found.name.endswith("-none-any.whl"):
            name, version, *_ = found.name.split("-")
            for target in targets[1:]:
                pip(folder, *target, "--no-deps", f"{name}=={version}")
    return sorted(folder.iterdir())


def pip(folder: Path, python: str, platforms: tuple[str, ...], *asked: str | Path) -> None:
    """Let pip download wheels for a Python on a platform."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    command += [word for name in platforms for word in ("--platform", name)]
    command += ["--constraint", str(ROOT / "constraints.txt"), "--dest", str(folder)]
    subprocess.run([*command, *map(str, asked)], check=True)


def contents(wheels: list[Path]) -> dict[str, bytes]:
    """Return the files of all wheels by their names; what goes elsewhere is left out."""
    files: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            for name in archive.namelist():
                if ".data/" not in name and not name.endswith("/"):
                    files.setdefault(name, archive.read(name))
    return files


def zipped(files: dict[str, bytes], method: int) -> bytes:
    """Return a zip of files that depends on nothing else."""
    into = BytesIO()
    with ZipFile(into, "w") as archive:
        for name in sorted(files):
            entry = ZipInfo(name, MOMENT.timetuple()[:6])
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            archive.writestr(entry, files[name], method, 9)
    return into.getvalue()


def one_file(wheels: list[Path]) -> bytes:
    """Return the program in one file."""
    files = contents(wheels)
    program = zipped(files, ZIP_DEFLATED)
    suffixes = sorted({f".{name.partition('.')[2]}" for name in files if name.endswith(".so")})
    start = Path(__file__).with_name("one_file_main.py").read_text(encoding="utf-8")
    for blank, value in (
        ('CONTENTS = ""', f'CONTENTS = "{sha256(program).hexdigest()[:20]}"'),
        ('frozenset([""])', f"frozenset({suffixes!r})"),
    ):
        assert start.count(blank) == 1
        start = start.replace(blank, value)
    parts = {"__main__.py": start.encode(), "program.zip": program}
    return START.encode() + zipped(parts, ZIP_STORED)


def main() -> None:
    """Make the file."""
    wheel, file = map(Path, sys.argv[1:])
    with TemporaryDirectory(prefix="tapis-") as folder:
        wheels = download(wheel.absolute(), Path(folder))
        file.write_bytes(one_file(wheels))
    file.chmod(0o755)


if __name__ == "__main__":
    main()
