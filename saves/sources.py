"""The sum of the sources that make results: where it is the same, the results are the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

_HOME: Final = Path(__file__).parents[1]
_KINDS: Final = (".py", ".bin")
"""The endings of modules, and of the weights that they have learned."""


@cache
def sum_of(*places: str, home: Path = _HOME) -> str:
    """Return the sum of some modules of the program and of all that lies in some folders of it."""
    from hashlib import sha256  # takes long to load, and a game in play has no analysis

    total = sha256()
    for place in places:
        for file in sorted([home / place, *(home / place).rglob("*")]):
            if file.suffix in _KINDS:
                data, name = file.read_bytes(), file.relative_to(home).as_posix()
                total.update(f"{name} {len(data)}\n".encode() + data)
    return total.hexdigest()
