"""The scene of a game: its look and its words, all that the screens know of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeAlias

from textual.widget import Widget

from engine.game import Hint, opponents
from engine.reasons import Explained
from engine.series import SeriesPlace, pair_of
from engine.timeline import Timeline
from play.controls import Controls
from play.frame import Frame
from play.rows import Choice
from play.story import GameStory, Story
from tui.table.timeline_bar import BarSpot, TimelineBar
from tui.themes import palette
from tui.widgets.lines import Line, cut
from tui.widgets.turn_log import LogRow, TurnLog, no_foot, rows_back, with_signs, with_variations
from words.glyphs import Glyphs
from words.names import spoken_name
from words.translation import _, language, mark, sentence, why

if TYPE_CHECKING:
    from play.first_game import Advice
    from play.review import Verdict
    from saves.replay import ReplayPosition


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
        story: The story of the game while its end is shown, else None; set before `show`.
        tutoring: The tutor's words in the place of the log; set before `show`.
        has_motion: Whether a card may be shown on its way to its pile; set before `show`.
        note_signs: The signs of a replay's notes by turn, "" for a note without one.
        tried: The words of a replay's variations, by the turn after which they begin.
        verdict: The analysis of a replay's turn, None without one.
        has_stops: Whether the stops beside the table are shown, which a picture leaves out.
        is_moving: Whether a card is shown on its way now.
    """

    key: ClassVar[str]
    """The key of the game."""
    teller: ClassVar[GameStory] = GameStory()
    """The teller of the game's stories, for the lines too."""
    new_controls: ClassVar[type[Controls]]
    """The controls that carry out the game's actions in a person's move."""
    offers: ClassVar[tuple[str, ...]]
    """The ids of the actions at the table, own and shared ones, the most wanted first."""
    not_on_key_line: ClassVar[frozenset[str]] = frozenset(
        {"log_up", "log_down", "settings", "choices", *ELSEWHERE}
    )
    """The ids of the actions that the key line leaves out."""
    not_in_menu: ClassVar[frozenset[str]] = frozenset()
    """The ids of the actions that the menu leaves out: those that only move the cursor."""
    first_on_key_line: ClassVar[tuple[str, ...]] = ("menu",)
    """The ids of the actions that come first on the key line after help and leaving."""
    typed_action: ClassVar[str] = "type"
    """The id of the action by which a whole move is typed, empty where none is typed."""
    typed_question: ClassVar[str] = ""
    """The question for a typed move, with an example."""
    typed_fault: ClassVar[str] = ""
    """The sentence about typed text that is no move, with an example."""
    typed_keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The keys without an action of their own, each with its effect."""
    steps: ClassVar[tuple[str, str]] = ("next_step", "previous_step")
    """The ids of the actions that go on and back by one step of a move in a replay."""
    take_back_words: ClassVar[str] = mark("Take back your last move?")
    take_back_words_of: ClassVar[str] = mark("Take back the last move of {player}?")
    turns_word: ClassVar[str] = mark("Moves")
    """The heading of the log, empty for none."""
    step_words: ClassVar[str] = mark("turn {turn}, step {step} of {steps}")
    """The words of a replay in the middle of a move."""
    hint_once_taken_back: ClassVar[str] = ""
    """The sentence of a hint that can be followed once steps are taken back."""
    hint_end: ClassVar[str] = ""
    """The words of a hint once all its steps are made."""
    dialogs: ClassVar[frozenset[str]] = frozenset()
    """The ids of the actions that show a question or a page over the table."""
    needs: ClassVar[tuple[int, int]] = (80, 24)
    """The columns and rows of the smallest window; in a smaller one a notice is shown."""

    focus: Widget
    table: Widget

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self.controls = self.new_controls()
        self.log: TurnLog = TurnLog()
        self.story: Story | None = None
        self.tutoring: Advice | None = None
        self.has_motion = False
        self.note_signs: Mapping[int, str] = {}
        self.tried: Mapping[int, Sequence[str]] = {}
        self.verdict: Verdict | None = None
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

    @abstractmethod
    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the table; only what changed is sent."""

    @property
    def tells_end(self) -> bool:
        """Whether `show` has put the story on the table, so that no message need say who won."""
        return False

    def settle(self) -> None:
        """Show a card at its place that is on its way."""
        self.is_moving = False

    def show_timeline(self, bar: TimelineBar) -> bool:
        """Show a replay's timeline if the table has a place for it; return whether it does."""
        return False

    def timeline_spot(self, widget: Widget, x: int, y: int) -> BarSpot | None:
        """Return the spot at a cell of the timeline that `show_timeline` put there, else None."""
        return None

    def say(self, words: str) -> bool:
        """Show a message if the table has a place for it; return whether it has."""
        return False

    def words_width(self, columns: int) -> int:
        """Return the most cells of a message in a window of `columns`."""
        return columns - 2

    @abstractmethod
    def log_rows(self, view: Any, upto: int, present: int | None = None) -> list[LogRow]:
        """Return the rows of a view's log for the first `upto` moves.

        The row that holds the turn `present` is marked, and later rows are quiet. Without
        `present` the last row is marked.
        """

    @abstractmethod
    def cursor_words(self, cursor: Any, view: Any) -> str:
        """Describe what the cursor is on, or why nothing can be done there."""

    def news_words(self, frame: Frame, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return the news at the beginning of a turn, before any key; "" for none."""
        return ""

    def hint_words(self, is_left: bool) -> str:
        """Return the sentence of a hint with its `turn` and `reasons` in braces.

        `is_left` says whether the move can still be made without taking steps back.
        """
        return _("Hint: {turn} - {reasons}") if is_left else _(self.hint_once_taken_back)

    def move_words(self, move: Any, timeline: Timeline[Any]) -> str:
        """Return a move of a hint, as it is written."""
        return timeline.game.format(move)

    def fact_words(self, fact: object, timeline: Timeline[Any]) -> object:
        """Return a fact of an explanation as it is shown: a move as the table writes it."""
        is_move = isinstance(fact, timeline.game.move_types)
        return self.move_words(fact, timeline) if is_move else fact

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
        """Return the message while a player's move is shown."""
        return _("{player} plays.").format(player=player)

    def thinking_words(self, player: str) -> str:
        """Return the message while a computer player thinks."""
        return _("{player} is thinking.").format(player=player)

    @property
    def signs_in_words(self) -> Mapping[str, str]:
        """The signs that the words of a first game name, by the name they have there."""
        return {}

    def show_tutor(self, said: Advice) -> None:
        """Show the tutor's words in the place of the log."""
        from tui.table.tutor import tutor_lines

        self.log.show(tutor_lines(said, *self.log.outer_size, self.glyphs))

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks that need an explanation, each with its meaning."""
        return ()

    def round_words(self, view: Any) -> str:
        """Return the result of the round that the last move ended."""
        return ""

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Dialog:
        """Return the question or the page that one of the `dialogs` shows."""
        raise NotImplementedError

    def answer(self, answer: object) -> Any:
        """Return the move that an answer stands for, None for no move."""
        return None

    def clicked(self, widget: Widget, x: int, y: int, cursor: Any) -> tuple[Any, str | None]:
        """Return the cursor after a click, and the id of the action it asks for, or None."""
        return cursor, None

    def end_story(
        self, timeline: Timeline[Any], names: tuple[str, ...], mine: int | None = None
    ) -> Story | None:
        """Return the story of a game that is over, None for one in play."""
        told = self.teller.end(timeline, names, mine)
        return told and told._replace(coins=self.coins)

    def opponent(self, timeline: Timeline[Any], seat: int, names: tuple[str, ...]) -> str:
        """Return the name of the other side in the words of a hint."""
        sides = timeline.game.sides(timeline.options)
        return " + ".join(names[other] for other in opponents(sides, seat))

    def show_log(self, timeline: Timeline[Any], frame: Frame, back: int, heading: str) -> None:
        """Show the log under its heading: the moves that the frame tells of.

        `back` is the number of rows scrolled back. An arrow key changes none of this, and then
        nothing is drawn again.
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
        """Show the log of a replay as the seat `eyes` knows it, with the present place marked."""
        signs = self.note_signs
        verdict = self.verdict
        now = (timeline, eyes, place, heading, repr((signs, self.tried, verdict)))
        if self._is_logged(*now):
            return
        self.log.foot = partial(self._verdict_lines, timeline) if verdict else no_foot
        present = place.turn + bool(place.step)
        rows = self.log_rows(timeline.view(eyes), len(timeline.plays), present)
        if signs:
            rows = with_signs(rows, signs, self.log.column)
        if self.tried:
            rows = with_variations(rows, self.tried, self.log.column, self.glyphs.branch)
        at = next((at for at, row in enumerate(rows) if row.turn >= present), len(rows) - 1)
        self.log.show_rows(heading, rows, rows_back(len(rows), at, self.log.room))

    def _verdict_lines(self, timeline: Timeline[Any], width: int, height: int) -> list[Line]:
        """Return the verdict in at most `height` lines."""
        from tui.table.verdict import first_side, verdict_lines

        assert self.verdict
        better, judged = self.verdict.better, self.verdict.judged
        told = self.told_hint(better, judged.seat, timeline) if better and judged else ("", ())
        side = first_side(self.coins, timeline, names_of(timeline))
        return verdict_lines(self.verdict, *told, side, width, height, self.glyphs)

    def told_hint(
        self, hint: Hint, seat: int, timeline: Timeline[Any]
    ) -> tuple[str, Sequence[str]]:
        """Return the move of a hint for a seat, and its reasons, in words."""
        reasons = self.hint_reasons(hint, timeline, seat, names_of(timeline))
        return self.move_words(hint.move, timeline), reasons

    def _is_logged(self, *now: object) -> bool:
        """Whether the log already shows just this."""
        logged = (*now, self.log.size, language(), self.glyphs, palette())
        is_same, self._logged = logged == self._logged, logged
        return is_same


def names_of(timeline: Timeline[Any]) -> tuple[str, ...]:
    """Return the names of the players by seat, cut to `LONGEST_NAME` cells."""
    key = timeline.game.key
    names = [spoken_name(key, sitter.name, sitter.kind) for sitter in timeline.sitters]
    return tuple([cut(name, LONGEST_NAME) for name in names])


def series_words(place: SeriesPlace | None, timeline: Timeline[Any]) -> str:
    """Return the number of the game in its series and the score; nothing for a single game.

    By pairs, which have more words, the score comes first: a narrow rail cuts the end.
    """
    if place is None:
        return ""
    won = place.score_with(timeline.outcome, timeline.game.sides(timeline.options))
    score = "-".join(map(str, won))
    if place.pair is not None:
        pair, game = pair_of(place)
        words = _("{score}, pair {pair}/{pairs} game {game}")
        return words.format(pair=pair, pairs=place.games // 2, game=game, score=score)
    words = _("Game {number} of {games}, {score}")
    return words.format(number=place.number, games=place.games, score=score)
