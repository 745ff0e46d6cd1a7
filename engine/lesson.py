"""A first game: a fixed game in steps, each of which is done by an event at the table.

A lesson is read like a description: its words are English, and `words.translation` says them in
the language spoken. It knows neither keys nor files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from engine.description import Value, mark
from engine.game import Play, Step
from engine.reasons import Reason


class LessonMerit(Reason):
    """Why a first game teaches a move."""

    TAUGHT = "this step asks for it"


class Moment(NamedTuple):
    """The state of a first game, as the steps of its lesson look at it.

    Attributes:
        seat: The seat of the person.
        view: The view of this seat, before its unfinished move.
        made: The steps of that move.
        plays: All moves of the game, chance's included.
        took_back: Whether the person has taken a move back, now or before the game was left.
        hints: How many moves stood on the table when the person was given each hint.
    """

    seat: int
    view: Any
    made: tuple[Step, ...] = ()
    plays: tuple[Play, ...] = ()
    took_back: bool = False
    hints: tuple[int, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether the person is to move."""
        return self.seat in self.view.to_move

    @property
    def is_won(self) -> bool:
        """Whether the person has won the game."""
        outcome = self.view.outcome
        return outcome is not None and self.seat in outcome.winners


Check: TypeAlias = Callable[[Moment], bool]
"""A question about a moment."""


Done: TypeAlias = Callable[[Moment, int], int | None]
"""Returns the number of moves after which a step was done, or None. Nothing that happened before a
given number of moves counts."""


def always(_moment: Moment) -> bool:
    """Return True."""
    return True


def any_move(_moment: Moment, _at: int) -> bool:
    """Return True."""
    return True


def by_move(fits: Callable[[Moment, int], bool] = any_move) -> Done:
    """Return a step that is done by a move of the person; `fits` is asked with its place."""

    def done(moment: Moment, since: int) -> int | None:
        for at in range(since, len(moment.plays)):
            if moment.plays[at].seat == moment.seat and fits(moment, at):
                return at + 1
        return None

    return done


def by_first_move(moment: Moment, since: int) -> int | None:
    """Say when the person first moved, also where the move was taken back."""
    return since if moment.took_back else by_move()(moment, since)


def by_take_back(moment: Moment, since: int) -> int | None:
    """Say whether a move was taken back."""
    return since if moment.took_back else None


def by_hint(moment: Moment, since: int) -> int | None:
    """Say when a hint was given; a hint before this step does not count."""
    return next((at for at in moment.hints if at >= since), None)


def by_winning(moment: Moment, _since: int) -> int | None:
    """Say whether the game is won."""
    return len(moment.plays) if moment.is_won else None


class MoveBegun(NamedTuple):
    """The words at a table with a cursor once the move of a step is begun.

    Attributes:
        praise: The praise for its beginning.
        task: The next task, and its reason.
        keys: The keys for it.
    """

    praise: str
    task: str
    keys: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Words have the ids of actions in braces, where the screen puts a key and a line mode a word.

    Attributes:
        task: The task, and its reason.
        keys: The keys for it, at a table with a cursor.
        typed: The line to type where moves are typed.
        done: Returns when it was done.
        praise: The praise once it is done, beside the next task; if it names a move, only where
            that move did it.
        is_open: Whether it makes sense here, asked while the person is to move.
        move: The move that it names, as it is written, which has to be legal too; empty for none.
        begun: The words once its move is begun, None for the same as before.
        typed_task: The whole task where moves are typed; empty for the same.
    """

    task: str
    keys: str
    typed: str
    done: Done
    praise: str = ""
    is_open: Check = always
    move: str = ""
    begun: MoveBegun | None = None
    typed_task: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A first game of a game.

    Attributes:
        game: The key of the game.
        options: The options that differ from the usual ones.
        deal: Chance's first move as it is written; empty for a game without one.
        seat: The seat of the person.
        replies: The moves of the other seats in order, as they are written.
        steps: The steps, in order.
        farewell: The words at the end.
        back_keys: The keys that take back a move that leads away from a step.
        aim: The way to win, said before the first step; empty where that step says it.
        back_typed: The line to type to take such a move back.
        seed: The seed of chance's other moves.
    """

    game: str
    options: Mapping[str, Value]
    deal: str
    seat: int
    replies: Mapping[int, tuple[str, ...]]
    steps: tuple[LessonStep, ...]
    farewell: str
    back_keys: str
    aim: str = ""
    back_typed: str = mark("{take_back} takes it back.")
    seed: int = 0

    def done(self, moment: Moment) -> tuple[int, ...]:
        """Return the number of moves after which each step was done, up to the first open step.

        Each is done by something that came after the step before, so no step is passed unseen.
        """
        found: list[int] = []
        for step in self.steps:
            done = step.done(moment, found[-1] if found else 0)
            if done is None:
                break
            found.append(done)
        return tuple(found)

    def place(self, moment: Moment) -> int:
        """Return the number of steps done: the place of the first open step."""
        return len(self.done(moment))


ASTRAY: Final = mark("That is allowed, and you may play on like this. The lesson went another way.")
"""The words about moves after which a step cannot be done any more."""
OTHER_MOVE: Final = mark("You made another move.")
"""The words about such a move until the others have answered."""
OVER: Final = mark("The game ended before the lesson did.")
"""The words at the end of a game in which not all steps were done."""
