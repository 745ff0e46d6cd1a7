"""The scene of a game: all that the screens know of how it looks and what is said about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from textual.widget import Widget

from engine.game import Hint, opponents
from engine.reasons import Explained
from engine.series import SeriesPlace
from engine.timeline import Timeline
from play.action import Action
from play.controls import Controls
from play.first_game import Advice
from play.frame import Frame
from play.rows import Choice
from play.story import GameStory, Story
from saves.replay import ReplayPosition
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.table.tutor import tutor_lines
from tui.themes import palette
from tui.widgets.lines import Line, cut
from tui.widgets.turn_log import LogRow, TurnLog, rows_back
from words.glyphs import Glyphs
from words.names import spoken_name
from words.translation import _, language, mark, sentence, why


class Question(NamedTuple):
    """A question with its answers.

    Attributes:
        words: The question.
        choices: The answers; the id of the chosen one is handed back to the scene.
        selected: The id of the answer that the cursor begins on; None for the first.
    """

    words: str
    choices: tuple[Choice, ...]
    selected: str | None = None


class TextPage(NamedTuple):
    """A page of text to read."""

    title: str
    lines: tuple[Line, ...]


Dialog: TypeAlias = Question | TextPage


LONGEST_NAME = 24
ELSEWHERE: Final = ("new", "first_game", "saved", "save_as", "share", "rules", "manual")
"""The ids of the actions that lead from a table to other games, to the rules and the manual."""


class GameScene(ABC):
    """Shows a game on its widgets, and has the words about it.

    Attributes:
        focus: The widget that has the focus.
        table: The widget that has all others of the scene in it, the log too.
        story: What is told of the game while its end is shown, else None; set before `show`.
        tutoring: What is said in a first game, in the place of the log; set before `show`.
        has_motion: Whether something laid may be seen on its way; set before `show`.
        has_stops: Whether places beside the table that Enter is for are shown; not in a picture.
        is_moving: Whether something is shown on its way to its place.
    """

    key: ClassVar[str]
    """The key of the game."""
    teller: ClassVar[GameStory] = GameStory()
    """What there is to tell of the game, in lines too."""
    new_controls: ClassVar[type[Controls]]
    """What carries out the game's actions in a person's move."""
    actions: ClassVar[Mapping[str, Action]]
    """The game's own actions by id, beside those that all games share."""
    offers: ClassVar[tuple[str, ...]]
    """The ids of the actions at the table, own and shared ones, the most wanted first."""
    not_on_key_line: ClassVar[frozenset[str]] = frozenset(
        {"log_up", "log_down", "settings", *ELSEWHERE}
    )
    """The ids of those that the key line leaves out."""
    not_in_menu: ClassVar[frozenset[str]] = frozenset()
    """The ids of those that the menu leaves out: the keys that only move the cursor."""
    first_on_key_line: ClassVar[tuple[str, ...]] = ("menu",)
    """The ids of those that have room on the key line before all others but help and leaving."""
    typed_action: ClassVar[str] = "type"
    """The id of the action by which a whole move is typed."""
    typed_question: ClassVar[str]
    """The question for a typed move, with an example."""
    typed_fault: ClassVar[str]
    """The sentence that says that what was typed is no move, with an example."""
    typed_keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The keys that are typed without an action of their own, each with what they do."""
    steps: ClassVar[tuple[str, str]] = ("next_step", "previous_step")
    """The ids of the actions that go on and back by one step of a move in a replay."""
    take_back_words: ClassVar[str] = mark("Take back your last move?")
    take_back_words_of: ClassVar[str] = mark("Take back the last move of {player}?")
    turns_word: ClassVar[str] = mark("Moves")
    """What the log is headed by; nothing for no heading."""
    step_words: ClassVar[str] = mark("turn {turn}, step {step} of {steps}")
    """What a replay says in the middle of a move."""
    hint_once_taken_back: ClassVar[str] = ""
    """The sentence of a hint that can be followed once steps are taken back."""
    hint_end: ClassVar[str] = ""
    """What a hint says once all its steps are made."""
    dialogs: ClassVar[frozenset[str]] = frozenset()
    """The ids of the actions that show a question or a page over the table."""
    needs: ClassVar[tuple[int, int]] = (80, 24)
    """The columns and rows below which a notice is shown in its place."""

    focus: Widget
    table: Widget

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self.controls = self.new_controls()
        self.log: TurnLog = TurnLog()
        self.story: Story | None = None
        self.tutoring: Advice | None = None
        self.has_motion = False
        self.has_stops = True
        self.is_moving = False
        self._logged: tuple[object, ...] = ()

    def widgets(self) -> Iterable[Widget]:
        """Return the widgets of the screen."""
        return [self.table]

    @property
    def coins(self) -> str:
        """The signs of the sides."""
        return self.glyphs.coins

    @property
    def hides(self) -> bool:
        """Whether players have secrets from each other, so that a curtain falls between them."""
        return self.controls.hides

    @abstractmethod
    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the table; only what changed is sent."""

    @property
    def tells_end(self) -> bool:
        """Whether `show` has put the story on the table, so that no message need say who won."""
        return False

    def settle(self) -> None:
        """Show at its place what is on its way."""
        self.is_moving = False

    def show_timeline(self, bar: TimelineBar) -> bool:
        """Show a replay's timeline if the table has a place for it; return whether it has."""
        return False

    def timeline_spot(self, widget: Widget, x: int, y: int) -> BarSpot | None:
        """Return where on the timeline a cell is that `show_timeline` put there, None elsewhere."""
        return None

    def say(self, words: str) -> bool:
        """Show a message if the table has a place for it; return whether it has."""
        return False

    def words_width(self, columns: int) -> int:
        """Return how wide a message may be, in cells, in a window of so many columns."""
        return columns - 2

    @abstractmethod
    def log_rows(self, view: Any, upto: int, present: int | None = None) -> list[LogRow]:
        """Return the rows of a view's log for the first `upto` moves.

        The row after which `present` turns were made is marked as the one where one is, and later
        ones are quiet; the last row is marked without it.
        """

    @abstractmethod
    def cursor_words(self, cursor: Any, view: Any) -> str:
        """Return the words for what the cursor is on, or why nothing can be done there."""

    def news_words(self, frame: Frame, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return the words that a turn begins with, before a key; "" for those of the cursor."""
        return ""

    def hint_words(self, is_left: bool) -> str:
        """Return the sentence of a hint with its `turn` and `reasons` in braces.

        `is_left` says whether the move can still be made without taking steps back.
        """
        return _("Hint: {turn} - {reasons}") if is_left else _(self.hint_once_taken_back)

    def hint_turn(self, hint: Hint, timeline: Timeline[Any]) -> str:
        """Return the move of a hint, as it is written."""
        return timeline.game.format(hint.move)

    def hint_reasons(
        self, hint: Hint, timeline: Timeline[Any], seat: int, names: tuple[str, ...]
    ) -> Sequence[str]:
        """Return the reasons of a hint for a seat in words, the strongest first."""
        other = self.opponent(timeline, seat, names)
        return [why(told._replace(facts={**told.facts, "player": other})) for told in hint.reasons]

    def refusal_words(self, refused: Explained) -> str:
        """Return why something was refused, as a sentence."""
        return sentence(refused)

    def showing_words(self, player: str) -> str:
        """Return what the message line says while a player's move is shown."""
        return _("{player} plays.").format(player=player)

    def thinking_words(self, player: str) -> str:
        """Return what the message line says while a computer player is waited for."""
        return _("{player} is thinking.").format(player=player)

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        """The signs that the words of a first game name, by the name they have there."""
        return {}

    def show_tutor(self, said: Advice) -> None:
        """Show in the place of the log what is said in a first game."""
        self.log.show(tutor_lines(said, *self.log.outer_size, self.glyphs))

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks that do not explain themselves, each with what it means."""
        return ()

    def round_words(self, view: Any) -> str:
        """Return how the round ended that the last move ended."""
        return ""

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Dialog:
        """Return the question or the page that one of the `dialogs` shows."""
        raise NotImplementedError

    def answer(self, answer: object) -> Any:
        """Return the move that the answer to a question stands for, None for no move."""
        return None

    def clicked(self, widget: Widget, x: int, y: int, cursor: Any) -> tuple[Any, str | None]:
        """Return where a click puts the cursor, and the id of the action it asks for, or None."""
        return cursor, None

    def end_story(self, timeline: Timeline[Any], names: tuple[str, ...]) -> Story | None:
        """Return what is told of a game that is over, None of one in play."""
        told = self.teller.end(timeline, names)
        return told and told._replace(coins=self.coins)

    def opponent(self, timeline: Timeline[Any], seat: int, names: tuple[str, ...]) -> str:
        """Return what the words of a hint call the players on the other sides."""
        sides = timeline.game.sides(timeline.options)
        return " + ".join(names[other] for other in opponents(sides, seat))

    def show_log(self, timeline: Timeline[Any], frame: Frame, back: int, heading: str) -> None:
        """Show the log under its heading: the moves that the frame tells of.

        `back` is how many rows one has scrolled back. An arrow key changes none of this, so
        nothing is made anew then.
        """
        if self.tutoring:
            self.show_tutor(self.tutoring)
            return
        upto = frame.logged_moves
        if self._is_logged(timeline.version, upto, frame.seat, back, heading):
            return
        count = len(timeline.plays) if upto is None else upto
        rows = self.log_rows(frame.current_view, count)
        self.log.show_rows(heading or _(self.turns_word), rows, back)

    def show_whole_log(
        self, timeline: Timeline[Any], eyes: int | None, place: ReplayPosition, heading: str
    ) -> None:
        """Show the log of a replay: every turn that `eyes` know, where one is, and what follows."""
        if self._is_logged(timeline.version, eyes, place, heading):
            return
        present = place.turn + bool(place.step)
        rows = self.log_rows(timeline.view(eyes), len(timeline.plays), present)
        at = next((at for at, row in enumerate(rows) if row.turn >= present), len(rows) - 1)
        self.log.show_rows(heading, rows, rows_back(len(rows), at, self.log.room))

    def _is_logged(self, *now: object) -> bool:
        """Whether the log shows just this already, as it is drawn now."""
        logged = (*now, self.log.size, language(), self.glyphs, palette())
        is_same, self._logged = logged == self._logged, logged
        return is_same


def names_of(timeline: Timeline[Any]) -> tuple[str, ...]:
    """Return the names of the players by seat, cut to `LONGEST_NAME` cells."""
    names = [spoken_name(sitter.name, sitter.kind) for sitter in timeline.sitters]
    return tuple([cut(name, LONGEST_NAME) for name in names])


def series_words(place: SeriesPlace | None, timeline: Timeline[Any]) -> str:
    """Return which game of how many it is, and the score; nothing for a single game."""
    if place is None:
        return ""
    won = place.score_with(timeline.outcome, timeline.game.sides(timeline.options))
    words = _("Game {number} of {games}, {score}")
    return words.format(number=place.number, games=place.games, score="-".join(map(str, won)))
