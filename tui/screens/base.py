"""What every screen has: actions, a message, a line of keys, a notice where it is too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.actions import ACTIONS, bindings
from tui.glyphs import ASCII, Glyphs, glyphs
from tui.widgets.keyline import KeyLine
from tui.widgets.lines import Lines, cut, line, text
from tui.words import _

if TYPE_CHECKING:
    from tui.app import TapisApp

COLUMNS = 80
ROWS = 24


class TapisScreen(Screen[object]):
    """A screen whose actions come from the one list of actions.

    A subclass names them in `OFFERS`, has a method `do_ID` for each, and says in `refusal` why one
    cannot be had now.
    """

    AUTO_FOCUS = ""
    IS_FIRST: ClassVar[bool] = False
    """Whether the program begins here; all other screens lie above this one."""

    OFFERS: ClassVar[tuple[str, ...]] = ()
    NEEDS: ClassVar[tuple[int, int]] = (COLUMNS, ROWS)
    """The columns and rows below which a notice is shown in its place."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        cls.BINDINGS = [*bindings(("leave", *cls.OFFERS))]
        super().__init_subclass__(**kwargs)  # type: ignore[arg-type]

    def __init__(self) -> None:
        super().__init__()
        self.glyphs: Glyphs = glyphs()
        self._said = ""
        self._told = ""
        self._words_line = Lines(id="message")
        self._keys_line = KeyLine(ascii_only=self.glyphs is ASCII, id="keys")
        self._answered: Callable[[str], None] | None = None
        self._focused_before: Widget | None = None

    @property
    def tapis(self) -> TapisApp:
        """The program."""
        return cast("TapisApp", self.app)

    @property
    def is_on_top(self) -> bool:
        """Whether this is the screen one sees; keys typed ahead may come when it no longer is."""
        return self.app.screen is self

    def leave(self) -> None:
        """Let go of what the screen holds; it will not be seen again."""

    def finish(self, result: object) -> None:
        """End with a result, once: a second key for it is dropped."""
        if self.is_on_top:
            self.dismiss(result)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let a key with two meanings have the one that makes sense now."""
        if action == "run":
            asked = str(parameters[0])
            if self.is_asking or asked == "leave":
                return self.is_asking and asked == "leave"
            return self.refusal(asked) != ""
        return super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        """Put the body above the message and the keys."""
        yield Lines(id="small")
        with Container(id="body"):
            yield from self.body()
        yield self._words_line
        answer = Input(id="answer", select_on_focus=False)
        answer.display = answer.can_focus = False
        yield answer
        yield self._keys_line

    def body(self) -> Iterable[Widget]:
        """Return the widgets of the body."""
        return ()

    def draw(self) -> None:
        """Bring the body up to date; called when the screen is shown and when its size changes."""

    def refusal(self, action: str) -> str | None:
        """Return None if the action can be had now, else why not ("" where it makes no sense)."""
        return None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line, the most wanted first."""
        return [id_ for id_ in self.OFFERS if self.refusal(id_) is None]

    def say(self, words: str) -> None:
        """Show one line of text at the bottom, once there is nothing that has to be seen first."""
        self._said = words
        self._show_words()

    def tell(self, words: str) -> None:
        """Show it there until a key is pressed: what happens on the screen comes after it."""
        self._told = words
        self._show_words()

    def on_key(self, event: events.Key) -> None:
        """Take what was told as seen, unless a line is being typed in its place."""
        if self._told and not self.is_asking:
            self.tell("")

    def said(self) -> str:
        """Return what the message line says."""
        return self._said if self.is_asking else self._told or self._said

    def _show_words(self) -> None:
        self._words_line.show([line(" ", text(cut(self.said(), self.size.width - 2)))])

    def update(self) -> None:
        """Draw the body and the keys."""
        if not self._keys_line.is_attached or not self.size or self.is_asking:
            return  # not there yet, or no more, or a line is being typed
        self.draw()
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys that work now."""
        self._keys_line.show_actions(self.offered(), self.size.width)

    def action_run(self, id_: str) -> None:
        """Carry out an action, or say why not."""
        if not self.is_on_top:
            return
        why = self.refusal(id_) if id_ != "leave" else None
        if why is None:
            self.perform(id_)
        elif why:
            self.say(why)

    def perform(self, action: str) -> None:
        """Carry out an action that can be had now: its method `do_ID`."""
        getattr(self, f"do_{action}")()

    def on_key_line_asked(self, message: KeyLine.Asked) -> None:
        """Carry out what was clicked."""
        self.action_run(message.action)

    def on_screen_resume(self) -> None:
        """Draw again on return from another screen."""
        self.call_after_refresh(self.update)

    def on_resize(self, event: events.Resize) -> None:
        """Draw in the new size, or say which size is needed."""
        columns, rows = self.NEEDS
        small = event.size.width < columns or event.size.height < rows
        self.set_class(small, "small")
        if small:
            notice = _("Tapis Vert needs {columns} x {rows}; this window is {width} x {height}.")
            words = notice.format(
                columns=columns, rows=rows, width=event.size.width, height=event.size.height
            )
            self.query_one("#small", Lines).show([line(text(cut(words, max(event.size.width, 2))))])
        self.call_after_refresh(self.update)

    @property
    def is_asking(self) -> bool:
        """Whether a line is being typed."""
        return self._answered is not None

    def ask(self, question: str, answered: Callable[[str], None], value: str = "") -> None:
        """Let a line be typed in place of the keys; Esc gives it up."""
        if not self.is_asking:
            self._focused_before = self.focused
        self._answered = answered
        self.say(question)
        field = self._show_answer(True)
        field.cursor_blink = False
        field.value = value
        field.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Hand on what was typed."""
        answered = self._answered
        self.do_leave()
        if answered and message.value.strip():
            answered(message.value.strip())

    def do_leave(self) -> None:
        """Give up typing."""
        self._answered = None
        self._show_answer(False)
        self.set_focus(self._focused_before)
        self.say("")
        self.update()

    def on_descendant_blur(self) -> None:
        """Keep the line that is typed in focus."""
        if self.is_asking:
            self.call_after_refresh(self.query_one("#answer", Input).focus)

    def _show_answer(self, is_asking: bool) -> Input:
        """Show the line to type in, or the keys, in the last row."""
        field = self.query_one("#answer", Input)
        field.display = is_asking
        field.can_focus = is_asking  # a focus asked for before may come when it is hidden again
        self._keys_line.display = not is_asking
        return field

    def do_help(self) -> None:
        """Show the keys."""
        from tui.screens.help import HelpScreen

        actions = [ACTIONS[id_] for id_ in self.helped()]
        self.app.push_screen(HelpScreen(actions, self.legend()))

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains."""
        return self.OFFERS

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks that help explains, each with what it means."""
        return ()

    def do_menu(self) -> None:
        """Show everything that can be done now."""
        from tui.screens.menu import Menu

        self.app.push_screen(Menu(self.menu_actions()), self._menu_taken)

    def menu_actions(self) -> list[str]:
        """Return what the menu shows: all that can be had now, but the menu itself."""
        menus = ("menu", "menu_by_enter")
        return [id_ for id_ in self.OFFERS if self.refusal(id_) is None and id_ not in menus]

    def _menu_taken(self, taken: object) -> None:
        if isinstance(taken, str):
            self.call_after_refresh(self.action_run, taken)

    def do_back(self) -> None:
        """Go back one screen."""
        self.tapis.leave_screen()
