"""The first game: its table, its scripted player, the person's progress, the next advice.

It has no file among the person's games: the progress is remembered from one start to the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from engine.game import CHANCE, Game, Player, Step, StopFlag, View, never
from engine.games import LESSONS, describe, find_game, find_lesson
from engine.lesson import ASTRAY, OTHER_MOVE, OVER, Lesson, Moment
from engine.reasons import IllegalMove
from engine.shuffle import seat_seed
from engine.table import HUMAN, EventKind, Sitter, Table
from engine.timeline import Timeline
from host.session import Session
from play.controller import Controller
from play.game_words import game_name
from play.requests import PlayFirstGame
from play.rows import Choice
from saves.home import recall, remember
from words.names import seat_name
from words.translation import _

ANEW: Final = "anew "
"""The beginning of the id of an answer that begins a first game anew."""
MEMORY: Final = "first_games"
"""The name under which the progress in each game is remembered."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a person is in the first game of one game.

    Attributes:
        moves: The moves so far as they are written, without the deal.
        took_back: Whether a move was taken back.
        was_hinted: Whether a hint was given at a step that asks for one.
        place: How many steps are done.
        is_done: Whether it was played to its end once.
    """

    moves: tuple[str, ...] = ()
    took_back: bool = False
    was_hinted: bool = False
    place: int = 0
    is_done: bool = False

    @property
    def is_begun(self) -> bool:
        """Whether a step is done, so that the game can be continued."""
        return self.place > 0


def progress_of(game: str) -> Progress:
    """Return the person's progress in the first game of a game."""
    kept = _kept().get(game)
    if not isinstance(kept, dict):
        return Progress()
    try:
        progress = Progress(**{**kept, "moves": tuple(kept["moves"])})
    except (KeyError, TypeError):
        return Progress()
    return progress if _is_right(progress) else Progress()


def _kept() -> dict[str, Any]:
    kept = recall().get(MEMORY)
    return kept if isinstance(kept, dict) else {}


def _is_right(progress: Progress) -> bool:
    switches = (progress.took_back, progress.was_hinted, progress.is_done)
    return (
        all(isinstance(move, str) for move in progress.moves)
        and all(isinstance(switch, bool) for switch in switches)
        and type(progress.place) is int
    )


def keep_progress(game: str, progress: Progress) -> None:
    """Remember the person's progress in the first game of a game."""
    remember(**{MEMORY: {**_kept(), game: asdict(progress)}})


def first_games(but: str = "") -> list[Choice]:
    """Return the first games but one as answers; a game that was begun has two."""
    answers = []
    for key in LESSONS:
        progress, words = progress_of(key), _("First game: {game}").format(game=game_name(key))
        if key == but:
            continue
        if progress.is_begun:
            place = _("step {number}").format(number=progress.place + 1)
            answers.append(Choice(key, words, place))
            answers.append(Choice(ANEW + key, _("The same from the beginning")))
        else:
            answers.append(Choice(key, words, _("done") if progress.is_done else ""))
    return answers


def first_game_of(answer: str) -> PlayFirstGame:
    """Return the request of an answer."""
    return PlayFirstGame(answer.removeprefix(ANEW), anew=answer.startswith(ANEW))


class Advice(NamedTuple):
    """The advice beside the table.

    Attributes:
        number, steps: Which step of how many it is; at the end both are the same.
        praise: The praise for the last step, or the aim of the game; may be empty.
        task: The task, in English.
        how: The keys to press, or the words to type; empty at the end.
        move: The move that the task names, if any.
        title: The heading, "" for that of a step of a first game.
    """

    number: int
    steps: int
    praise: str
    task: str
    how: str = ""
    move: Any = None
    title: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return not self.how

    def spoken(self, facts: Mapping[str, str]) -> Advice:
        """Return the advice in the language spoken, with the keys or words for its names."""
        told = (self.praise, self.task, self.how)
        praise, task, how = (_(words).format(**facts) for words in told)
        return self._replace(praise=praise, task=task, how=how)


class ScriptedPlayer:
    """A player that makes the moves of a lesson in order; it replaces illegal ones."""

    def __init__(self, lesson: Lesson, seat: int, other: Player[Any]) -> None:
        """Play `seat` in a lesson; `other` chooses where the lesson has no legal move."""
        self._lesson = lesson
        self._seat = seat
        self._other = other

    def choose(self, view: View[Any], stop: StopFlag = never) -> Any:
        """Return the next move of the lesson, or what the other player chooses."""
        game, replies = find_game(self._lesson.game), self._lesson.replies[self._seat]
        mine = [line.what for line in view.log if line.seat == self._seat]
        made = sum(isinstance(what, game.move_types) for what in mine)
        if made < len(replies):
            move = game.parse(replies[made])
            try:
                view.check(move)
            except IllegalMove:
                return self._other.choose(view, stop)
            return move
        return self._other.choose(view, stop)


