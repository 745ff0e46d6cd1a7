"""The folders of the program: `TAPIS_HOME`, or its places among the user's data and settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_NAME: Final = "tapis-vert"


def home_folder() -> Path:
    """Return the folder of the games and of the memory file."""
    if home := os.environ.get("TAPIS_HOME"):
        return Path(home)
    import platformdirs  # takes a while, and a game that is not kept does without

    return platformdirs.user_data_path(_NAME, appauthor=False)


def tables_folder() -> Path:
    """Return the folder of this user's shared tables, and of their seats at others' tables."""
    return home_folder() / "tables"


def settings_folder() -> Path:
    """Return the folder of the settings."""
    if home := os.environ.get("TAPIS_HOME"):
        return Path(home)
    import platformdirs

    return platformdirs.user_config_path(_NAME, appauthor=False)


def pictures_folder() -> Path:
    """Return the folder of the pictures of games, beside that of the games."""
    return home_folder() / "pictures"
