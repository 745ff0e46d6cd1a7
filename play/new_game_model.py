"""A new game that is being set up: its rows, what each can be set to, and what that makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from engine.clock import TimeControl
from engine.description import Option, Value
from engine.games import GAMES, describe
from engine.table import HUMAN
from play.clocks import CONTROLS, control_words, short_control
from play.game_words import game_name
from play.last_setup import COUNTS, PAIRS, keep_setup, last_setup
from play.rows import Choice, Row
from play.setup import Series, Setup
from play.story import capital
from programs.players import is_program
from words.names import level_name
from words.translation import _, several

SEAL_DIGITS: Final = 32
"""The digits that are shown of a seal: nobody finds two values for them."""
SEAL_GROUP: Final = 8
"""The digits of a seal that stand together."""


class NewGameModel:
    """A new game that is being set up.

    Attributes:
        setup: The setup so far.
    """

    def __init__(self, setup: Setup) -> None:
        """Begin with a setup."""
        self.setup = self._first = setup
        self._own_value = ""

    @property
    def rows(self) -> list[Row[Setup]]:
        """The rows; a program that had a seat can be given it again."""
        setup = self.setup
        kinds = (HUMAN, *setup.description.levels, *self._first.kinds, *setup.kinds)
        choices = setup.choices()
        options = [_option_row(setup, one) for one in choices if not one.names_side]
        handicaps = [_option_row(setup, one) for one in choices if one.names_side]
        seats = _seat_rows(setup, [*dict.fromkeys(kinds)])
        lasts = [*_last_rows(setup), _clock_row(setup), *handicaps, *self._cut_rows()]
        return [_game_row(setup), *options, *seats, *lasts]

    def choose(self, row: Row[Setup], value: str) -> None:
        """Set a row to a value; another game comes with its last setup."""
        self.setup = row.change(value)
        if self.setup.game != self._first.game:
            self._first = self.setup

    def begun(self) -> Series:
        """Return the series to be played; its setup is remembered unless a program plays."""
        setup, cuts = self.setup._replace(cuts=()), self._cuts
        if not any(map(is_program, setup.kinds)):
            keep_setup(setup)
        if not cuts:
            return Series(setup)
        from saves.cut import Cut, CutDeal

        return Series(setup, cut=CutDeal(self._value, tuple(Cut(*cut) for cut in cuts)))

    @property
    def cut_at_shared_table(self) -> str:
        """The sentence that what was typed as a cut is for a game at home, "" without one."""
        words = _("Your cut is for a game here; at a shared table the players' programs cut.")
        return words if self._cuts else ""

    @property
    def _cutters(self) -> list[int]:
        """The seats of the people who may cut; a game of a series is not cut."""
        setup = self.setup
        if setup.games > 1 or not setup.description.has_deal:
            return []
        return [seat for seat, kind in enumerate(setup.kinds) if kind == HUMAN]

    @property
    def _cuts(self) -> tuple[tuple[int, str], ...]:
        """The cuts of the people who may cut, by seat."""
        return tuple(cut for cut in self.setup.cuts if cut[0] in self._cutters)

    @property
    def _value(self) -> str:
        """The value of the program, which is sealed before any person has cut."""
        if not self._own_value:
            from host.outside import new_token

            self._own_value = new_token()
        return self._own_value

    def _cut_rows(self) -> Iterable[Row[Setup]]:
        """Yield a row for the cut of each person who may cut."""
        if not self._cutters:
            return
        from saves.cut import table_seal

        seal = wrap(table_seal(self._value)[:SEAL_DIGITS], SEAL_GROUP)
        help_ = _(
            "Any text: with the program's secret it makes the deal. {command} repeats the secret's"
            " seal: {seal}."
        ).format(seal=" ".join(seal), command="tapis check --deal")
        setup = self.setup
        for seat in self._cutters:
            words = _("Cut of {seat}").format(seat=setup.places()[seat])
            change = partial(setup.with_cut, seat)
            text, none = dict(self._cuts).get(seat, ""), _("none")
            question = _("Cut:")
            yield Row(f"cut {seat}", words, text, None, question, change, help=help_, nothing=none)


def _game_row(setup: Setup) -> Row[Setup]:
    def change(key: str) -> Setup:
        return setup if key == setup.game else last_setup(key)

    words = _("Game")
    games = [Choice(key, _title(setup, key)) for key in GAMES]
    return Row("game", words, setup.game, games, words, change)


def _title(setup: Setup, key: str) -> str:
    """Return the title of a game, with the variant if it is the game that is set up."""
    variant = _(describe(key).variant(setup.values)) if key == setup.game else ""
    return f"{game_name(key)} ({variant})" if variant else game_name(key)


def _option_row(setup: Setup, option: Option) -> Row[Setup]:
    words, value = _(option.words), str(setup.values[option.name])
    about = _(option.about) if option.about else ""  # gettext's "" is the head of its file
    values = option.values_after(setup.values)
    if isinstance(values, range):
        question = _("{option}, from {low} to {high}:")
        question = question.format(option=words, low=values[0], high=values[-1])

        def count(typed: str) -> Setup:
            return setup.with_option(option.name, int(typed))

        return Row(option.name, words, value, values, question, count, help=about)
    by_id: dict[str, Value] = {str(one): one for one in values}

    def choose(id_: str) -> Setup:
        return setup.with_option(option.name, by_id[id_])

    choices = [Choice(id_, _(values[one])) for id_, one in by_id.items()]
    notes = {str(one): _(note) for one, note in option.notes.items()}
    return Row(option.name, words, value, choices, words, choose, help=about, notes=notes)


def _seat_rows(setup: Setup, kinds: Sequence[str]) -> Iterable[Row[Setup]]:
    """Yield for each seat the kind of its player, and the name of a person."""
    choices = [Choice(kind, kind_words(kind), kind_note(kind, setup.game)) for kind in kinds]
    called, described = setup.called(), setup.description
    levels = ", ".join(map(level_name, described.levels))
    help_ = _("Levels, the weakest first: {levels}.").format(levels=levels)
    help_ = help_ if len(described.levels) > 1 else ""
    notes = {one.id: f"{capital(one.note)}." for one in choices if one.note}
    for seat, place in enumerate(setup.places()):
        kind, question = setup.kinds[seat], _("Who plays {seat}?").format(seat=place)
        change = partial(setup.with_kind, seat)
        id_ = f"kind {seat}"
        yield Row(id_, place, kind, choices, question, change, help=help_, notes=notes)
        if kind == HUMAN:
            words, rename = _("Name of {seat}").format(seat=place), partial(setup.renamed, seat)
            about, name = (
                _("The name of this person, at the table and in the statistics."),
                called[seat],
            )
            yield Row(f"name {seat}", words, name, None, _("Name:"), rename, help=about)


def _last_rows(setup: Setup) -> Iterable[Row[Setup]]:
    """Yield who begins, and how many games are played, where that can be chosen."""
    if first := setup.description.first:
        assert not isinstance(first.values, range)
        choices = [Choice(str(one), _(words)) for one, words in first.values.items()]

        def begin(side: str) -> Setup:
            return setup._replace(first=side)

        words, help_ = _(first.words), _("Who begins the first game; then the sides take turns.")
        yield Row(first.name, words, setup.first, choices, words, begin, help=help_)
    yield _games_row(setup)
    if setup.games > 1 and not setup.pairs:
        words = _("Places")
        ways = [
            Choice("stay", _("stay as they are")),
            Choice("change", _("change after each game")),
        ]

        def seat(way: str) -> Setup:
            return setup._replace(changes_places=way == "change")

        way = "change" if setup.changes_places else "stay"
        help_ = _("Whether everybody moves on by one seat after each game.")
        yield Row("places", words, way, ways, words, seat, help=help_)


def _games_row(setup: Setup) -> Row[Setup]:
    """Return the row with the number of games, or of pairs of games; a game of rounds is one."""
    words, pairs_of = _("Number of games"), {f"{count}x2": count for count in PAIRS}
    counts = [Choice(str(count), str(count)) for count in COUNTS]
    pairs = [
        Choice(id_, several("{count} pair", "{count} pairs", count))
        for id_, count in pairs_of.items()
    ]

    def play(games: str) -> Setup:
        if count := pairs_of.get(games):
            return setup.with_games(2 * count, pairs=True)
        return setup.with_games(int(games))

    help_ = _("Games in a row between the same players; the score counts those won.")
    note = _(
        "Each deal is played twice, with places changed. A pair won counts 2 points,"
        " a halved one 1."
    )
    value = f"{setup.games // 2}x2" if setup.pairs else str(setup.games)
    choices = [*(counts if setup.has_series else counts[:1]), *pairs]
    return Row(
        "games", words, value, choices, words, play, help=help_, notes=dict.fromkeys(pairs_of, note)
    )


def _clock_row(setup: Setup) -> Row[Setup]:
    choices = [Choice("", _("no clock"))]
    for text in CONTROLS:
        control = TimeControl.parse(text)
        choices.append(Choice(text, short_control(control), control_words(control)))

    def time(clock: str) -> Setup:
        return setup._replace(clock=clock)

    words, help_ = _("Clock"), _("The time of each player at a shared table; here nobody is timed.")
    notes = {one.id: f"{capital(one.note)}." for one in choices if one.note}
    return Row("clock", words, setup.clock, choices, words, time, help=help_, notes=notes)


def kind_words(kind: str) -> str:
    """Return the name of a kind of player; a program is called by its command."""
    if kind == HUMAN:
        return _("a person")
    return kind if is_program(kind) else _("computer: {kind}").format(kind=level_name(kind))


def kind_note(kind: str, game: str) -> str:
    """Return in a few words how a kind of player plays a game."""
    return _("at this keyboard") if kind == HUMAN else _(describe(game).levels.get(kind, ""))
