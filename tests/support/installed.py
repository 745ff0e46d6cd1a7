"""The wheel, laid out where other packages have the names of ours."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

from diagram import PACKAGES, ROOT
from hatchling.builders.wheel import WheelBuilder


def build_wheel(folder: Path, sources: Path = ROOT) -> Path:
    """Build the wheel into a folder, and return it."""
    (wheel,) = WheelBuilder(str(sources)).build(directory=str(folder), versions=["standard"])
    return Path(wheel)


def put_others(site: Path) -> None:
    """Put packages of the names of ours into a folder; none can be imported."""
    for name in PACKAGES:
        other = site / name
        other.mkdir()
        (other / "__init__.py").write_text(f"raise ImportError('another {name}')\n")


def lay_out(wheel: Path, site: Path) -> None:
    """Lay a wheel out in a folder, without the files that belong elsewhere."""
    with ZipFile(wheel) as archive:
        archive.extractall(site)
