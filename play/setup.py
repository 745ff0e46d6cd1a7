"""The setup of a new game: the game, its players, who begins, the length of the series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.description import Description, Option, Value, Values
from engine.game import Game, Outcome, Sides
from engine.games import describe, find_game
from engine.series import SeriesPlace, Standing, first_deal, first_side, moved_on, next_first
from engine.shuffle import seat_seed
from engine.table import HUMAN, Sitter, Table
from programs.players import command_of, is_known, is_program, title
from words.names import level_name, seat_called, seat_name

if TYPE_CHECKING:
    from engine.timeline import Timeline
    from saves.cut import CutDeal

LOTS: Final = "lots"
"""The value of `first` with which a random side begins."""

FIRST_LEVEL: Final = "novice"
"""The level of the computer players in a person's first new game."""


class Setup(NamedTuple):
    """The setup of a new game.

    Attributes:
        game: The key of the game.
        kinds: `human` or a kind of computer player, by seat.
        names: The name of the person at each seat; an unnamed one has the seat's name in files.
            A computer player is named by its seat and kind.
        first: The side that begins the first game, or `lots`; after that the sides take turns.
            Empty for a game that gives no choice.
        games: The number of games in the series.
        more: The other options of the game, each with its value.
        changes_places: Whether the players change places for each game of the series.
        pairs: Whether each deal is played twice, with places changed in between.
        clock: The time of each player at a shared table, as `5+3`; empty for no clock.
        cuts: What people cut the cards with for this one game at home, by seat; see `saves.cut`.
    """

    game: str
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    first: str = ""
    games: int = 1
    more: tuple[tuple[str, Any], ...] = ()
    changes_places: bool = False
    pairs: bool = False
    clock: str = ""
    cuts: tuple[tuple[int, str], ...] = ()

    @property
    def description(self) -> Description:
        """The game's description."""
        return describe(self.game)

    @property
    def values(self) -> dict[str, Any]:
        """The values of the options but `first`, by name."""
        return dict(self.more)

    @property
    def all_values(self) -> dict[str, Any]:
        """The values of all options by name, `first` among them if the game gives a choice."""
        return {**self.values, "first": self.first} if self.first else self.values

    @property
    def has_series(self) -> bool:
        """Whether several games can be played in a series."""
        return self.description.has_series(self.values)

    def options(self) -> Any:
        """Return the options of the game. Raises `ValueError` for invalid values."""
        return find_game(self.game).options(**self.all_values)

    def choices(self) -> list[Option]:
        """Return the options but `first` that have more than one value."""
        return self.description.choices(self.values)

    def sides(self) -> Sides:
        """Return the sides of the game."""
        return find_game(self.game).sides(self.options())

    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats in files."""
        return find_game(self.game).seats(self.options())

    def places(self) -> list[str]:
        """Return the names of the seats in the language spoken now."""
        return [seat_name(self.game, seat) for seat in self.seats()]

    def called(self) -> list[str]:
        """Return the names of the people; the name of the seat for a person without one."""
        return [seat_name(self.game, name) for name in self.names]

    def with_option(self, name: str, value: Value) -> Setup:
        """Return the setup with a new value of an option but `first`, and the others made to fit.

        An option that had no effect before has the value of a first setup.
        If it changes the number of players, new ones are seated as `seated` says, and nobody has a
        name.
        """
        described, values = self.description, self.values
        kept = {one.name: values[one.name] for one in described.options if one.applies(values)}
        more = described.fitted({**described.setup, **kept, name: value})
        setup = self._replace(more=tuple(more.items()))
        if not setup.has_series:
            setup = setup if setup.pairs else setup._replace(games=1, changes_places=False)
        return setup if len(setup.seats()) == len(setup.kinds) else setup.seated()

    def with_options(self, values: Values) -> Setup:
        """Return the setup with these values of its options but `first`."""
        setup = self
        for name, value in values.items():
            setup = setup.with_option(name, value)
        return setup

    def with_games(self, games: int, *, pairs: bool = False) -> Setup:
        """Return the setup with another number of games, which may be those of pairs."""
        changes = pairs or (self.changes_places and not self.pairs and games > 1)
        return self._replace(games=games, pairs=pairs, changes_places=changes)

    def with_kind(self, seat: int, kind: str) -> Setup:
        """Return the setup with a player of another kind at a seat."""
        return self._replace(kinds=(*self.kinds[:seat], kind, *self.kinds[seat + 1 :]))

    def at_level(self, level: str) -> Setup:
        """Return the setup with computer players of this level alone."""
        return self._replace(kinds=tuple(HUMAN if kind == HUMAN else level for kind in self.kinds))

    def with_name(self, seat: int, name: str) -> Setup:
        """Return the setup with a person of another name at a seat."""
        return self._replace(names=(*self.names[:seat], name, *self.names[seat + 1 :]))

    def with_cut(self, seat: int, text: str) -> Setup:
        """Return the setup with the cut of the person at a seat; "" is none."""
        value = "".join(filter(str.isprintable, text)).strip()
        cuts = {**dict(self.cuts), seat: value}
        return self._replace(cuts=tuple((at, cut) for at, cut in sorted(cuts.items()) if cut))

    def renamed(self, seat: int, name: str) -> Setup:
        """Return the setup with another name at a seat, unless the person is called so already."""
        return self if name == self.called()[seat] else self.with_name(seat, name)

    def moved_on(self) -> Setup:
        """Return the setup once all have moved on by one seat, with their names."""
        seats = self.seats()
        names = ("" if name == seat else name for seat, name in zip(seats, self.names, strict=True))
        called = zip(moved_on([*names]), seats, strict=True)
        return self._replace(
            kinds=moved_on(self.kinds),
            names=tuple(name or seat for name, seat in called),
            more=tuple(self.description.moved_on(self.values).items()),
        )

    def seated(self) -> Setup:
        """Return the setup with kinds for all seats, and no names.

        Seats beyond those that have one are given the usual ones of the game, or if it has none
        for this number of seats, those of the first seats again.
        """
        seats = self.seats()
        kinds = self.kinds + self.description.kinds[len(self.kinds) :]
        return self._replace(kinds=(kinds * len(seats))[: len(seats)], names=seats)

    def sitters(self, seed: int) -> list[Sitter]:
        """Return the sitters of a game with this seed, by seat."""
        there = zip(self.kinds, self.called(), self.places(), strict=True)
        return [
            Sitter(name)
            if kind == HUMAN
            else Sitter(f"{place} ({level_name(title(kind))})", kind, _seed_of(kind, seed, seat))
            for seat, (kind, name, place) in enumerate(there)
        ]


def seat_of(name: str, kind: str) -> str:
    """Return a name, that of a computer player without its level.

    >>> seat_of("SUD (casual)", "casual"), seat_of("Zoé (Paris)", HUMAN)
    ('SUD', 'Zoé (Paris)')
    """
    return name if kind == HUMAN else name.partition(" (")[0]


def together(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of partners: names that differ in a number alone become one.

    >>> together(["White 1", "White 2"]), together(["Zoé", "White 2"])
    (('White',), ('Zoé', 'White 2'))
    """
    stems = {name.rstrip("0123456789") for name in names}
    stem = stems.pop()
    return tuple(names) if stems or len(names) == 1 or not stem.endswith(" ") else (stem.strip(),)


