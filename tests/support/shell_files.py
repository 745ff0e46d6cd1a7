"""The man page and the completions of `tapis`, made of its parser by two libraries.

Run as a program it writes them anew into cli/shell: `make completions`.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, HelpFormatter, _HelpAction, _SubParsersAction
from copy import copy
from functools import partial

import shtab
from argparse_manpage.manpage import Manpage

from cli import arguments
from cli.command import make_parser
from cli.commands.pages import FILES, FOLDER
from cli.parser import Parser
from engine.games import describe
from engine.version import __version__
from words.translation import LANGUAGES, _, set_language

PAGE = "tapis.1"
ARE_FILES = {arguments.a_path, arguments.a_game, arguments.a_game_or_line}
"""What reads the arguments that shells complete by the names of files."""

NAMES = {"en": "a card table in the terminal", "fr": "un tapis de jeu dans le terminal"}
HEADINGS = {
    "en": {".SH COMMENTS": ".SH NOTES"},
    "fr": {
        ".SH NAME": ".SH NOM",
        ".SH COMMENTS": ".SH NOTES",
        ".SH OPTIONS\xa0": ".SH OPTIONS",
        ".SH COMMANDES\xa0": ".SH COMMANDES",
        "arguments\xa0": "arguments\xa0:",
        "options\xa0": "options\xa0:",
    },
}
"""Headings that the library of the man page only has in English, or with a blank at the end."""
USAGE = re.compile(r"^usage\b.*(?:\n {4,}.*)*", re.MULTILINE)
"""How a command is used: lines that are not to be filled."""


def files(code: str) -> dict[str, str]:
    """Return the content of every file in a language, by name."""
    set_language(code)
    try:
        whole = plain(make_parser(), names_usual=True)
        made = {name: shtab.complete(whole, shell) for shell, name in FILES.items()}
        return made | {PAGE: man_page(plain(make_parser(), names_usual=False), code)}
    finally:
        set_language("en")


def man_page(parser: ArgumentParser, code: str) -> str:
    """Return the man page without a date: it changes with the parser alone."""
    facts = {"project_name": "tapis", "version": __version__, "manual_title": "Tapis Vert"}
    facts |= {"description": NAMES[code], "date": "-"}
    page = str(Manpage(parser, facts, format="single-commands-section"))
    for theirs, ours in HEADINGS[code].items():
        page = page.replace(f"\n{theirs}\n", f"\n{ours}\n")
    page = USAGE.sub(r".nf\n\g<0>\n.fi", page)
    return page.replace('"1" "\\-"', '"1" ""', 1)


def plain(parser: Parser, *, names_usual: bool) -> ArgumentParser:
    """Return a parser in which all is filled and a command has the options of its usual game.

    The game that need not be named has a parser of its own with `names_usual`.
    """
    made = ArgumentParser(parser.prog, add_help=False, formatter_class=_WIDE)
    _copy(parser, made, names_usual)
    return made


_WIDE = partial(HelpFormatter, width=78)


def _copy(parser: Parser, made: ArgumentParser, names_usual: bool) -> None:
    parser.fill()
    made.description, made.epilog = parser.description, parser.epilog
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            _copy_games(parser, action, made, names_usual)
        elif not isinstance(action, _HelpAction) or "-h" not in made._option_string_actions:
            copied = copy(action)
            copied.choices = action.choices and [*map(str, action.choices)]
            if action.type in ARE_FILES:
                copied.complete = shtab.FILE
            made._add_action(copied)


def _copy_games(
    parser: Parser, action: _SubParsersAction, made: ArgumentParser, names_usual: bool
) -> None:
    """Add the sub-parsers of a parser; what the usual one has goes to the parser itself."""
    if parser.usual in action.choices:
        _copy(action.choices[parser.usual], made, names_usual)
    helps = {choice.dest: choice.help for choice in action._choices_actions}
    under = made.add_subparsers(  # with a title they come after the options
        title=action.container.title, metavar=action.metavar, dest=action.dest, prog=made.prog
    )
    for name, child in action.choices.items():
        if name and (names_usual or name != parser.usual):
            words = helps.get(name) or _(describe(name).title)
            copied = under.add_parser(name, help=words, add_help=False, formatter_class=_WIDE)
            _copy(child, copied, names_usual)


if __name__ == "__main__":
    for code in LANGUAGES:
        for name, content in files(code).items():
            path = FOLDER / code / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
