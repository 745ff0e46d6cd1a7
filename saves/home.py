"""The folders of the program, and small things it remembers there from one start to the next."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from saves.files import make_folder, read_file, write_file

_NAME: Final = "tapis-vert"


def home_folder() -> Path:
    """Return the folder of the games and of the memory file: `TAPIS_HOME`, or the user's data."""
    if home := os.environ.get("TAPIS_HOME"):
        return Path(home)
    import platformdirs  # takes a while, and a game that is not kept does without

    return platformdirs.user_data_path(_NAME, appauthor=False)


def tables_folder() -> Path:
    """Return the folder of this user's shared tables, and of their seats at others' tables."""
    return home_folder() / "tables"


def servers_folder() -> Path:
    """Return the folder of this user's servers, each with the journals of its tables."""
    return home_folder() / "servers"


def settings_folder() -> Path:
    """Return the folder of the settings."""
    if home := os.environ.get("TAPIS_HOME"):
        return Path(home)
    import platformdirs

    return platformdirs.user_config_path(_NAME, appauthor=False)


def pictures_folder() -> Path:
    """Return the folder of the pictures of games, beside that of the games."""
    return home_folder() / "pictures"


MEMORY: Final = "memory.json"
OLD_MEMORY: Final = "settings.json"
"""The memory file of older versions; it also had the language, which is a setting now."""
LANGUAGE: Final = "language"
TRUE_COLOUR: Final = "true_colour"
"""Which terminals, by `TERM`, told that they show 24 bits of colour, and which that they do not."""

_writes: Final = Lock()


def recall() -> dict[str, Any]:
    """Return the remembered values; nothing where the file is missing or damaged."""
    for name in (MEMORY, OLD_MEMORY):
        remembered = _read(home_folder() / name)
        if remembered is not None:
            return {key: value for key, value in remembered.items() if key != LANGUAGE}
    return {}


def remember(**changes: Any) -> None:
    """Remember these too, in any thread; an error is ignored, for only comfort is lost."""
    with _writes, suppress(OSError):
        _write({**recall(), **changes})


def is_first_start() -> bool:
    """Whether nothing that a person did is remembered: no new game, no first game."""
    return not recall().keys() - {TRUE_COLOUR}


def true_colour_of(term: str) -> bool | None:
    """Return whether a terminal of this `TERM` told that it shows 24 bits; None if none did."""
    told = _told().get(term)
    return told if isinstance(told, bool) else None


def remember_true_colour(term: str, is_true: bool) -> None:
    """Remember what a terminal of this `TERM` told."""
    if true_colour_of(term) is not is_true:
        remember(**{TRUE_COLOUR: {**_told(), term: is_true}})


def _told() -> dict[str, Any]:
    told = recall().get(TRUE_COLOUR)
    return told if isinstance(told, dict) else {}


def language_before() -> str | None:
    """Return the language that was chosen before there were settings; None if none was."""
    before = (_read(home_folder() / OLD_MEMORY) or {}).get(LANGUAGE)
    return before if before in ("fr", "en") else None


def has_old() -> bool:
    """Whether there is a file of the time before there were settings."""
    return _read(home_folder() / OLD_MEMORY) is not None


def forget_old() -> None:
    """Remove the file of older versions, and keep its other values. Raises `OSError`."""
    if not (home_folder() / MEMORY).exists():
        _write(recall())
    (home_folder() / OLD_MEMORY).unlink(missing_ok=True)


def _read(path: Path) -> dict[str, Any] | None:
    try:
        remembered = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return None
    return remembered if isinstance(remembered, dict) else None


def _write(remembered: dict[str, Any]) -> None:
    make_folder(home_folder())
    document = json.dumps(remembered, ensure_ascii=False, indent=1)
    write_file(home_folder() / MEMORY, f"{document}\n".encode())
