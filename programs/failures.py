"""The reasons why a program that plays forfeits, in English."""

from __future__ import annotations

from engine.reasons import Forfeit, Reason


class Failure(Reason):
    """Why a program forfeits; the sentence is about the player it plays for."""

    NOT_STARTED = "{program} cannot be started: {why}"
    ENDED = "its program ended with status {status}"
    KILLED = "its program was ended by {signal}"
    CLOSED = "its program closed its standard output"
    SILENT = "no answer within {seconds:g} s"
    DEAF = "its program read nothing for {seconds:g} s"
    TOO_LONG = "its answer is longer than {limit} bytes"
    NO_MOVE = "{answer} is not a move"
    ILLEGAL = "{move} is illegal: {why}"


class OutOfResources(Forfeit):
    """An error: a program cannot be started because this machine lacks memory, files or processes.

    The player is not to blame: a caller that need not end the game lets nobody lose by it.
    """

    def __init__(self, program: str, why: str) -> None:
        super().__init__(Failure.NOT_STARTED, program=program, why=why)

    def __reduce__(self) -> tuple[object, ...]:
        return OutOfResources, (self.facts["program"], self.facts["why"])
