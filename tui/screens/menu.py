"""Lists that end with a choice: questions, the menu, and the command palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.widgets import Input

from engine.series import SeriesPlace
from play.action import Action, Untold
from play.actions import by_topic
from play.frame import Frame
from play.rows import Choice
from tui.keymap import digits_typed, key_name
from tui.screens.listed import ListScreen
from tui.screens.over import OverScreen, width_of
from tui.widgets.choices import Choices
from tui.widgets.lines import BOLD, Line, cut, line, text
from words.translation import _, several

if TYPE_CHECKING:
    from play.ladder import Step

TITLE_HEIGHT = 3
FRAME = 3
"""The lines above the question, of the message and of the keys."""
ENOUGH = 6
"""The rows of a list that scrolls which leave one for a blank row above it."""

WIDEST = 56
"""The cells of a question's line over another screen at most."""
LEAST_BENEATH = (80, 24)
"""The smallest window, in columns and lines, in which the menu stands over another screen."""
SENTENCES_FROM = 100
"""The narrowest window, in columns, in which the menu has sentences and the table is seen."""

MOVES: Final[Mapping[str, int]] = {"up": -1, "down": 1}
PAGES: Final[Mapping[str, int]] = {"pageup": -1, "pagedown": 1}
"""The moves of the cursor keys during typing, in rows and in pages."""
PALETTE_SENTENCES_FROM: Final = 66
"""The narrowest window, in columns, in which sentences are searched, and not words alone."""


class Ask(OverScreen, ListScreen):
    """A question with answers; ends with the id of the answer, None for none."""

    TOLD_BY: ClassVar[str | Untold] = Untold.ANSWERS
    OFFERS = ("accept", "back")
    NEEDS = (30, 12)
    STANDS_OVER: ClassVar[bool] = True
    """Whether it stands over another screen where it has room."""

    def __init__(self, question: str, answers: Sequence[Choice], on: str | None = None) -> None:
        """Ask with the cursor on the answer with the id `on`, else on the first.

        The question may have several lines; those after the first one explain it.
        """
        super().__init__()
        self._question = question
        self._answers = answers
        self._on = on

    def draw(self) -> None:
        """Show the question and the answers, over the screen beneath if all of it has room."""
        choices = self.choices
        choices.offer(self._answers, None if choices.current else self._on)
        is_long = width_of(self._question.split()) + 2 > WIDEST  # a path, which is read whole
        most = self.room()[0] if is_long else min(WIDEST, self.room()[0])
        asked = min(width_of(self._question.splitlines()) + 2, most)
        width = max(choices.best_width(), asked)
        height = len(self._rows(width)) + 1 + len(self._answers)
        self.stand(width, self.height_over(height) if self.STANDS_OVER else self.size.height)
        title = self.title_lines
        if self.is_over:
            rows = self._rows(width)
            title.styles.height = len(rows) + 1
        else:
            rows = [line(""), *self._rows(self.size.width)]
            left = self.size.height - FRAME - len(rows)
            has_room = left + 1 > len(self._answers) or left > ENOUGH
            title.styles.height = max(TITLE_HEIGHT, len(rows) + has_room)
        title.show(rows)
        choices.focus()

    def _rows(self, width: int) -> list[Line]:
        """Return the question in lines of `width` cells."""
        import textwrap

        width = max(width - 2, 1)
        return [
            line(" ", text(cut(row, width), None if at else BOLD))
            for at, words in enumerate(self._question.splitlines())
            for row in textwrap.wrap(words, width) or [""]
        ]

    def height_over(self, height: int) -> int:
        """Return the height of the box over another screen, of a list with `height` lines."""
        return height

    def on_choices_scrolled(self, message: Choices.Scrolled) -> None:
        """Say whether there are more answers below."""
        self.say_more(message.has_more)

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """End with the answer, unless the window is too small to see the question."""
        if not self.has_class("small"):
            self.finish(message.choice.id)

    def do_back(self) -> None:
        self.finish(None)


class Menu(Ask):
    """Everything that can be done now, by topic; ends with the id of an action."""

    TOLD_BY = "help"

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__(_("Menu"), ())
        self._actions = actions

    def draw(self) -> None:
        """Show the actions by their sentences, in a narrow window by their words."""
        self._answers = [*self._choices(is_narrow=self.size.width < SENTENCES_FROM)]
        super().draw()

    def height_over(self, height: int) -> int:
        """Return the lines that fit in a large window: the menu may go on below."""
        is_large = self.size.width >= LEAST_BENEATH[0] and self.size.height >= LEAST_BENEATH[1]
        return min(height, self.room()[1]) if is_large else self.size.height

    def _choices(self, *, is_narrow: bool) -> Iterator[Choice]:
        for topic, actions in by_topic(self._actions):
            yield Choice("", _(topic.value), is_heading=True)
            for action in actions:
                words = _(action.words).capitalize() if is_narrow else _(action.help)
                yield Choice(action.id, words, key_name(action.keys[0]))


