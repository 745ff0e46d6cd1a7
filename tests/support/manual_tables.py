"""The tables of the manual, made of what the program has: keys, words, signs, options, commands.

A page says where: between `<!-- keys: duel -->` and `<!-- end -->`. Run as a program it writes the
tables of both pages anew: `make manual`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from cli.command import COMMANDS
from engine.description import Option
from engine.games import GAMES, describe
from play.action import Action, Topic, words_of
from play.actions import COMMON, WORDS
from play.games.actions import OWN
from saves.settings import SETTINGS
from tui.games.catalogue import scene_of
from tui.keymap import key_name
from words.glyphs import ASCII, UNICODE
from words.translation import LANGUAGES, _, ended, language, set_language

FOLDER = Path(__file__).parents[2] / "docs"
MADE = re.compile(r"<!-- (\w+): (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)
"""The kind of a table, what it is of, and the table."""

HEADS = {
    "keys": {"en": "Key | What it does", "fr": "Touche | Ce qu'elle fait"},
    "words": {"en": "Word | What it does", "fr": "Mot | Ce qu'il fait"},
    "signs": {
        "en": "Sign | In plain ASCII | What it means",
        "fr": "Signe | En ASCII | Ce qu'il veut dire",
    },
    "options": {
        "en": "Option | On the command line | Values",
        "fr": "Option | En ligne de commande | Valeurs",
    },
    "levels": {"en": "Level | How it plays", "fr": "Niveau | Comment il joue"},
    "settings": {
        "en": "Setting | In the file | Values, the default first | What it does",
        "fr": "Réglage | Dans le fichier | Valeurs, celle par défaut d'abord | Ce qu'il fait",
    },
    "commands": {"en": "Command | What it does", "fr": "Commande | Ce qu'elle fait"},
}
"""The first line of each kind of table."""

Row = tuple[str, ...]
BAR = "\\|"
"""A bar within a cell."""


def keys(of: str) -> Iterator[Row]:
    """Yield the keys of a game alone, or those of a topic that all screens share."""
    actions: Iterable[Action] = (
        [action for id_, action in OWN[of].items() if action != COMMON.get(id_)]
        if of in GAMES
        else [action for action in COMMON.values() if action.topic is Topic[of.upper()]]
    )
    keys_of: dict[str, dict[str, None]] = {}
    for action in filter(lambda action: action.keys, actions):
        keys_of.setdefault(_(action.help), {}).update(dict.fromkeys(action.keys))
    for what, keys_there in keys_of.items():
        yield ", ".join(map(_key, keys_there)), what


def words(of: str) -> Iterator[Row]:
    """Yield the words of a game alone in the line mode, or those of a subject, or of all games."""
    for word in words_of(OWN[of].values()) if of in GAMES else WORDS:
        if of not in GAMES and word.topic is not Topic[of.upper()]:
            continue
        typed = f"{word.spelled} {_(word.takes)}" if word.takes else word.spelled
        typed = ", ".join(_quoted(one) for one in (typed, word.letter) if one)
        more = _(word.more) if word.more else ""
        yield typed, " ".join(filter(None, (_sentence(_(word.help)), more)))


def signs(of: str) -> Iterator[Row]:
    """Yield the signs of a game's table, and what stands for them in plain ASCII.

    ASCII alone may have more of them at the beginning.
    """
    rich, plain = (scene_of(of, glyphs).legend() for glyphs in (UNICODE, ASCII))
    more = len(plain) - len(rich)
    for at, (sign, meaning) in enumerate(plain):
        shown, told = rich[at - more] if at >= more else ("", meaning)
        yield _quoted(shown) if shown else "", _quoted(sign), _sentence(told)


def options(of: str) -> Iterator[Row]:
    """Yield what a new game asks, and how the command line calls it."""
    description = describe(of)
    first = description.first
    has_first = first is None or first.name in {option.name for option in description.options}
    for option in (*description.options, *(() if has_first else (first,))):
        yield _(option.words), _quoted(f"--{option.name}"), _values(option)


def _values(option: Option) -> str:
    if isinstance(option.values, range):
        words = {"en": "{} to {}; default {}", "fr": "de {} à {}\xa0; par défaut {}"}[language()]
        return words.format(option.values[0], option.values[-1], option.usual)
    told = []
    for value, what in option.values.items():
        typed = str(value) if not isinstance(value, bool) else "on" if value else "off"
        meaning = re.sub(rf"^{value}\s*:\s*|^{value}$", "", _(what))
        told.append(_quoted(typed) if meaning in ("", typed) else f"{_quoted(typed)} {meaning}")
    return " / ".join(told)


def levels(of: str) -> Iterator[Row]:
    """Yield the computer players of a game, the weakest first."""
    for level, how in describe(of).levels.items():
        yield _quoted(level), _sentence(_(how))


def settings(_of: str) -> Iterator[Row]:
    """Yield the settings with their values in the file, the usual one first."""
    for setting in SETTINGS:
        values = ", ".join(_quoted(_toml(value)) for value in setting.values)
        yield _(setting.words), _quoted(setting.name), values, _(setting.help)


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def commands(_of: str) -> Iterator[Row]:
    """Yield the commands of `tapis`."""
    for command, (_module, what) in COMMANDS.items():
        yield _quoted(f"tapis {command}"), _sentence(_(what))


TABLES: dict[str, Callable[[str], Iterator[Row]]] = {
    made.__name__: made for made in (keys, words, signs, options, levels, settings, commands)
}


def _quoted(words: str) -> str:
    return f"`{words}`"


def _key(key: str) -> str:
    """Return what is printed on a key, a sign as code."""
    name = key_name(key)
    return name if len(name) > 1 else _quoted(name)


def _sentence(words: str) -> str:
    return ended(words[:1].upper() + words[1:])


def table(kind: str, of: str) -> str:
    """Return a table in the language spoken, as Markdown; nothing where it has no rows."""
    rows = [*TABLES[kind](of)]
    if not rows:
        return ""
    head = tuple(HEADS[kind][language()].split(" | "))
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', BAR) for cell in row)} |\n" for row in lines)


def page(code: str) -> str:
    """Return the manual in a language with its tables made anew."""
    set_language(code)
    text = path(code).read_text(encoding="utf-8")

    def made(found: re.Match[str]) -> str:
        kind, of, _before = found.groups()
        return f"<!-- {kind}: {of} -->\n{table(kind, of)}<!-- end -->"

    return MADE.sub(made, text)


def path(code: str) -> Path:
    """Return where the manual in a language is."""
    return FOLDER / f"manual.{code}.md"


if __name__ == "__main__":
    for language_code in LANGUAGES:
        path(language_code).write_text(page(language_code), encoding="utf-8")
