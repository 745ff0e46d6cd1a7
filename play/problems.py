"""Problems without a screen: which comes next, what an answer is worth, and the one that is open.

Both ratings follow from the attempts that were kept, by Glicko-2: a person meets a problem as
another player. Only the first answer counts each time a problem comes, and none once it is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from engine.game import View
from engine.games import describe, find_game
from engine.problems import WITH_PROBLEMS, Problem, read_problem
from engine.reasons import Explanation
from engine.table import Sitter, Table
from engine.timeline import TableTimeline
from host import outside
from play.game_words import game_name
from play.rows import Choice
from play.statistics_model import with_spread
from saves.attempts import Attempt, keep_attempt, read_attempts
from saves.problems import ShippedProblem, shipped_problems
from saves.rating import Met, Rating, rated
from words.translation import _, decimal, mark

DEVIATION: Final = 100.0
"""The standard error of a problem's first rating: some tries of the levels, and no person."""

LATER: Final = 6
"""The other problems before a failed one comes again; each further time there are twice as many."""

KINDS: Final = {
    "survive": mark("survive"),
    "win": mark("win"),
    "win 1": mark("win at once"),
    "win 2": mark("win in 2 moves"),
    "win 3": mark("win in 3 moves"),
}
"""What is asked, in short, by the kind of a problem."""


class Failed(NamedTuple):
    """A problem that was failed: how often, and after how many attempts the last time."""

    times: int
    at: int


class Standing:
    """What a person made of the problems of a game.

    Attributes:
        game: The key of the game.
        rating: The rating of the person.
        count: How many attempts there were.
        solved: The problems that were solved, by id, those solved longest ago first.
        failed: Those that were failed and not solved since.
    """

    def __init__(self, game: str, attempts: Sequence[Attempt] = ()) -> None:
        """Count the attempts at the problems of a game; others are passed over."""
        self.rating = Rating()
        self.count = 0
        self.solved: dict[str, None] = {}
        self.failed: dict[str, Failed] = {}
        self.game = game
        self._problems = {problem.id: problem for problem in shipped_problems(game)}
        self._ratings: dict[str, Rating] = {}
        for attempt in attempts:
            self.note(attempt)

    def rating_of(self, problem: ShippedProblem) -> Rating:
        """Return the rating of a problem, as it is for this person."""
        return self._ratings.get(problem.id) or Rating(problem.points, DEVIATION)

    def note(self, attempt: Attempt) -> None:
        """Count an attempt."""
        problem = self._problems.get(attempt.problem)
        if problem is None or attempt.game != self.game:
            return
        id_ = problem.id
        self.count += 1
        if id_ not in self.solved:
            mine, theirs = self.rating, self.rating_of(problem)
            score = float(attempt.is_solved)
            self.rating = rated(mine, [Met(theirs.points, score, theirs.deviation)])
            self._ratings[id_] = rated(theirs, [Met(mine.points, 1 - score, mine.deviation)])
        if attempt.is_solved:
            self.failed.pop(id_, None)
            self.solved.pop(id_, None)
            self.solved[id_] = None
        elif id_ not in self.solved:
            times = self.failed[id_].times + 1 if id_ in self.failed else 1
            self.failed[id_] = Failed(times, self.count)

    def next(self, passed: Collection[str] = ()) -> ShippedProblem:
        """Return the problem that comes next, none of those `passed` if there is another.

        It is a failed one whose time has come; else the one nearest to the person's rating that
        was never tried; else the failed one that comes soonest; else the one solved longest ago.
        """
        passed = [id_ for id_ in passed if id_ in self._problems]
        if len({*passed}) == len(self._problems):
            passed = passed[-1:]
        waiting = sorted(
            (self._time_of(failed), id_) for id_, failed in self.failed.items() if id_ not in passed
        )
        if waiting and waiting[0][0] <= self.count:
            return self._problems[waiting[0][1]]
        known = {*self.solved, *self.failed, *passed}
        fresh = [problem for id_, problem in self._problems.items() if id_ not in known]
        if fresh:
            return min(fresh, key=lambda one: (abs(one.points - self.rating.points), one.id))
        again = [id_ for _time, id_ in waiting] + [id_ for id_ in self.solved if id_ not in passed]
        return self._problems[again[0]]

    @property
    def due(self) -> list[str]:
        """The failed problems whose time has come, by id."""
        return [id_ for id_, failed in self.failed.items() if self._time_of(failed) <= self.count]

    def _time_of(self, failed: Failed) -> int:
        return failed.at + (LATER << failed.times - 1)

    @property
    def problems(self) -> Sequence[ShippedProblem]:
        """All problems, the easiest as shipped first."""
        return [*self._problems.values()]

    def find(self, id_: str) -> ShippedProblem | None:
        """Return a problem by its id, None if there is none."""
        return self._problems.get(id_)

    @property
    def points(self) -> str:
        """The points of the person's rating."""
        return decimal(self.rating.points, 0)

    @property
    def words(self) -> str:
        """How many are solved, and the rating once there is one."""
        solved, all_ = len(self.solved), len(self._problems)
        if not self.count:
            return _("Solved: {solved} of {all}.").format(solved=solved, all=all_)
        words = _("Solved: {solved} of {all}. Your rating: {rating}.")
        return words.format(solved=solved, all=all_, rating=with_spread(self.rating))


