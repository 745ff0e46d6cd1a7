"""The keys of actions: their names, their bindings, chosen keys, and clashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from textual.binding import Binding
from textual.keys import Keys, key_to_character

from play.action import ANY_KEY, Action
from words.glyphs import ASCII, glyphs
from words.translation import _, mark

Chosen: TypeAlias = Mapping[str, tuple[str, ...]]
"""The chosen keys of actions by id."""

OTHER_NAMES: Final = {
    "del": "delete",
    "esc": "escape",
    "pgdn": "pagedown",
    "pgup": "pageup",
    "return": "enter",
    ",": "comma",
    "+": "plus",
}
"""What people call keys, and what Textual does."""

NAMED: Final = frozenset(str(key.value) for key in Keys)
MODIFIERS: Final = frozenset({"alt", "ctrl", "shift"})
PROGRAM_KEYS: Final = frozenset({"ctrl+c", "ctrl+p", "ctrl+q", "ctrl+z"})
"""The keys of the program itself, on every screen."""
TAKEN: Final = frozenset("0123456789") | PROGRAM_KEYS
"""The keys that no action can have: digits are cards."""


class Clash(NamedTuple):
    """A key that was chosen for an action and belongs to another action of the same screen."""

    action: str
    key: str
    other: str


def key_of(name: str) -> str | None:
    """Return Textual's name of a key as people write it, None if there is no such key.

    >>> key_of("?"), key_of("PgUp"), key_of("ctrl+x"), key_of("G"), key_of("7"), key_of("F99")
    ('question_mark', 'pageup', 'ctrl+x', 'G', None, None)
    """
    *modifiers, base = name.rsplit("+", 1) if len(name) > 1 else [name]
    held = modifiers[0].lower().split("+") if modifiers else []
    if len(base) != 1:
        base = OTHER_NAMES.get(base.lower(), base.lower())
        if base not in NAMED:
            return None
    elif not base.isprintable() or base == " " or not set(held) <= MODIFIERS:
        return None
    else:
        base = OTHER_NAMES.get(base) or next(iter(Binding.make_bindings([(base, "")]))).key
    key = "+".join([*held, base])
    return key if set(held) <= MODIFIERS and key not in TAKEN else None


def with_keys(
    actions: Mapping[str, Action], offers: Sequence[str], chosen: Chosen
) -> tuple[Mapping[str, Action], list[Clash]]:
    """Return the actions with the keys chosen for them, and what had to be passed over.

    Two actions that share a key without anybody's choice may share another one too: only one of
    them can be had at a time. Any other key that two actions of a screen would have stays with the
    one that has it already, or for which it was chosen first.

    Args:
        actions: All actions by id.
        offers: The ids of those that a screen offers.
        chosen: The keys chosen, by Textual's names; of other screens' actions too.
    """
    taken = {id_: keys for id_, keys in chosen.items() if id_ in offers}
    clashes: list[Clash] = []
    while clash := _first_clash(actions, offers, taken):
        clashes.append(clash)
        left = tuple(key for key in taken.pop(clash.action) if key != clash.key)
        if left:
            taken[clash.action] = left
    changed = {id_: actions[id_]._replace(keys=keys, sign="") for id_, keys in taken.items()}
    return {**actions, **changed}, clashes


def _first_clash(
    actions: Mapping[str, Action], offers: Sequence[str], taken: Chosen
) -> Clash | None:
    order = list(taken)
    for at, id_ in enumerate(order):
        for other in offers:
            if other == id_ or (other in taken and order.index(other) > at):
                continue
            if set(actions[id_].keys) & set(actions[other].keys):
                continue
            for key in taken[id_]:
                if key in (taken.get(other) or actions[other].keys):
                    return Clash(id_, key, other)
    return None


def read_keys(keys: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return the keys of a settings file by Textual's names, without those that there are not."""
    read = {id_: tuple(filter(None, map(key_of, names))) for id_, names in keys}
    return {id_: names for id_, names in read.items() if names}


_chosen: Chosen = {}


def chosen_keys() -> Chosen:
    """Return the keys that are chosen now."""
    return _chosen


def choose_keys(chosen: Chosen) -> None:
    """Give actions these keys from now on; screens take them when they are shown next."""
    global _chosen  # noqa: PLW0603
    _chosen = chosen


KEY_NAMES: Final = {
    ANY_KEY: mark("any key"),
    "enter": mark("Enter"),
    "space": mark("Space"),
    "backspace": mark("Backspace"),
    "delete": mark("Del"),
    "escape": mark("Esc"),
    "colon": ":",
    "comma": ",",
    "question_mark": "?",
    "slash": "/",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "plus": "+",
    "minus": "-",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": mark("PgUp"),
    "pagedown": mark("PgDn"),
    "home": mark("Home", "key"),
    "end": mark("End", "key"),
    "f1": "F1",
    "f2": "F2",
    "tab": mark("Tab"),
    "shift+tab": mark("Shift+Tab"),
}
_ASCII_SIGNS: Final = {"←→": "<>", "↑↓": "^v", "←↑↓→": "<^v>", "+-": "+-"}
_ASCII_ARROWS: Final = {"←": "<-", "→": "->", "↑": "up", "↓": "down"}


def key_name(key: str) -> str:
    """Return the name printed on a key."""
    known = _(KEY_NAMES[key]) if key in KEY_NAMES else ""
    name = known or key_to_character(key) or _held(key)
    return _ASCII_ARROWS.get(name, name) if glyphs() is ASCII else name


def _held(key: str) -> str:
    """Return a key held with others, as `Ctrl+X`, or one that only has a name, as `F5`."""
    return "+".join(
        part.upper() if len(part) == 1 else part.capitalize() for part in key.split("+")
    )


def shown_key(action: Action) -> str:
    """Return the entry of the key line for an action: its sign, or else its first key."""
    if action.sign:
        return _ASCII_SIGNS[action.sign] if glyphs() is ASCII else action.sign
    return key_name(action.keys[0])


_DIGITS: Final = str.maketrans("&é\"'(-è_çà", "1234567890")


def digits_typed(signs: str) -> str:
    r"""Return the digits on the keys of these signs; all else stays as it is.

    >>> digits_typed("\"ç")
    '39'
    """
    return signs.translate(_DIGITS)