def usual_setup(game: str) -> Setup:
    """Return the first new game of the game with this key."""
    described = describe(game)
    first = LOTS if described.first else ""
    more = tuple(described.fitted(described.setup).items())
    setup = Setup(game, described.kinds, (), first, more=more).seated()
    return setup.at_level(FIRST_LEVEL) if FIRST_LEVEL in described.levels else setup


def new_table(setup: Setup, seed: int, deal: Any = None) -> Table[Any]:
    """Return the table of a new game, with this deal if one is given, else a random one."""
    game = find_game(setup.game)
    options, sitters = setup.options(), setup.sitters(seed)
    if deal is None:
        return Table(game, options, sitters, seed)
    return Table.dealt(game, options, sitters, seed, deal)


class Series(NamedTuple):
    """A series of games, at one of them.

    Attributes:
        setup: The setup of its games.
        number: The number of this game, from 1.
        score: The games won before this one, or the points by pairs, by side; empty before the
            first.
        pair: See `SeriesPlace`.
        deal: The deal of this game, None for a new one.
        cut: The cut that this game is dealt by, None where nobody cuts.
    """

    setup: Setup
    number: int = 1
    score: tuple[int, ...] = ()
    pair: tuple[Standing, ...] | None = None
    deal: Any = None
    cut: CutDeal | None = None

    @classmethod
    def at(cls, table: Table[Any], place: SeriesPlace | None) -> Series | None:
        """Return the series of a game from a file at its place in it, None for a single game."""
        if place is None:
            return None
        setup, changes_places = setup_of(table), place.changes_places
        setup = setup._replace(
            games=place.games, changes_places=changes_places, pairs=place.pair is not None
        )
        return cls(setup, place.number, place.score, place.pair)

    @classmethod
    def following(cls, table: Table[Any], series: Series | None) -> Series:
        """Return the series at the game after one that is over, a new one after a single game."""
        after = (series or cls(setup_of(table))).after(table.outcome, first_side(table))
        is_second = after.place is not None and after.place.is_second
        return after._replace(deal=first_deal(table)) if is_second else after

    @property
    def place(self) -> SeriesPlace | None:
        """The place that the file of this game keeps, None for a single game."""
        setup = self.setup
        if setup.games == 1:
            return None
        score = self.score or (0,) * len(setup.sides())
        pair = (self.pair or ()) if setup.pairs else None
        return SeriesPlace(self.number, setup.games, score, setup.changes_places, pair)

    def after(self, outcome: Outcome | None, began: int) -> Series:
        """Return the series after this game; the side after `began` begins the next one.

        After the last game a new series begins.
        """
        setup, changes = self.setup, self.setup.changes_places
        setup = setup._replace(
            first=next_first(setup.description.beginners, began, changes_places=changes)
        )
        if changes:
            setup = setup.moved_on()
        place = self.place and self.place.after(outcome, setup.sides())
        return Series(setup, place.number, place.score, place.pair) if place else Series(setup)


