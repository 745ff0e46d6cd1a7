"""What a table says of itself besides the rules, as English sentences with their facts."""

from __future__ import annotations

from engine.game import IllegalMove, Reason


class Notice(Reason):
    """Why something cannot be had at the table now."""

    NO_SENSE_NOW = "this makes no sense now"
    NO_TURN_YET = "No turn of yours yet."


NO_SENSE_NOW = IllegalMove(Notice.NO_SENSE_NOW)
"""Refuses an action that is not even offered."""
