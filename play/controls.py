"""The controls of a game: what keys do to a cursor, and what the game says of its views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from engine.game import View
from engine.reasons import IllegalMove
from play.action import Action
from play.frame import NO_SENSE_NOW, Cursor, Frame, LastMove, MoveChosen, OtherAction, Refusals

S = TypeVar("S")


class Controls(ABC):
    """The controls of a game. By default nothing is hidden, and there are no rounds.

    A game has a subclass, which is handed views and cursors of the game's own.
    """

    actions: ClassVar[Mapping[str, Action]] = MappingProxyType({})
    """The game's own actions by id, beside those that all games share."""
    hides: ClassVar[bool] = False
    """Whether players have hidden cards, so that a curtain falls between two people."""
    shows_drawn: ClassVar[bool] = False
    """Whether a person sees the cards drawn after a move before the next player comes."""
    typed: str = ""
    """The characters typed so far of something unfinished."""

    @abstractmethod
    def start(self, view: Any) -> Cursor | None:
        """Return the cursor of the seat of the view at the beginning of its move.

        None where moves are typed whole.
        """

    def refusals(self, cursor: Any) -> Mapping[str, IllegalMove]:
        """Return which of the game's actions are refused at this cursor, and why."""
        return {}

    def looks(self, view: Any) -> Refusals:
        """Return the game's actions that only show something, which no turn is needed for."""
        return {}

    @abstractmethod
    def do(self, action: str, cursor: Any) -> Cursor | MoveChosen | OtherAction:
        """Carry out one of the game's actions. Raises `IllegalMove`."""

    def key(self, character: str, cursor: Any) -> Cursor | None:
        """Return the cursor after a typed character; the same one while more are needed.

        None if the character means nothing here. Raises `IllegalMove`.
        """
        return None

    def forget(self) -> bool:
        """Drop the characters typed so far; return whether there were any."""
        return False

    @abstractmethod
    def read(self, typed: str, view: Any) -> Any:
        """Read a typed move. Raises `NotationError`."""

    def race(self, view: Any) -> Any:
        """Return the move that people at one keyboard race to make in the open, each by a key.

        None without such a race. The view is a spectator's.
        """
        return None

    def stood(self, cursor: Any, seat: int) -> None:
        """Note the position of a seat's cursor, for its next move."""
        return

    def moved(self, move: Any, seat: int, *, back: bool = False) -> None:
        """Note that a person here made a move, or took it back."""
        return

    def last(self, frame: Frame) -> LastMove | None:
        """Return the steps to mark as just made, if any."""
        return frame.last

    def rounds(self, view: Any) -> int:
        """Return the number of finished rounds."""
        return 0

    def has_round_ended(self, view: Any) -> bool:
        """Whether the last move ended a round that people should see."""
        return False

    def after(self, view: Any) -> View[Any]:
        """Return the view to show just after a move: of the round that it ended, if it did."""
        shown: View[Any] = view
        return shown

    def opened(self, views: list[Any]) -> View[Any]:
        """Return the first of these views with what the others know added."""
        shown: View[Any] = views[0]
        return shown


def end_place(cards: Sequence[object], action: str, place: int) -> int:
    """Return the place of the first or the last card of a hand, or `place` where it has none.

    >>> end_place("abc", "last_card", 1), end_place("", "last_card", 6)
    (2, 6)
    """
    if not cards:
        return place
    return 0 if action == "first_card" else len(cards) - 1


def next_stop(stops: Sequence[S], at: S, by: int) -> S:
    """Return the stop some places to the right (or left) of the stop `at`, round and round.

    >>> next_stop("abc", "b", 1), next_stop("abc", "c", 1)
    ('c', 'a')
    """
    place = stops.index(at) if at in stops else 0
    return stops[(place + by) % len(stops)]


class TypedControls(Controls):
    """Controls for every game with a line mode: moves are typed whole, and nothing is hidden."""

    def __init__(self, read: Callable[[str, Any], Any]) -> None:
        """Read typed moves with `read`, which raises `NotationError`."""
        self._read = read

    def start(self, view: Any) -> None:
        """Return None: there is no cursor."""

    def do(self, action: str, cursor: Any) -> Cursor | MoveChosen | OtherAction:
        """Raise `IllegalMove`: there are no actions of a cursor."""
        raise NO_SENSE_NOW

    def read(self, typed: str, view: Any) -> Any:
        return self._read(typed, view)
