"""`tapis completions`: what a shell reads to complete commands and options."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from cli.parser import Parser
from cli.streams import write_out
from words.translation import _, language

FILES: Final = {"bash": "tapis.bash", "zsh": "_tapis", "fish": "tapis.fish"}
"""The file of each shell. `make completions` makes them of the parser."""

FOLDER: Final = Path(__file__).parents[1] / "shell"
"""Where they are, in a folder for each language."""


def add(parser: Parser) -> None:
    """Add the shell."""
    parser.describe(_("tapis manual says where the shell looks for it."))
    parser.add_argument("shell", choices=tuple(FILES), metavar=_("SHELL"), help=", ".join(FILES))


def run(options: Namespace) -> int:
    """Print the file of a shell."""
    write_out((FOLDER / language() / FILES[options.shell]).read_bytes())
    return 0