def _seed_of(kind: str, seed: int, seat: int) -> int | None:
    return None if is_program(kind) else seat_seed(seed, seat)


def setup_of(table: Table[Any]) -> Setup:
    """Return the setup of a new game like this one.

    A person elsewhere is one here; the level of a pinned player plays in its place.
    """
    options = asdict(table.options)
    first = options.pop("first", "")
    called = zip(table.sitters, table.seats, strict=True)
    names = tuple(
        one.name if one.is_person and seat_called(table.game.key, one.name) != seat else seat
        for one, seat in called
    )
    kinds = tuple(
        HUMAN if sitter.is_person else level_of(table.game, sitter.kind) for sitter in table.sitters
    )
    return Setup(table.game.key, kinds, names, first, more=tuple(options.items()))


def level_of(game: Game[Any], kind: str) -> str:
    """Return the level of a pinned player, whose kind is a level and a version; else the kind."""
    return kind.partition("-")[0] if kind in game.pinned_players else kind


def has_pinned_player(timeline: Timeline[Any]) -> bool:
    """Whether a player sits at a table whom nobody else may replace."""
    return any(sitter.kind in timeline.game.pinned_players for sitter in timeline.sitters)


def seatings(setup: Setup) -> list[tuple[str, ...]]:
    """Return the seatings of a game that goes on from another one: kinds of player by seat.

    First as it was, then one person at each seat in turn, then people alone, then computer players
    alone. A computer player keeps its seat; where people sat, one of the usual kind plays.
    """
    seats = range(len(setup.kinds))
    usual = next(kind for kind in setup.description.kinds[::-1] if kind != HUMAN)
    computers = tuple(usual if kind == HUMAN else kind for kind in setup.kinds)
    alone = (tuple(HUMAN if at == seat else computers[at] for at in seats) for seat in seats)
    return list(dict.fromkeys([setup.kinds, *alone, (HUMAN,) * len(seats), computers]))


def reseated(setup: Setup, kinds: Sequence[str]) -> Setup:
    """Return the setup with these kinds of player by seat.

    A person keeps the seat's name; who played alone and plays alone takes the name along.
    """
    was, now = (person_alone(kinds) for kinds in (setup.kinds, kinds))
    seats = setup.seats()
    there = zip(setup.kinds, setup.names, seats, strict=True)
    names = tuple(name if kind == HUMAN else place for kind, name, place in there)
    if was is not None and now is not None and names[was] != seats[was]:
        names = (*seats[:now], names[was], *seats[now + 1 :])
    return setup._replace(kinds=tuple(kinds), names=names)


def person_alone(kinds: Sequence[str]) -> int | None:
    """Return the seat of the only person, None for no person or several."""
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    return people[0] if len(people) == 1 else None


def programs_of(table: Table[Any]) -> dict[tuple[str, ...], list[str]]:
    """Return the commands of the programs at a table, each with the names of its seats."""
    found: dict[tuple[str, ...], list[str]] = {}
    for seat, sitter in zip(table.seats, table.sitters, strict=True):
        if is_program(sitter.kind) and is_known(table.game, sitter.kind):
            name = seat_name(table.game.key, seat)
            found.setdefault(tuple(command_of(sitter.kind)), []).append(name)
    return found
