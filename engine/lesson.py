"""A first game: a fixed game in steps, each of which is done by what happens at the table.

A lesson is read like a description: its words are English, and `words.translation` says them in
the language spoken. It knows neither keys nor files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from engine.description import Value, mark
from engine.game import Play, Step


class Moment(NamedTuple):
    """What a step of a lesson looks at.

    Attributes:
        seat: The seat of the person.
        view: What this seat may know, before its unfinished move.
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
"""Says when a step was done: after how many moves of the game, not counting what was done before
so many; None while it is not done."""


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
    """Say when a hint was given; one that was given before this step does not count."""
    return next((at for at in moment.hints if at >= since), None)


def by_winning(moment: Moment, _since: int) -> int | None:
    """Say whether the game is won."""
    return len(moment.plays) if moment.is_won else None


class MoveBegun(NamedTuple):
    """What is said at a table with a cursor once the move of a step is begun.

    Attributes:
        praise: What is said of its beginning.
        task: What to do now, and why.
        keys: By which keys.
    """

    praise: str
    task: str
    keys: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Words have the ids of actions in braces, where the screen puts a key and a line mode a word.

    Attributes:
        task: What to do, and why.
        keys: By which keys, at a table with a cursor.
        typed: What to type where moves are typed.
        done: When it was done.
        praise: What is said once it is done, beside the next task; where it names a move, only if
            that one did it.
        is_open: Whether it makes sense here, asked while the person is to move.
        move: The move that it names, as it is written, which has to be legal too; empty for none.
        begun: What is said once its move is begun, None for the same as before.
        typed_task: What to do where moves are typed, whole; empty for the same.
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
        replies: The moves of the other seat in order, as they are written.
        steps: What is to be done, in order.
        farewell: What is said at the end.
        back_keys: By which keys a move is taken back that leads away from a step.
        aim: How one wins, said before the first step; empty where that step says it.
        back_typed: What to type for that.
        typed_signs: The signs that the words name, as they are typed and said, by their names.
    """

    game: str
    options: Mapping[str, Value]
    deal: str
    seat: int
    replies: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    farewell: str
    back_keys: str
    aim: str = ""
    back_typed: str = mark("{take_back} takes it back.")
    typed_signs: Mapping[str, str] = field(default_factory=dict)

    def done(self, moment: Moment) -> tuple[int, ...]:
        """Return after how many moves each step was done, up to the first one that was not.

        Each is done by something that came after the step before: so none is passed unseen.
        """
        found: list[int] = []
        for step in self.steps:
            done = step.done(moment, found[-1] if found else 0)
            if done is None:
                break
            found.append(done)
        return tuple(found)

    def place(self, moment: Moment) -> int:
        """Return the number of steps done: the place of the first one that is not."""
        return len(self.done(moment))


ASTRAY: Final = mark("That is allowed, and you may play on like this. The lesson went another way.")
"""What is said of moves after which a step cannot be done any more."""
OVER: Final = mark("The game ended before the lesson did.")
"""What is said at the end of a game in which not all steps were done."""
