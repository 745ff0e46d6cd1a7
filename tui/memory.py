"""What the program remembers from one start to the next: the last new game, the language."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from saves.files import make_folder, read_file, write_file
from saves.store import home_folder

_NAME = "settings.json"


def recall() -> dict[str, Any]:
    """Return what was remembered; nothing where the file is missing or damaged."""
    try:
        remembered = json.loads(read_file(home_folder() / _NAME))
    except (OSError, ValueError, RecursionError):
        return {}
    return remembered if isinstance(remembered, dict) else {}


def remember(**changes: Any) -> None:
    """Remember these too; where nothing can be written, nothing is lost but comfort."""
    with suppress(OSError):
        make_folder(home_folder())
        document = json.dumps({**recall(), **changes}, ensure_ascii=False, indent=1)
        write_file(home_folder() / _NAME, f"{document}\n".encode())
