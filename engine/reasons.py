"""Reasons with the facts that fill their sentences, and the errors that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple, Self, TypeVar

LONGEST_SHOWN: Final = 40
"""The most characters that an error message quotes."""


class Reason(Enum):
    """A kind of reason: each member is an English sentence with its facts in braces.

    A member may name the section of a game's rules page that tells more, by its anchor.
    """

    section: str

    def __new__(cls, sentence: str, section: str | None = None) -> Self:
        """Make a reason of a sentence, which alone is its value."""
        reason = object.__new__(cls)
        reason._value_ = sentence
        reason.section = cls.usual_section() if section is None else section
        return reason

    @property
    def code(self) -> str:
        """The name as files write it: `NOT_IN_HAND` is `not-in-hand`."""
        return self.name.lower().replace("_", "-")

    @property
    def rank(self) -> int:
        """Its place in its class, from 0; the reasons for a move stand there strongest first."""
        return list(type(self)).index(self)

    @classmethod
    def usual_section(cls) -> str:
        """Return the section of the reasons that name none; empty for none."""
        return ""


class MoveReason(Reason):
    """Why a move cannot be made; the rules page tells more of each."""

    @classmethod
    def usual_section(cls) -> str:
        """Return the section on what may be done in a turn."""
        return "turn"


class TableReason(MoveReason):
    """Reasons for refusals that every game shares."""

    GAME_OVER = "the game is over", "end"
    NOT_TO_MOVE = "it is not {player}'s turn"
    NOT_A_MOVE_NOW = "{move} is not a move that can be made now"
    STALE = "the game has gone on since this move was chosen"


class NotationReason(Reason):
    """Why a text is no move, for every game."""

    NO_MOVE = "{text} is not a move (write it like {example})"
    NO_MOVER = "{text} does not begin with the seat that moves, like 2:"
    UNREADABLE = "{text} cannot be read here"


class OptionReason(Reason):
    """Why a game cannot be played so, whichever it is."""

    PLAYERS_NEEDED = "{count} players are needed, not {found}"
    NO_VALUE = "{option} is {others} or {last}, not {given}"
    OUTSIDE = "{option} is {least} to {most}, not {given}"


class OfferReason(Reason):
    """Why a take-back cannot be asked for now."""

    NO_TURN_YET = "You have no finished turn to take back."
    ANOTHER_STANDS = "Another question has to be answered first."
    TOO_SOON = "The answer was no a moment ago; ask again a little later."


class HouseReason(Reason):
    """Why a request at a shared table is refused."""

    NOT_BEGUN = "The game has not begun yet."
    HAS_BEGUN = "The game has begun."
    OTHER_GAME = "Another game has begun at the table."
    ALONE = "Nobody else is at the table."
    NOT_SEATED = "Spectators do not play."
    NOTATION = "This is not a move."
    NO_SUCH_SEAT = "There is no such seat."
    NOT_ABSENT = "This player is there."
    TOO_EARLY = "This player has {seconds} s left to come back."
    PARTNER = "The game cannot be claimed from a partner."
    NOT_YOURS = "Only the owner of the table can give free seats away."
    NOT_FREE = "This seat is not free."
    NO_LEVEL = "There is no such computer player."
    NO_OFFER = "The question has lapsed."
    NO_PHRASE = "There is no such phrase."
    TO_PARTNERS = "Where partners play, nothing is said before the end."
    SAID_ENOUGH = "Spectators have said enough for now."
    IN_PLAY = "The game is still in play."
    FAULT = "The table could not do this."
    DISK = "The table cannot save this: {why}"
    TOO_QUICK = "This server takes at most {most} moves a second at a table."
    TOO_MANY = "There have been too many requests of this kind at this table."


class LobbyReason(Reason):
    """Why a server opens no table."""

    NO_ROOM = "The server has {most} tables already."
    YOURS = "You have {most} tables open at this server already."
    TOO_OFTEN = "You have opened many tables; try again in a few minutes."
    THINKING = "The computer players of this server have too much to think about now."


def shown(text: str) -> str:
    """Return a text quoted for an error message, shortened if it is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}...")


class Explanation(NamedTuple):
    """A reason and the facts of its sentence.

    >>> str(Explanation(TableReason.NOT_TO_MOVE, {"player": "SUD"}))
    "it is not SUD's turn"
    """

    reason: Reason
    facts: Mapping[str, object]

    def __str__(self) -> str:
        return str(self.reason.value).format(**self.facts)


MOST_REASONS: Final = 3
"""The most reasons given for a move."""


def strongest(said: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Return the strongest reasons for a move: those that their class lists first."""
    ranked = sorted(said, key=lambda because: because.reason.rank)
    return tuple(ranked[:MOST_REASONS])


MOST_OTHERS: Final = 8
"""The most other moves that come with a hint."""

T = TypeVar("T")


def other_moves(best: T, moves: Iterable[T]) -> tuple[T, ...]:
    """Return the first moves but the best one, each once.

    >>> other_moves(3, [5, 3, 5, 4])
    (5, 4)
    """
    found: list[T] = []
    for move in moves:
        if len(found) == MOST_OTHERS:
            break
        if move != best and move not in found:
            found.append(move)
    return tuple(found)


class Sentence(NamedTuple):
    """An explanation as a file keeps it: an English text with its facts in braces, and the facts.

    A fact may itself be a sentence.

    >>> str(Sentence("unknown game {game}", {"game": '"go"'}))
    'unknown game "go"'
    """

    text: str
    facts: dict[str, int | str | Sentence]

    def __str__(self) -> str:
        return self.text.format(**self.facts)


class Explained(Exception):
    """An error with an explanation; equal to another one of its class that says the same."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        self.explanation = Explanation(reason, facts)
        super().__init__(*self.explanation)

    @property
    def reason(self) -> Reason:
        """The reason, without its facts."""
        return self.explanation.reason

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts of the reason's sentence, by name."""
        return self.explanation.facts

    def __str__(self) -> str:
        return str(self.explanation)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return _raised_again, (type(self), self.reason, self.facts)


def _raised_again(kind: type[Explained], reason: Reason, facts: Mapping[str, object]) -> Explained:
    return kind(reason, **facts)


class NotationError(Explained, ValueError):
    """An error: the text is no move at all, nor what else is to be read.

    >>> str(NotationError(NotationReason.NO_MOVE, text="'x'", example="TC"))
    "'x' is not a move (write it like TC)"
    """


def unreadable(text: str) -> NotationError:
    """Return the error of a text that cannot be read in its place."""
    return NotationError(NotationReason.UNREADABLE, text=shown(text))


class WrongOption(Explained, ValueError):
    """An error: no game can be played with these options or players."""


def check_option(option: str, given: object, values: Sequence[object]) -> None:
    """Raise `WrongOption` unless an option has one of its values: some few, or those of a range."""
    if given in values:
        return
    if isinstance(values, range):
        least, most = values[0], values[-1]
        raise WrongOption(OptionReason.OUTSIDE, option=option, least=least, most=most, given=given)
    *some, last = map(str, values)
    others = ", ".join(some)
    raise WrongOption(OptionReason.NO_VALUE, option=option, others=others, last=last, given=given)


class IllegalMove(Explained, ValueError):
    """An error: the move cannot be made here.

    >>> str(IllegalMove(TableReason.NOT_TO_MOVE, player="SUD"))
    "it is not SUD's turn"
    """


class Forfeit(Explained):
    """An error of a player that cannot go on, and so loses the game."""