class FirstGame:
    """A first game in play, and the advice beside it.

    Attributes:
        lesson: The lesson.
        session: The game; it has no file.
    """

    def __init__(self, game: str, *, anew: bool = False) -> None:
        """Go on with the first game of a game where the person left it, or begin it `anew`."""
        self.lesson = find_lesson(game)
        before = progress_of(game)
        self._was_done = before.is_done
        self._before = Progress() if anew or not before.is_begun else before
        table = _table_after(self.lesson, self._before.moves)
        if table is None:
            self._before, table = Progress(), _table(self.lesson)
        self._resumed_at = len(table.plays)
        self.session = Session(table)
        for seat, sitter in enumerate(table.sitters):
            if not sitter.is_person:
                other = table.game.computer_players[sitter.kind](sitter.seed or 0)
                self.session.seat(seat, ScriptedPlayer(self.lesson, seat, other))

    def moment(self, timeline: Timeline[Any], made: tuple[Step, ...] = ()) -> Moment:
        """Return the moment that the lesson checks; `made` are the steps of a move begun."""
        seat, took_back = self.lesson.seat, self._before.took_back
        hints = [self._resumed_at] if self._before.was_hinted else []
        for event in timeline.events:
            if event.kind is EventKind.HINT:
                hints.append(event.at)
            elif event.kind is EventKind.TAKE_BACK:
                took_back = True
                hints = [at for at in hints if at <= event.at]
        plays = tuple(timeline.plays)
        return Moment(seat, timeline.view(seat), made, plays, took_back, tuple(hints))

    def advice(self, moment: Moment, *, is_typed: bool = False) -> Advice:
        """Return the advice at a moment; `is_typed` where moves are typed."""
        lesson, done = self.lesson, self.lesson.done(moment)
        place, count = len(done), len(lesson.steps)
        praise = _praise_of(lesson, moment, done) if done else lesson.aim
        if place == count:
            return Advice(count, count, praise, lesson.farewell)
        if moment.view.outcome is not None:
            return Advice(place + 1, count, "", OVER)
        step = lesson.steps[place]
        game = find_game(lesson.game)
        move = game.parse(step.move) if step.move else None
        later = moment.plays[done[-1] if done else 0 :]
        if not moment.is_asked and any(play.seat == moment.seat for play in later):
            return Advice(place + 1, count, "", OTHER_MOVE, lesson.back_keys)
        if moment.is_asked and not (step.is_open(moment) and _is_possible(game, moment, move)):
            how = lesson.back_typed if is_typed else lesson.back_keys
            return Advice(place + 1, count, "", ASTRAY, how)
        if is_typed:
            return Advice(place + 1, count, praise, step.typed_task or step.task, step.typed, move)
        if moment.made and step.begun:
            return Advice(place + 1, count, *step.begun, move)
        return Advice(place + 1, count, praise, step.task, step.keys, move)

    def teach(self, controller: Controller[Any]) -> None:
        """Let the hints of a controller show the moves that the steps name."""
        hint, timeline = controller.model.turn_hint, controller.timeline
        hint.taught = lambda: self.advice(self.moment(timeline)).move

    def keep(self, moment: Moment) -> None:
        """Remember the progress; a lesson that is done begins anew the next time."""
        place, table = self.lesson.place(moment), self.session.table
        if place == len(self.lesson.steps):
            keep_progress(self.lesson.game, Progress(is_done=True))
            return
        made = (at for at, play in enumerate(table.plays) if play.seat != CHANCE)
        moves = tuple(map(table.move_text, made))
        if moment.view.outcome is not None:
            moves, place = (), 0
        was_hinted = place > self.lesson.place(moment._replace(hints=()))
        progress = Progress(moves, moment.took_back, was_hinted, place, self._was_done)
        keep_progress(self.lesson.game, progress)


def _praise_of(lesson: Lesson, moment: Moment, done: Sequence[int]) -> str:
    """Return the praise for the last step, if the person made the move that the step names."""
    step, game = lesson.steps[len(done) - 1], find_game(lesson.game)
    if not step.move or not moment.plays:
        return step.praise
    named, made = (
        game.steps(move) for move in (game.parse(step.move), moment.plays[done[-1] - 1].move)
    )
    return step.praise if {*named} == {*made} else ""


def _is_possible(game: Game[Any], moment: Moment, move: Any) -> bool:
    """Whether a move is legal, and all that was begun belongs to it; True for no move."""
    if move is None:
        return True
    try:
        moment.view.check(move)
    except IllegalMove:
        return False
    return set(moment.made) <= set(game.steps(move))


def _table(lesson: Lesson) -> Table[Any]:
    """Return the table of a lesson at its beginning."""
    game, described = find_game(lesson.game), describe(lesson.game)
    options = game.options(**{**described.fitted({}), **lesson.options})
    kind = next(kind for kind in described.kinds if kind != HUMAN)
    sitters = []
    for seat, name in enumerate(game.seats(options)):
        spoken = seat_name(lesson.game, name)
        is_person = seat == lesson.seat
        sitters.append(Sitter(spoken) if is_person else Sitter(spoken, kind, seat_seed(0, seat)))
    if not lesson.deal:
        return Table(game, options, sitters, lesson.seed)
    return Table.dealt(game, options, sitters, lesson.seed, game.parse(lesson.deal))


def _table_after(lesson: Lesson, moves: tuple[str, ...]) -> Table[Any] | None:
    """Return the table of a lesson after these moves, None where they cannot be made."""
    table = _table(lesson)
    try:
        for move in moves:
            table.play_text(move)
    except ValueError:
        return None
    return table
