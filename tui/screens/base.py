"""The base of every screen: its actions, a line of words, a line of keys, a least size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from play.action import Action, Untold
from play.actions import COMMON, NOT_IN_MENU
from play.requests import GoBack, Request, SettingsRequest, ShowSettings
from tui.keymap import chosen_keys, key_name, shown_key, with_keys
from tui.screens.asking import AskingScreen
from tui.widgets.felt import Felt
from tui.widgets.keyed import LIST_KEYS, Keyed
from tui.widgets.keyline import ENTER, KeyLine
from tui.widgets.lines import Lines, line, text, wholes
from words.glyphs import Glyphs, glyphs
from words.translation import _

if TYPE_CHECKING:
    from tui.screens.help import HelpRow
    from tui.widgets.page import Page

WAYS_OUT = ("quit", "back", "leave")
"""The ids of the actions that leave a screen: they work in a window of any size."""
ALWAYS_ON_KEY_LINE = ("help", "whole", *WAYS_OUT)
"""The ids of the actions that the key line has however narrow it is, where they can be had."""


class Requested(Message):
    """A screen asks the program for something."""

    def __init__(self, screen: TapisScreen, request: Request | SettingsRequest) -> None:
        super().__init__()
        self.screen = screen
        self.request = request


class BellAsked(Message):
    """Something was refused, or it is a person's turn: the bell rings if it is wanted."""