class Answer(NamedTuple):
    """What became of an answer.

    Attributes:
        is_right: Whether it solves the problem.
        why: Why not, or the reasons for it.
        words: What it did to the rating, "" if nothing.
    """

    is_right: bool
    why: tuple[Explanation, ...]
    words: str


class OpenProblem:
    """The problem that is open.

    Attributes:
        shipped: Its text and its id.
        problem: The problem itself.
        table: The table in its position.
        is_done: Whether it was solved, or its solution told.
        is_solved: Whether the person found the solution.
    """

    def __init__(
        self, training: Training, shipped: ShippedProblem, keep: Callable[[Attempt], None]
    ) -> None:
        """Lay the problem out."""
        self.shipped = shipped
        self.problem: Problem[Any] = read_problem(training.game, shipped.text)
        self.is_done = self.is_solved = False
        self._training, self._keep = training, keep
        self._is_tried = False
        game, options = find_game(training.game), self.problem.options
        sitters = [Sitter(seat) for seat in game.seats(options)]
        self.table: Table[Any] = Table(game, options, sitters, start=self.problem.start())

    @property
    def timeline(self) -> TableTimeline[Any]:
        """What the person may see of the position."""
        return TableTimeline(self.table, self.problem.open_seats)

    @property
    def view(self) -> View[Any]:
        """The view of the seat that is to move."""
        return self.timeline.view(self.problem.seat)

    def answer(self, move: Any) -> Answer:
        """Judge a legal move, and keep what it says of the person. Raises `OSError`."""
        is_right = self.problem.solves(move)
        words = self._note(is_solved=is_right)
        if not is_right:
            return Answer(False, (self.problem.refuted(move),), words)
        self.is_done = self.is_solved = True
        return Answer(True, self._reasons(move), words)

    def solution(self) -> tuple[Any, Answer]:
        """Return the solution with its reasons; it counts as failed. Raises `OSError`."""
        (move,) = self.problem.solutions()
        words = "" if self.is_done else self._note(is_solved=False)
        self.is_done = True
        return move, Answer(True, self._reasons(move), words)

    def _reasons(self, move: Any) -> tuple[Explanation, ...]:
        hints = self.table.game.explain(self.view, move, self.problem.wins_in())
        return (*self.problem.proved(move), *hints)

    def _note(self, *, is_solved: bool) -> str:
        """Keep the first answer, and return what it did to the rating."""
        if self._is_tried:
            return ""
        standing = self._training.standing
        attempt = Attempt(
            self._training.game,
            self.shipped.id,
            is_solved,
            outside.now().isoformat(timespec="seconds"),
        )
        self._keep(attempt)
        self._is_tried = True
        self._training.answered(self.shipped)
        before, was_solved = standing.rating, self.shipped.id in standing.solved
        standing.note(attempt)
        if was_solved:
            return _("You had solved it before: your rating stays.")
        points = [decimal(rating.points, 0) for rating in (before, standing.rating)]
        return _("Your rating: {before} before, {after} now.").format(
            before=points[0], after=points[1]
        )


class KeptStanding(NamedTuple):
    """What a person made of the problems of a game: its title, how many are solved, the rating."""

    game: str
    solved: str
    rating: str


def kept_standings() -> list[KeptStanding]:
    """Return what the person made of the problems of each game that was tried. Raises `OSError`."""
    attempts = read_attempts()
    tried = {attempt.game for attempt in attempts}
    kept = []
    for standing in (Standing(key, attempts) for key in WITH_PROBLEMS if key in tried):
        words = _("{solved} of {all} solved")
        solved = words.format(solved=len(standing.solved), all=len(standing.problems))
        rating = with_spread(standing.rating)
        kept.append(KeptStanding(_(describe(standing.game).title), solved, rating))
    return kept


def problem_games() -> list[Choice]:
    """Return the games with problems as answers, with how many are solved. Raises `OSError`."""
    attempts = read_attempts()
    answers = []
    for key in WITH_PROBLEMS:
        standing = Standing(key, attempts)
        solved, all_ = len(standing.solved), len(standing.problems)
        words = _("Problems: {game}").format(game=game_name(key))
        answers.append(Choice(key, words, f"{solved}/{all_}"))
    return answers


class Training:
    """The problems of a game, one after the other.

    Attributes:
        game: The key of the game.
        standing: What the person made of them.
    """

    def __init__(
        self,
        game: str,
        attempts: Sequence[Attempt],
        keep: Callable[[Attempt], None] = keep_attempt,
    ) -> None:
        """Take up where the attempts end; `keep` keeps each further one."""
        self.game = game
        self.standing = Standing(game, attempts)
        self._keep = keep
        self._passed: list[str] = []

    @classmethod
    def kept(cls, game: str) -> Training:
        """Take up where the person left off. Raises `OSError`."""
        return cls(game, read_attempts())

    def first(self, name: str) -> OpenProblem:
        """Open the problem of that name, or else the one that comes next."""
        shipped = self.standing.find(name)
        return self.open(shipped) if shipped else self.next()

    def next(self) -> OpenProblem:
        """Open the problem that comes next; one that was left unanswered does not come at once."""
        return self.open(self.standing.next(self._passed))

    def open(self, shipped: ShippedProblem) -> OpenProblem:
        """Open a problem."""
        self.answered(shipped)
        self._passed.append(shipped.id)
        return OpenProblem(self, shipped, self._keep)

    def answered(self, shipped: ShippedProblem) -> None:
        """Note that a problem does not wait for an answer any more."""
        if shipped.id in self._passed:
            self._passed.remove(shipped.id)
