"""Why a program that plays loses by forfeit, as English sentences with their facts."""

from __future__ import annotations

from engine.game import Forfeit, Reason


class Failure(Reason):
    """What a program did instead of playing; the sentence is about the player it plays for."""

    NOT_STARTED = "{program} cannot be started: {why}"
    ENDED = "its program ended with status {status}"
    KILLED = "its program was ended by {signal}"
    CLOSED = "its program closed its standard output"
    SILENT = "no answer within {seconds:g} s"
    DEAF = "its program read nothing for {seconds:g} s"
    TOO_LONG = "its answer is longer than {limit} bytes"
    NO_MOVE = "{answer} is no move"
    ILLEGAL = "{move} is illegal: {why}"


class Lack(Forfeit):
    """A program cannot be started for want of something on this machine.

    It is no fault of the player: whoever can do more than end the game lets nobody lose by it.
    """

    def __init__(self, program: str, why: str) -> None:
        super().__init__(Failure.NOT_STARTED, program=program, why=why)

    def __reduce__(self) -> tuple[object, ...]:
        return Lack, (self.facts["program"], self.facts["why"])
