"""Problems in lines: the position is told, and what is typed is judged."""

from __future__ import annotations

from collections.abc import Iterator

from cli.game_commands import line_game
from cli.lines import looking
from cli.streams import Dialogue
from engine.reasons import IllegalMove, NotationError
from play.action import Word, split_word
from play.games.actions import words_by_action
from play.problems import Answer, OpenProblem, Training
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about


def ask(training: Training, dialogue: Dialogue, name: str = "") -> None:
    """Ask one problem after the other until the person leaves, first the one of that name."""
    problems = LineProblems(training, training.first(name))
    dialogue.say(*problems.beginning())
    while not problems.is_left:
        dialogue.ask(problems.prompt)
        line = dialogue.take()
        if line is None:
            break
        try:
            dialogue.say(*problems.hear(line.decode(errors="replace").strip()))
        except OSError as error:
            dialogue.say(about(error.filename or "", os_text(error)))


class LineProblems:
    """The problems of a game, one after the other, and what is typed at them.

    Attributes:
        is_left: Whether the person has left.
    """

    def __init__(self, training: Training, first: OpenProblem) -> None:
        """Begin with a problem."""
        self.is_left = False
        self._training, self._open = training, first
        self._game = line_game(training.game)
        self._words = words_by_action(training.game)

    @property
    def prompt(self) -> str:
        """The prompt: the seat that is to move."""
        return looking.prompt(self._open.timeline, self._open.problem.seat)

    def beginning(self) -> Iterator[str]:
        """Yield how many problems are solved, what can be typed, and the first problem."""
        yield self._training.standing.words
        next_, solution, leave = (self._words[id_].spelled for id_ in ("next_turn", "hint", "quit"))
        words = _("Type your move; {solution} tells the solution, {next} goes on, {quit} leaves.")
        yield words.format(solution=solution, next=next_, quit=leave)
        yield from self._task()

    def _task(self) -> Iterator[str]:
        """Yield the problem that is open."""
        shipped, problem = self._open.shipped, self._open.problem
        points = round(self._training.standing.rating_of(shipped).points)
        yield _("Problem {id}, rated {points}.").format(id=shipped.id, points=points)
        yield looking.explained(self._game, problem.task)
        player = seat_name(self._game.key, self._open.timeline.seats[problem.seat])
        yield _("You are {player}.").format(player=player)
        yield from self._game.situation(self._open.view)

    def hear(self, line: str) -> Iterator[str]:
        """Yield the answer to a line. Raises `OSError` if an attempt cannot be kept."""
        word, rest = split_word(self._game.words, line)
        if not line:
            yield from self._go_on() if self._open.is_done else self._task()
        elif word is None:
            yield from self._tried(line)
        elif look := self._game.looks.get(word.english):
            yield from look(self._open.view, rest)
        else:
            yield from self._done(word)

    def _done(self, word: Word) -> Iterator[str]:
        """Yield what comes of a word that all games have."""
        if word.id == "next_turn":
            yield from self._go_on()
        elif word.id == "hint":
            move, answer = self._open.solution()
            yield _("The solution: {move}").format(move=self._game.told(move))
            yield from self._judged(answer)
        elif word.id in ("quit", "back", "home"):
            self.is_left = True
        elif word.id == "help":
            yield from self._help()
        else:
            yield _("{word} cannot be used at a problem; help lists the words.").format(
                word=word.spelled
            )

    def _help(self) -> Iterator[str]:
        yield from _(self._game.move_help).split("\n")
        for id_, purpose in (
            ("hint", _("tells the solution; the problem comes again later")),
            ("next_turn", _("goes on to another problem")),
            ("quit", _("leaves")),
        ):
            yield about(f"  {self._words[id_].spelled}", purpose)
        looks = [word for word in self._game.words if word.english in self._game.looks]
        yield about("  " + ", ".join(word.spelled for word in looks), _("look at the position"))

    def _go_on(self) -> Iterator[str]:
        self._open = self._training.next()
        yield from self._task()

    def _tried(self, line: str) -> Iterator[str]:
        """Yield what is to be said of a move that was typed."""
        view = self._open.view
        try:
            move = self._game.controls.read(line, view)
            view.check(move)
        except (NotationError, IllegalMove) as why_not:
            yield looking.not_played(self._game, line, why_not)
            return
        answer = self._open.answer(move)
        yield _("Right.") if answer.is_right else _("That does not solve it.")
        yield from self._judged(answer)

    def _judged(self, answer: Answer) -> Iterator[str]:
        if answer.is_right:
            yield from looking.reasons(self._game, answer.why)
        else:
            yield from (looking.explained(self._game, why) for why in answer.why)
        if answer.words:
            yield answer.words
        if answer.is_right:
            words = _("An empty line goes on to the next problem.")
        else:
            solution = self._words["hint"].spelled
            words = _("Try again, or type {solution}.").format(solution=solution)
        yield words
