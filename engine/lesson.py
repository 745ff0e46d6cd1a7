"""A first game: a fixed game in steps, each of which is done by what happens at the table.

A lesson is read like a description: its words are English, and `words.translation` says them in
the language spoken. It knows neither keys nor files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from engine.description import Value, mark
from engine.game import CHANCE, Play, Step


class Moment(NamedTuple):
    """What a step of a lesson looks at.

    Attributes:
        seat: The seat of the person.
        view: What this seat may know, before its unfinished move.
        made: The steps of that move.
        plays: All moves of the game, chance's included.
        took_back: Whether the person has taken a move back, now or before the game was left.
        was_hinted: Whether the person was given a hint, now or before.
    """

    seat: int
    view: Any
    made: tuple[Step, ...] = ()
    plays: tuple[Play, ...] = ()
    took_back: bool = False
    was_hinted: bool = False

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of the person."""
        return tuple(play.move for play in self.plays if play.seat == self.seat)

    @property
    def replies(self) -> int:
        """How many moves the other seats have made."""
        return sum(play.seat not in (CHANCE, self.seat) for play in self.plays)

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


def always(_moment: Moment) -> bool:
    """Return True."""
    return True


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson.

    Words have the ids of actions in braces, where the screen puts a key and a line mode a word.

    Attributes:
        task: What to do, and why.
        keys: By which keys, at a table with a cursor.
        typed: What to type where moves are typed.
        is_done: Whether it is done.
        praise: What is said once it is done, beside the next task.
        is_open: Whether it makes sense here, asked while the person is to move.
        move: The move that it names, as it is written, which has to be legal too; empty for none.
    """

    task: str
    keys: str
    typed: str
    is_done: Check
    praise: str = ""
    is_open: Check = always
    move: str = ""


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

    def place(self, moment: Moment) -> int:
        """Return the number of steps done: the place of the first one that is not."""
        for place, step in enumerate(self.steps):
            if not step.is_done(moment):
                return place
        return len(self.steps)


ASTRAY: Final = mark("That is allowed, and you may play on like this. The lesson went another way.")
"""What is said of moves after which a step cannot be done any more."""
OVER: Final = mark("The game ended before the lesson did.")
"""What is said at the end of a game in which not all steps were done."""
