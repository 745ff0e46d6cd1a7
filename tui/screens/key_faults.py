"""What is wrong with the keys that are set: no such action, no such key, a key given twice."""

from __future__ import annotations

from collections.abc import Iterator

from engine.reasons import Sentence
from saves.reasons import plain_sentence
from saves.settings import KEYS
from saves.settings_file import Found
from tui.keymap import Chosen, Clash, key_name, key_of, read_keys, with_keys
from tui.screens.every import every_action, every_screen
from words.translation import _


def key_faults(found: Found) -> Iterator[Sentence]:
    """Yield what is wrong with the keys that were found, with their lines."""
    actions = every_action()
    for id_, names in found.settings.keys:
        faults = []
        if id_ not in actions:
            faults.append(_("there is no action {name}").format(name=repr(id_)))
        faults += [
            _("{key} cannot be the key of an action").format(key=repr(name))
            for name in names
            if key_of(name) is None
        ]
        for fault in faults:
            yield found.fault_at(plain_sentence(fault), id_, KEYS)
    for clash in clashes_of(read_keys(found.settings.keys)):
        yield found.fault_at(plain_sentence(clash_words(clash)), clash.action, KEYS)


def clashes_of(chosen: Chosen) -> list[Clash]:
    """Return which chosen keys are another action's on some screen, each one once.

    The screens of the games come first: what a key does there is what people know it for.
    """
    clashes: dict[tuple[str, str], Clash] = {}
    for offered in reversed(list(every_screen())):
        for clash in with_keys(offered.actions, offered.offers, chosen)[1]:
            clashes.setdefault((clash.action, clash.key), clash)
    return list(clashes.values())


def clash_words(clash: Clash) -> str:
    """Return why a key was passed over."""
    other = _(every_action()[clash.other].help)
    return _("{key} has another use: {other}").format(key=key_name(clash.key), other=other)
