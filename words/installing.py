"""How to install the packages that only a part of the program needs."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path


def to_install(extra: str) -> str:
    """Return the command that installs the program with an extra.

    It is that of the tool by which the program was installed. What came without such a tool, as
    `tapis.pyz` does, cannot be added to: the command installs the program beside it.
    """
    wanted = f"'tapis-vert[{extra}]'"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx install --force {wanted}"
    try:
        installer = distribution("tapis-vert").read_text("INSTALLER")
    except PackageNotFoundError:
        installer = None
    by_pip = installer and installer.strip() in ("pip", "uv")
    return f"pip install {wanted}" if by_pip else f"pipx install {wanted}"
