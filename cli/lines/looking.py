"""Lines about a game that are the same for every game: players, file, series, reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cli.lines.game import LineGame
from engine.clock import OUT_OF_TIME
from engine.game import CHANCE
from engine.reasons import Explanation, IllegalMove, NotationError
from engine.series import SeriesPlace, pair_of
from engine.table import EventKind, Table
from engine.timeline import Timeline
from play.new_game_model import kind_words
from saves.confined import shown
from words.names import level_name, seat_called, seat_name
from words.plain_text import printable
from words.translation import _, sentence, several, why

if TYPE_CHECKING:
    from play.afterwards import Afterwards


LONGEST_QUOTE: Final = 40
"""The letters of a line that are quoted at most."""


def prompt(timeline: Timeline[Any], seat: int | None) -> str:
    """Return the prompt for a move of a seat, None after the end.

    A person who was given a name is called by it, and not by the seat.
    """
    if seat is None or seat == CHANCE:
        return "> "
    place, sitter = timeline.seats[seat], timeline.sitters[seat]
    if sitter.is_person and seat_called(timeline.game.key, sitter.name) != place:
        return f"{printable(sitter.name)}> "
    return f"{seat_name(timeline.game.key, place)}> "


def how_to_move(game: LineGame) -> str:
    """Return what a person to move can type."""
    if any(word.id == "choices" for word in game.words):
        return _("Type a move, choices for a numbered list, or help.")
    return _("An empty line turns the next cards; help lists the words.")


def who_plays(timeline: Timeline[Any], mine: int | None = None) -> Iterator[str]:
    """Yield the player of each seat; `mine` is the seat of the only person here."""
    for at, (seat, sitter) in enumerate(zip(timeline.seats, timeline.sitters, strict=True)):
        place = seat_name(timeline.game.key, seat)
        who = _("you", "player") if at == mine else kind_words(sitter.kind)
        if sitter.is_person and seat_called(timeline.game.key, sitter.name) != seat:
            who = f"{sitter.name}, {who}"
        yield _("{row}: {value}.").format(row=place, value=who)


def seated(timeline: Timeline[Any] | Table[Any]) -> str:
    """Return the players of a game for which nobody was named, and how to change them."""
    people = [seat for seat, one in enumerate(timeline.sitters) if one.is_person]
    if len(people) != 1:
        return _("The players are those set up last, or the usual ones; setup changes that.")
    words = _("Your seat is {seat}, the computer plays the rest; setup changes that.")
    return words.format(seat=seat_name(timeline.game.key, timeline.seats[people[0]]))


def gave_up(timeline: Timeline[Any]) -> Iterator[str]:
    """Yield why a player gave up, if the game has just ended so."""
    for event in timeline.events[-1:]:
        if event.kind is EventKind.FORFEIT and event.seat is not None and event.text:
            player = seat_name(timeline.game.key, timeline.seats[event.seat])
            words = _("{player} gave up: {why}")
            if event.text == OUT_OF_TIME:
                words = _("{player} ran out of time.")
            yield words.format(player=player, why=_(event.text))


def kept_in(path: Path) -> str:
    """Return the folder and the file in which a game is kept."""
    words = _("The game is saved in {folder} as {name}.")
    return words.format(folder=shown(path.parent), name=path.name)


def to_be_kept(folder: Path) -> str:
    """Return the folder in which a game is kept once a person has moved."""
    words = _("The game will be saved in {folder} from your first move.")
    return words.format(folder=shown(folder))


def series(place: SeriesPlace | None, timeline: Timeline[Any]) -> Iterator[str]:
    """Yield the number of a game in its series and the score; nothing for a single game."""
    if place is None:
        return
    if place.pair is None:
        words = _("Game {number} of {games}.")
        yield words.format(number=place.number, games=place.games)
    else:
        pair, second = pair_of(place)
        words = _("Pair {pair} of {pairs}, game {game}.")
        yield words.format(pair=pair, pairs=place.games // 2, game=second)
    game, sides = timeline.game.key, timeline.game.sides(timeline.options)
    for side, won in zip(sides, place.score_with(timeline.outcome, sides), strict=True):
        names = " + ".join(seat_name(game, timeline.seats[seat]) for seat in side)
        games = several("{count} game", "{count} games", won)
        if place.pair is not None:
            games = several("{count} point", "{count} points", won)
        yield _("{player} has won {games}.").format(player=names, games=games)


def what_next(
    place: SeriesPlace | None, follows: Afterwards | None, *, has_deal: bool, is_judged: bool
) -> Iterator[str]:
    """Yield the firsts and records of a game that is over, and the words that can be typed.

    `place` is None if no series goes on, `follows` at a table elsewhere. `has_deal` says whether
    the deal can be played again, `is_judged` whether such games are analysed.
    """
    if follows and follows.feats:
        from play.feat_words import feat_words  # most games have none

        yield from (f"{feat_words(feat)}." for feat in follows.feats)
    if follows and follows.daily:
        if row := follows.daily.row_words:
            yield f"{row}."
        yield _("daily: your result beside that of the master, and your game in a line.")
    if place and place.left:
        yield several(
            "new: the next game of the series ({count} left).",
            "new: the next game of the series ({count} left).",
            place.left,
        )
    else:
        yield _("new: another game.")
        yield _("setup: another game, or other options.")
    if follows and (step := follows.step):
        words = _("level: a game against {level}, one level down.")
        if step.is_up:
            words = _("level: a game against {level}, one level up.")
        yield words.format(level=level_name(step.level))
    if has_deal:
        yield _("swap: the same deal with the seats swapped.")
    yield _("replay: step through the game.")
    if is_judged:
        yield _("analysis: where the game was decided.")
    yield _("share: write the game in one line, to be sent.")
    yield _("home: the first screen.")
    yield _("quit: leave.")


def reasons(game: LineGame, because: Sequence[Explanation]) -> Iterator[str]:
    """Yield the reasons for a hint."""
    for one in because:
        yield _("Why: {words}.").format(words=why(_told(game, one)))


def refused(game: LineGame, why_not: IllegalMove) -> str:
    """Return why a move cannot be made."""
    return explained(game, why_not.explanation)


def not_played(game: LineGame, typed: str, why_not: NotationError | IllegalMove) -> str:
    """Return why what was typed is not played: it is no move, or one that cannot be made."""
    if isinstance(why_not, IllegalMove):
        return refused(game, why_not)
    return _(game.no_move).format(text=typed[:LONGEST_QUOTE])


def explained(game: LineGame, reasoned: Explanation) -> str:
    """Return an explanation as a sentence, its facts said as the game says them."""
    return sentence(_told(game, reasoned))


def _told(game: LineGame, reasoned: Explanation) -> Explanation:
    facts = {name: game.fact(fact) for name, fact in reasoned.facts.items()}
    return reasoned._replace(facts=facts)
