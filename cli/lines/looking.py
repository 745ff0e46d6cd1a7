"""The answers in lines to the words of all games that only look at one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from cli.lines.game import LineGame
from cli.lines.words import Word
from engine.reasons import Explanation, IllegalMove, TableReason
from engine.timeline import Timeline
from words import rules as rule_texts
from words.seat_names import seat_name
from words.translation import _, language, why

WIDTH: Final = 78
OVER: Final = IllegalMove(TableReason.GAME_OVER)


def who_plays(timeline: Timeline[Any]) -> str:
    """Return who sits where, and that there is help."""
    seats = zip(timeline.seats, timeline.sitters, strict=True)
    sits = _("{colour}: {players}")
    who = ", ".join(
        sits.format(colour=seat_name(timeline.game.key, seat), players=one.kind)
        for seat, one in seats
    )
    return _("{who}. Type a move, or help.").format(who=who)


def hint(move: str, because: Sequence[Explanation], opponent: str) -> str:
    """Return a hint in a line: the move and the reasons for it."""
    reasons = [why(b._replace(facts={**b.facts, "player": opponent})) for b in because]
    said = _("Hint: {move}").format(move=move)
    return " - ".join([said, ", ".join(reasons)]) if reasons else said


def rules(game: str) -> Iterator[str]:
    """Yield the rules in short, wrapped."""
    for paragraph in rule_texts.rules(game).split("\n"):
        yield from wrap(paragraph, WIDTH) or [""]


def help_lines(game: LineGame, fits: Callable[[Word | None], bool]) -> Iterator[str]:
    """Yield how moves are written, and the words that can be had now."""
    yield _(game.move_help)
    rows = [(_typed(word), _(word.help)) for word in game.words if fits(word)]
    width = max(len(typed) for typed, _help in rows)
    for typed, help_text in rows:
        yield f"{typed:{width}}  {help_text}"


def _typed(word: Word) -> str:
    """Return what is typed for a word, in the language spoken."""
    spelled = word.french if language() == "fr" else word.english
    parts = [spelled, _(word.takes) if word.takes else "", f"({word.key})" if word.key else ""]
    return " ".join(part for part in parts if part)
