"""`tapis manual` and `completions`: prints the manual, or the completions for a shell."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cli.parser import Parser
from cli.streams import BadUse, say, write_out
from words.errors import os_text
from words.pages import before_sections, manual, sections, title_of
from words.translation import _, about, language

WIDTH: Final = 80
"""The columns of the widest page."""


def add_manual(parser: Parser) -> None:
    """Say how another language is asked for."""
    parser.describe(_("In the language spoken; tapis --lang fr manual: in French."))


def run_manual(_options: Namespace) -> int:
    """Print the manual. Raises `BadUse`."""
    try:
        page = manual_page(manual())
    except OSError as error:
        raise BadUse(about(error.filename, os_text(error))) from None
    for line in page:
        say(line)
    return 0


def manual_page(markdown: str) -> Iterator[str]:
    """Yield the lines of the manual as plain text, as wide as the terminal at most."""
    from cli.full_screen import page_lines

    try:
        width = min(os.get_terminal_size(1).columns, WIDTH)
    except OSError:
        width = WIDTH

    yield from (title_of(markdown), "", *page_lines(before_sections(markdown), width))
    for section in sections(markdown):
        yield from (section.title, "", *page_lines(section.text, width))


FILES: Final = {"bash": "tapis.bash", "zsh": "_tapis", "fish": "tapis.fish"}
"""The file of each shell, which `make completions` makes from the parser."""

FOLDER: Final = Path(__file__).parents[1] / "shell"
"""The folder of these files, with a folder for each language."""


def add_completions(parser: Parser) -> None:
    """Add the shell."""
    parser.describe(_("tapis manual says where the shell looks for it."))
    parser.add_argument("shell", choices=tuple(FILES), metavar=_("SHELL"), help=", ".join(FILES))


def run_completions(options: Namespace) -> int:
    """Print the file of a shell."""
    write_out((FOLDER / language() / FILES[options.shell]).read_bytes())
    return 0
