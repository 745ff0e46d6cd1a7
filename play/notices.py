"""The refusals of a table that are not the game's rules, in English."""

from __future__ import annotations

from engine.reasons import IllegalMove, Reason


class Notice(Reason):
    """Why an action is refused at the table now."""

    NO_SENSE_NOW = "this cannot be done now"
    NOT_AGREED = "The move was not taken back: not everybody agreed."
    PARTNER_READS = "No hint: {player} would see it too."


NO_SENSE_NOW = IllegalMove(Notice.NO_SENSE_NOW)
"""The refusal of an action that is not even offered."""