class NumberedMoves(Ask):
    """Lists moves by number; a digit chooses at once. Ends with a number or None."""

    TOLD_BY = "choices"

    def __init__(self, moves: Sequence[Choice]) -> None:
        super().__init__(_("Which move?"), moves)

    def on_key(self, event: events.Key) -> None:
        """End with the number that was typed, where no longer one begins with it."""
        digit = digits_typed(event.character or "")
        if [one.id for one in self._answers if one.id.startswith(digit)] == [digit]:
            event.stop()
            self.finish(digit)


class WhatNext(Ask):
    """Asked at the end of a game; ends with one of the ids of its answers, or None."""

    TOLD_BY: ClassVar[str | Untold] = Untold.ANSWERS

    def __init__(self, series: SeriesPlace | None, frame: Frame, step: Step | None = None) -> None:
        """Ask at a place in a series, None for a single game, what the frame says can be had.

        The step on the ladder of levels is one more answer, if one is offered.
        """
        left, again = series.left if series else 0, _("Another game")
        if left:
            again = several("The next game ({count} left)", "The next game ({count} left)", left)
        answers = [
            Choice("again", again),
            Choice("level", step.words if step else ""),
            Choice("swap", _("The same deal with seats swapped")),
            Choice("replay", _("Step through the game")),
            Choice("analysis", _("See where it was decided")),
            Choice("share", _("Share the game")),
            Choice("quit", _("Home")),
        ]
        offered = [answer for answer in answers if frame.refusal(answer.id) is None]
        super().__init__(_("What next?"), offered)


class OfferQuestion(Ask):
    """Asks to agree; ends with `yes`, `no`, or None if it stands no more."""

    TOLD_BY = "yes"

    def __init__(self, question: str, no: str, stands: Callable[[], bool]) -> None:
        """Ask for as long as the question stands; `no` has the words that decline it."""
        super().__init__(question, [Choice("yes", _("Yes, agreed")), Choice("no", no)])
        self._stands = stands

    def draw(self) -> None:
        """Show the question, or end it once the offer has lapsed."""
        if self._stands():
            super().draw()
        else:
            self.finish(None)

    def do_back(self) -> None:
        """End with a no: who asked is waiting for an answer."""
        self.finish("no")


class ActionPalette(ListScreen):
    """Lists actions, fewer with every letter typed; ends with the id of one, or with None."""

    TOLD_BY = "help"
    OFFERS: ClassVar[tuple[str, ...]] = ("back",)
    NEEDS = (30, 12)

    def __init__(self, actions: Sequence[Action]) -> None:
        """List these actions, in their order while nothing is typed."""
        super().__init__()
        self._actions = actions
        self._offered: str | None = None

    def on_mount(self) -> None:
        """Show all actions, and take letters from the first one on."""
        self.show_list(_("What would you like to do?"), ())
        self.ask("", lambda _typed: None)
        self._offer()

    def _offer(self) -> None:
        """Show the actions that contain all typed words, those with a word that begins so first."""
        typed = self.answer_line().value.strip().casefold()
        if typed == self._offered:
            return
        self._offered = typed
        choices = [Choice(a.id, _(a.words).capitalize(), _(a.help)) for a in self._actions]
        found = [
            choice
            for choice in choices
            if all(part in f"{choice.words} {choice.note}".casefold() for part in typed.split())
        ]
        if self.app.size.width < PALETTE_SENTENCES_FROM:
            found = [choice._replace(note="") for choice in found]
        found.sort(key=lambda choice: f" {typed}" not in f" {choice.words.casefold()}")
        self.choices.offer(found, found[0].id if found else None)
        self.say("" if found else _("Nothing found."))

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show the actions with the letters typed so far."""
        self._offer()

    def take_answer(self, typed: str) -> None:
        """End with the action under the cursor, if anything is found."""
        self._offer()
        self.choices.take()

    def on_key(self, event: events.Key) -> None:
        """Move the cursor during typing."""
        self._offer()
        choices = self.choices
        if event.key in MOVES:
            choices.move(MOVES[event.key])
        elif event.key in PAGES:
            choices.move_page(PAGES[event.key])

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """End with the action."""
        self.finish(message.choice.id)

    def do_back(self) -> None:
        self.finish(None)

    def do_leave(self) -> None:
        self.finish(None)
