"""The answers in lines to the words of all games that only look at one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from cli.lines.game import LineGame
from cli.lines.words import Subject, Word, find_word
from engine.reasons import Explanation, IllegalMove, TableReason
from engine.table import Table
from engine.timeline import Timeline
from play.new_game_rows import kind_words
from play.setup import Series
from words import rules as rule_texts
from words.seat_names import seat_name
from words.translation import _, language, several, why

WIDTH: Final = 78
OVER: Final = IllegalMove(TableReason.GAME_OVER)


def who_plays(timeline: Timeline[Any]) -> Iterator[str]:
    """Yield who sits where, and that there is help."""
    seats = zip(timeline.seats, timeline.sitters, strict=True)
    sits = _("{colour} ({players})")
    who = ", ".join(
        sits.format(colour=seat_name(timeline.game.key, seat), players=kind_words(one.kind))
        for seat, one in seats
    )
    yield f"{who}."
    yield _("Type a move, or help.")


def kept_in(path: Path) -> str:
    """Return in which file a game is kept, and in which folder."""
    words = _("The game is kept in {folder} as {name}.")
    return words.format(folder=path.parent, name=path.name)


def series(place: Series | None, table: Table[Any]) -> Iterator[str]:
    """Yield which game of a series it is and who has won how many; nothing for a single game."""
    if place is None or place.setup.games < 2:
        return
    words = _("Game {number} of {games}.")
    yield words.format(number=place.number, games=place.setup.games)
    sides = table.game.sides(table.options)
    for side, won in zip(sides, place.score_with(table.outcome), strict=True):
        names = " + ".join(seat_name(table.game.key, table.seats[seat]) for seat in side)
        games = several("{count} game", "{count} games", won)
        yield _("{player} has won {games}.").format(player=names, games=games)


def what_next(place: Series | None, table: Table[Any]) -> Iterator[str]:
    """Yield what can be typed once a game is over."""
    yield from series(place, table)
    left = place.setup.games - place.number if place else 0
    if left:
        yield several(
            "new: the next game of the series ({count} left).",
            "new: the next game of the series ({count} left).",
            left,
        )
    else:
        yield _("new: another game. setup: a game of another kind.")
    if table.game.swapped_deal(table.plays) is not None:
        yield _("swap: the same deal with the seats swapped.")
    yield _("replay: step through the game. quit: leave.")


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
    """Yield how moves are written, and the words that can be had now, by what they are for."""
    if fits(None):
        yield _(game.move_help)
    for subject in Subject:
        words = [word for word in game.words if word.subject is subject and fits(word)]
        if words:
            listed = ", ".join(map(_typed, words))
            told = _("{subject}: {words}.").format(subject=_(subject.value), words=listed)
            yield from wrap(told, WIDTH, subsequent_indent="  ")
    yield _("help and a word says exactly what it does.")


def help_on(game: LineGame, text: str) -> Iterator[str]:
    """Yield exactly what a word does."""
    word = find_word(game.words, text)
    if word is None:
        yield _("There is no word {text}; help lists the words.").format(text=text)
        return
    yield _("{word}: {help}.").format(word=_typed(word), help=_(word.help))
    if word.more:
        yield _(word.more)
    other = word.english if language() == "fr" else word.french
    if other != word.spelled:
        yield _("In the other language it is {word}; both do.").format(word=other)
    if word.key:
        yield _("The letter {key} does the same.").format(key=word.key)


def _typed(word: Word) -> str:
    """Return what is typed for a word, in the language spoken."""
    return " ".join(part for part in (word.spelled, _(word.takes)) if part)