class TapisScreen(AskingScreen):
    """A screen that offers actions by their ids.

    A subclass names the actions in `OFFERS`, has a method `do_ID` for each one, and returns from
    `refusal` why one cannot be had now. It asks the program for other screens by `request`.
    """

    AUTO_FOCUS = ""
    IS_FIRST: ClassVar[bool] = False
    """Whether the program begins here; all other screens lie above this one."""

    ACTIONS: ClassVar[Mapping[str, Action]] = COMMON
    """The actions there are, by id."""
    OFFERS: ClassVar[tuple[str, ...]] = ()
    """The ids of those that the screen offers, the most wanted first; `whole` is added to all."""
    ROW_KEYS: ClassVar[tuple[str, ...]] = tuple(LIST_KEYS)
    """The ids of what the list or the page of the screen has keys for; nothing without one."""
    TOLD_BY: ClassVar[str | Untold]
    """The action whose word tells in lines what the screen shows; or why no word does."""
    BODY: ClassVar[type[Felt]] = Felt
    """The ground of the body."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        if "whole" not in cls.OFFERS:
            cls.OFFERS = (*cls.OFFERS, "whole")
        super().__init_subclass__(**kwargs)  # type: ignore[arg-type]

    def __init__(self) -> None:
        super().__init__()
        self.actions: Mapping[str, Action] = self.ACTIONS
        self._small: Lines | None = None
        self.is_waiting = False
        self._meanings: dict[str, list[str]] = {}
        self.take_keys()

    @property
    def glyphs(self) -> Glyphs:
        """The signs to draw with."""
        return glyphs()

    def take_keys(self) -> None:
        """Give the actions the keys that are chosen for them now."""
        self.actions, _clashes = with_keys(self.ACTIONS, self.OFFERS, chosen_keys())
        self._meanings = {}
        for id_ in ("leave", *self.OFFERS):
            for key in self.actions[id_].keys:
                self._meanings.setdefault(key, []).append(id_)

    def settings_changed(self) -> None:
        """Take over settings that were changed while this screen was there."""
        self.take_keys()
        for widget in self.query("*"):
            if isinstance(widget, Keyed):
                widget.take_keys()
        self.update()

    @property
    def is_on_top(self) -> bool:
        """Whether keys are for this screen: it is seen, and it has not asked for another screen.

        Keys that were typed ahead may come when it is no longer so.
        """
        return self.app.screen is self and not self.is_waiting

    def request(self, request: Request | SettingsRequest) -> None:
        """Ask the program for something; until it is done a second request is dropped."""
        if not self.is_waiting:
            self.is_waiting = True
            self.app.post_message(Requested(self, request))

    def request_bell(self) -> None:
        """Ask for the bell."""
        self.app.post_message(BellAsked())

    def leave(self) -> None:
        """Let go of files and threads; the screen will not be seen again."""

    def finish(self, result: object) -> None:
        """End with a result, once: a second key for it is dropped."""
        if self.is_on_top:
            self.dismiss(result)

    def press(self, key: str) -> bool:
        """Do the action of a key; of two actions the one that makes sense now."""
        if super().press(key):
            return True
        meant = next(filter(self._makes_sense, self._meanings.get(key, ())), None)
        if meant:
            self.action_run(meant)
        return meant is not None

    def _makes_sense(self, action: str) -> bool:
        """Whether an action is offered now, even if it is refused with words."""
        if self.is_small and action not in WAYS_OUT:
            return False
        if (self.is_asking and not self.is_small) or action == "leave":
            return self.is_asking and action == "leave"
        return self.refused(action) != ""

    def compose(self) -> ComposeResult:
        """Put the body above the message and the keys."""
        with self.BODY(id="body"):
            yield from self.body()
        yield self._words_line
        yield self.keys_line

    def body(self) -> Iterable[Widget]:
        """Return the widgets of the body."""
        return ()

    def draw(self) -> None:
        """Bring the body up to date; called when the screen is shown and when its size changes."""

    def refusal(self, action: str) -> str | None:
        """Return why an action is refused now: None if it is not, "" if it makes no sense here."""
        return None

    def refused(self, action: str) -> str | None:
        """Return why an action is refused now, those among them that every screen has."""
        if action == "whole":
            return None if self.abridged() else ""
        return self.refusal(action)

    def abridged(self) -> list[str]:
        """Return in full the words that the screen has cut, from top to bottom."""
        rows: list[str] = []
        sign = self.glyphs.ellipsis
        for widget in self.walk_children(Lines):
            found = widget.rows_with(sign)
            if found and widget.display and widget.region:
                rows += found
        return [*wholes(rows)][::-1]

    def first_on_key_line(self) -> Sequence[str]:
        """Return the ids of the actions that have room on the key line before all others."""
        return ALWAYS_ON_KEY_LINE

    def offered(self) -> Sequence[str]:
        """Return the ids of the actions for the key line, the most wanted first.

        The entry of `next_value` serves `previous_value` too.
        """
        return [id_ for id_ in self.possible() if id_ != "previous_value"]

    def possible(self) -> list[str]:
        """Return the ids of all actions that can be had now."""
        return [id_ for id_ in self.OFFERS if self.refused(id_) is None]

    def on_key(self, event: events.Key) -> None:
        """Clear the notice, unless a line is typed in its row or the key shows it in full."""
        if self._told and not self.is_asking and event.key not in self.actions["whole"].keys:
            self.tell("")

    def update(self) -> None:
        """Draw the body and the keys."""
        if not self.keys_line.is_attached or not self.size:
            return  # not there yet
        if not self.display:
            return  # it is being removed: some of its widgets may be gone
        if not self.is_asking and not self.is_small:
            self.draw()
            self.show_keys()
        self.drawn()

    def show_keys(self) -> None:
        """Show the keys that work now."""
        actions = [self.actions[id_] for id_ in self.offered()]
        by_enter = [action.id for action in actions[:1] if action.keys[0] == ENTER]
        first = (*self.first_on_key_line(), *by_enter)
        self.keys_line.show_actions(actions, self.size.width, first)

    def before_painting(self) -> None:
        """Show the key for cut words on the key line while words are cut."""
        is_shown = self._is_drawn and self.keys_line.display and not self.is_small
        if is_shown and self.keys_line.has("whole") != bool(self.abridged()):
            self.show_keys()

    def action_run(self, id_: str) -> None:
        """Carry out an action, or say why not."""
        if not self.is_on_top:
            return
        why = self.refused(id_) if id_ != "leave" else None
        if why is None:
            self.perform(id_)
        elif why:
            self.refuse(why)

    def say_more(self, has_more: bool) -> None:
        """Say whether there is more below, and the key for it."""
        self.say(_("{key}: more below").format(key=key_name("pagedown")) if has_more else "")

    def on_page_turned(self, message: Page.Turned) -> None:
        """Say whether there is more to read."""
        self.say_more(message.has_more)

    def refuse(self, words: str) -> None:
        """Say why something cannot be done."""
        self.say(words)
        self.request_bell()

    def perform(self, action: str) -> None:
        """Carry out an action that can be had now."""
        if command := self.command(action):
            command()

    def command(self, action: str) -> Callable[[], None] | None:
        """Return the method `do_ID` that carries out an action, None if there is none."""
        command: Callable[[], None] | None = getattr(self, f"do_{action}", None)
        return command

    def do_next_value(self) -> None:
        """Take the next value."""
        self.turn(1)

    def do_previous_value(self) -> None:
        """Take the value before."""
        self.turn(-1)

    def turn(self, by: int) -> None:
        """Take the next value (1) or the one before (-1), on screens that offer it."""

    def on_key_line_asked(self, message: KeyLine.Asked) -> None:
        """Carry out the action that was clicked."""
        self.action_run(message.action)

    def on_screen_resume(self) -> None:
        """Draw again on return from another screen."""
        self.call_after_refresh(self.update)

    def on_resize(self) -> None:
        """Draw in the new size, or say which size is needed; keys then do nothing but leave.

        At the end of the program Textual mounts nothing more, and nothing is to be seen.
        """
        if not self.is_attached:
            return
        self.set_class(self.is_small, "small")
        if self.is_small:
            self.set_focus(None)
            way_out = next((id_ for id_ in WAYS_OUT if id_ in self.OFFERS), "leave")
            key = shown_key(self.actions[way_out])
            words = small_notice(self.needs, self.size, key)
            self._notice().show([line(text(row)) for row in words])
        elif self.is_asking:
            self.answer_line().focus()
        self.call_after_refresh(self.update)

    def _notice(self) -> Lines:
        """Return the notice of a window that is too small, made at its first use."""
        if self._small is None:
            self._small = Lines(id="small")
            self.mount(self._small, before=0)
        return self._small

    def do_help(self) -> None:
        """Show the keys, those that work now first; a row that is clicked is carried out."""
        from tui.screens.help import HelpAction, HelpScreen

        offered = [
            HelpAction(self.actions[id_], self.refused(id_) is None) for id_ in self.helped()
        ]
        help_screen = HelpScreen(offered, self.legend(), self.typed_keys())
        self.app.push_screen(help_screen, self.run_taken)

    def helped(self) -> Sequence[str]:
        """Return the ids of the actions that help explains."""
        return self.OFFERS

    def typed_keys(self) -> Sequence[HelpRow]:
        """Return rows of help for keys that are typed without an action of their own."""
        return ()

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks that help explains, each with its meaning."""
        return ()

    def do_menu(self) -> None:
        """Show everything that can be done now."""
        from tui.screens.menu import Menu

        actions = [self.actions[id_] for id_ in self.menu_actions()]
        self.app.push_screen(Menu(actions), self.run_taken)

    def do_menu_by_enter(self) -> None:
        """Show everything that can be done now."""
        self.do_menu()

    def menu_actions(self) -> list[str]:
        """Return the ids of the actions in the menu: all that can be had now, but cursor keys."""
        return [id_ for id_ in self.possible() if id_ not in NOT_IN_MENU]

    def run_taken(self, taken: object) -> None:
        """Carry out the action that was taken from a list, if any."""
        if isinstance(taken, str):
            self.call_after_refresh(self.action_run, taken)

    def do_saved(self) -> None:
        """List the saved games; a game in play is left once another one is opened."""
        from saves.store import Store
        from tui.screens.saved import SavedGames

        self.app.push_screen(SavedGames(Store()))

    def do_manual(self) -> None:
        """Show the manual."""
        from tui.screens.pages import ManualScreen

        self.app.push_screen(ManualScreen())

    def do_whole(self) -> None:
        """Show the cut words in full."""
        from tui.screens.text import Paragraphs

        self.app.push_screen(Paragraphs(_("In full"), self.abridged()))

    def do_settings(self) -> None:
        """Show the settings."""
        self.request(ShowSettings())

    def do_back(self) -> None:
        """Go back one screen."""
        self.request(GoBack())


def small_notice(needs: tuple[int, int], size: Size, key: str) -> list[str]:
    """Return which size is needed and the key that leaves, in the longest words that fit.

    >>> small_notice((40, 20), Size(30, 5), "q")
    ['Tapis Vert needs 40 x 20; this', 'window is 30 x 5. q leaves.']
    >>> small_notice((40, 20), Size(9, 2), "q")
    ['40 x 20 q', 'leaves.']
    """
    size_words = _("Tapis Vert needs {columns} x {rows}; this window is {width} x {height}.")
    leaves = _("{key} leaves.").format(key=key)
    facts = {"columns": needs[0], "rows": needs[1], "width": size.width, "height": size.height}
    short = f"{needs[0]} x {needs[1]}"
    width = max(size.width, 1)
    for words in (f"{size_words.format(**facts)} {leaves}", f"{short} {leaves}", f"{short} {key}"):
        rows = wrap(words, width)
        if len(rows) <= size.height:
            return rows
    return [key]
