"""The keys that a person chooses: their screen, and their faults."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import ClassVar, NamedTuple

from textual import events

from engine.games import GAMES
from engine.reasons import Sentence
from play.action import Action, Untold
from play.actions import COMMON, by_topic
from play.rows import Choice
from saves.reasons import plain_sentence
from saves.settings import KEYS, Settings
from saves.settings_file import Found
from tui import screens
from tui.games.catalogue import SCENES
from tui.keymap import Chosen, Clash, key_name, key_of, read_keys, with_keys
from tui.screens.base import TapisScreen
from tui.screens.listed import ListScreen
from tui.widgets.choices import Choices
from tui.widgets.keyed import LIST_KEYS
from words.translation import _, ended


class ScreenActions(NamedTuple):
    """The actions by id that are known on a screen, and the ids of those that it offers."""

    actions: Mapping[str, Action]
    offers: Sequence[str]


def every_kind() -> set[type[TapisScreen]]:
    """Return every kind of screen that stands in a module; tables of a game are made as needed."""
    found = {TapisScreen}
    for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
        kinds = [one for one in vars(import_module(module.name)).values() if isinstance(one, type)]
        found |= {kind for kind in kinds if issubclass(kind, TapisScreen)}
    return found


def every_screen() -> Iterator[ScreenActions]:
    """Yield what every screen offers, the tables of the games last."""
    from tui.screens.shared_table import SHARED

    found = {(*kind.OFFERS, *kind.ROW_KEYS): kind.ACTIONS for kind in every_kind()}
    for offers in sorted(found):
        if set(offers) - {"whole", *LIST_KEYS}:
            yield ScreenActions(found[offers], offers)
    for game in GAMES:
        scene = SCENES[game]()
        actions = {**COMMON, **scene.new_controls.actions}
        yield ScreenActions(actions, (*scene.offers, *SHARED, "whole"))


def every_action() -> dict[str, Action]:
    """Return every action by id that has keys to choose: shared ones, then each game's own."""
    found = {id_: action for id_, action in COMMON.items() if id_ not in ("leave", "skip")}
    for offered in every_screen():
        found |= {id_: offered.actions[id_] for id_ in offered.offers if id_ not in found}
    return found


def key_faults(found: Found) -> Iterator[Sentence]:
    """Yield the faults of the keys that were found, with their lines."""
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

    The screens of the games come first: people know a key by its use there.
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


class KeysScreen(ListScreen):
    """Every action with its keys; Enter, then a key, gives it another one.

    Ends with the settings in which the keys are chosen.
    """

    TOLD_BY = Untold.KEYS
    OFFERS: ClassVar[tuple[str, ...]] = ("accept", "reset", "back")

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._every = every_action()
        self._waits_for = ""

    def draw(self) -> None:
        chosen = read_keys(self._settings.keys)
        choices = []
        for topic, actions in by_topic(self._every.values()):
            choices.append(Choice("", _(topic.value), is_heading=True))
            for action in actions:
                keys = keys_words(action, chosen.get(action.id))
                choices.append(Choice(action.id, _(action.help), keys))
        self.show_list(_("Keys"), choices)

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Wait for the new key."""
        self._waits_for = message.choice.id
        self.say(_("Press the new key; Esc keeps the old."))

    def on_choices_moved(self) -> None:
        """Wait for no key any more."""
        self._waits_for = ""
        self.say("")

    def on_key(self, event: events.Key) -> None:
        """Take the key that was waited for."""
        super().on_key(event)
        if self._waits_for:
            event.stop()
            event.prevent_default()
            action, self._waits_for = self._waits_for, ""
            self.say("")
            if event.key != "escape":
                self._give(action, event)

    def _give(self, action: str, event: events.Key) -> None:
        """Give an action a key, or say why not."""
        character = event.character or ""
        is_sign = len(character) == 1 and character.isprintable() and character != " "
        name = character if is_sign else event.key
        key = key_of(name)
        if key is None:
            words = _("{key} cannot be the key of an action")
            self.refuse(ended(words.format(key=key_name(event.key))))
            return
        chosen = self._without(action)
        if key != self._every[action].keys[0]:
            chosen = (*chosen, (action, (name,)))
        clashes = [clash for clash in clashes_of(read_keys(chosen)) if clash.action == action]
        if clashes:
            self.refuse(ended(clash_words(clashes[0])))
        else:
            self._choose(chosen)

    def do_reset(self) -> None:
        """Give the action its usual keys again."""
        self._choose(self._without(self.current))

    def _without(self, action: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the keys chosen for all other actions."""
        return tuple(pair for pair in self._settings.keys if pair[0] != action)

    def _choose(self, keys: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        self._settings = self._settings._replace(keys=keys)
        self.update()

    def do_back(self) -> None:
        """End with the keys chosen."""
        self.finish(self._settings)


def keys_words(action: Action, chosen: Sequence[str] | None) -> str:
    """Return the keys of an action; after chosen keys come the usual ones."""
    usual_keys = " ".join(key_name(key) for key in action.keys)
    if not chosen:
        return usual_keys
    keys = " ".join(key_name(key) for key in chosen)
    return _("{keys} (default: {usual})").format(keys=keys, usual=usual_keys)
