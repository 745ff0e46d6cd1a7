"""The options of a game and its players on the command line, made from the game's description."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from cli.arguments import a_number_in
from cli.parser import Parser
from cli.streams import BadUse
from engine.description import NOTHING, Option, Value, Values
from engine.game import Game, side_of
from engine.games import describe, find_game
from engine.table import HUMAN, PROGRAM
from programs.players import is_known
from words.names import seat_name
from words.plain_text import folded
from words.translation import _, everywhere, said


def described_options(game: str) -> tuple[Option, ...]:
    """Return every option that a game describes, with `first` at the end."""
    description = describe(game)
    return (*description.options, *([description.first] if description.first else []))


def add_game_options(parser: Parser, game: str, *, has_handicaps: bool = True) -> None:
    """Add every option that a game describes, or all but handicaps; None if it is not given."""
    for option in described_options(game):
        if has_handicaps or not option.names_side:
            add_option(parser, option)


def add_option(parser: Parser, option: Option) -> None:
    """Add one option of a game."""
    values = option.values
    choices = None if isinstance(values, range) else tuple(values)
    read: Callable[[str], Value]
    if isinstance(values, range):
        read = partial(a_number_in, values)
    else:
        read = partial(_read_value, values)
    parser.add_argument(
        f"--{_hyphened(option)}",
        dest=option.name,
        type=read,
        choices=choices,
        metavar=_listed(values),
        help=_(option.help),
    )


def given_options(options: Namespace, game: str) -> dict[str, Any]:
    """Return the options of a game that were given, by name."""
    names = [option.name for option in described_options(game)]
    values = {name: getattr(options, name, None) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def rules_of(game: Game[Any], given: Values) -> Any:
    """Return the options of a game, as given or as usual. Raises `BadUse`."""
    from saves.reasons import sentence_of

    try:
        return game.options(**given)
    except ValueError as fault:
        raise BadUse(said(sentence_of(fault))) from None


def fitting_options(given: Values, game: str) -> dict[str, Value]:
    """Return all options but `first`: as given, else as usual.

    Raises `BadUse` for an option that contradicts the others or has no effect with them.
    """
    description = describe(game)
    fitted = description.fitted(given)
    for option in description.options:
        value = given.get(option.name, fitted[option.name])
        if value == fitted[option.name]:
            continue
        if not option.applies(fitted):
            words = _("--{option} has no effect here")
            raise BadUse(words.format(option=_hyphened(option)))
        values = option.values_after(fitted)
        words = _("--{option} can only be {values} here")
        raise BadUse(words.format(option=_hyphened(option), values=_listed(values)))
    return fitted


def _hyphened(option: Option) -> str:
    """Return the name of an option on the command line, without its first hyphens."""
    return option.name.replace("_", "-")


def _listed(values: Iterable[Value]) -> str:
    """Return the values of an option as text, a range by its ends."""
    if isinstance(values, range):
        return f"{values[0]}-{values[-1]}"
    return "|".join(map(_text, values))


def _read_value(values: Mapping[Value, str], text: str) -> Value:
    """Return the value that is written or called so, or the text itself if none is.

    >>> _read_value({"south": "South"}, "south"), _read_value({"on": "yes"}, "YES")
    ('south', 'on')
    """
    if text.isascii() and text.isdigit():
        text = str(int(text))
    for value, word in values.items():
        if folded(text) in map(folded, (_text(value), *everywhere(word))):
            return value
    return text


def _text(value: Value) -> str:
    """Return how a value is written on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


SEATS: Final = "--seats"
PEOPLE: Final = (HUMAN, "humain")
"""The words for a person in both languages."""


class SeatRequest(NamedTuple):
    """The player asked for on a seat, None for nobody, and the option that names a player there."""

    option: str
    who: str | None


class SeatRequests(NamedTuple):
    """The players asked for on the seats of a game.

    Attributes:
        game: The key of the game.
        listed: The players of `--seats` in seat order, "" for a seat left out; empty without it.
        named: The players of each side's option, by option: none, one for the whole side, or one
            for each of its seats.
    """

    game: str
    listed: tuple[str, ...] = ()
    named: Mapping[str, tuple[str, ...]] = NOTHING

    @property
    def kinds(self) -> frozenset[str]:
        """Every kind of player that is asked for."""
        named = (who for several in self.named.values() for who in several)
        return frozenset(filter(None, (*self.listed, *named)))

    def for_seats(self, rules: Any) -> list[SeatRequest]:
        """Return the player asked for on each seat of a game with these options.

        Raises `BadUse` for too many or too few players, and for a seat that is named twice.
        """
        options = seat_options(self.game, rules)
        names = [seat_name(self.game, seat) for seat in find_game(self.game).seats(rules)]
        self._check_counts(options, names)
        requests = []
        for seat, option in enumerate(options):
            named = self.named.get(option, ())
            place = options[:seat].count(option) if len(named) > 1 else 0
            who = named[place] if named else None
            if self.listed and self.listed[seat]:
                if who is not None:
                    words = _("{seat} is named twice: in --seats and by {option}")
                    raise BadUse(words.format(seat=names[seat], option=option))
                who = self.listed[seat]
            requests.append(SeatRequest(option, who))
        return requests

    def _check_counts(self, options: tuple[str, ...], names: list[str]) -> None:
        if self.listed and len(self.listed) != len(names):
            words = _("--seats takes {seats} players here ({names}), not {count}")
            raise BadUse(
                words.format(seats=len(names), names=", ".join(names), count=len(self.listed))
            )
        for option, who in self.named.items():
            seats = options.count(option)
            if who and not seats:
                words = _("{option}: there is no such seat here, only {names}")
                raise BadUse(words.format(option=option, names=", ".join(names)))
            if len(who) not in (0, 1, seats):
                words = _("{option} is given {count} times for {seats}")
                raise BadUse(words.format(option=option, count=len(who), seats=seats))


def seat_options(game: str, rules: Any) -> tuple[str, ...]:
    """Return the option that names the player, for each seat of a game with these options.

    Both seats of a team have the same option. A game without a choice who begins has an option
    for each seat.

    >>> from engine.zen.options import ZenOptions
    >>> seat_options("zen", ZenOptions(players=4))
    ('--black', '--white', '--black', '--white')
    """
    found, names = find_game(game), describe(game).beginners
    seats, sides = found.seats(rules), found.sides(rules)
    if not names:
        return tuple(f"--{seat.lower().replace(' ', '-')}" for seat in seats)
    return tuple(f"--{names[side_of(sides, seat)]}" for seat in range(len(seats)))


def add_seats(parser: Parser, game: str) -> None:
    """Add `--seats`, and the option of each side or seat."""
    parser.add_argument(
        SEATS,
        type=_players,
        metavar=_("WHO,WHO,..."),
        help=_("who plays, in seat order: {who}").format(who=who_may_play(game)),
    )
    for option, seats in _all_seat_options(game).items():
        words = _("who plays {seat}; a PROGRAM may contain a comma here")
        if seats.is_team:
            words = _("who plays {seat}; for a team, give it once for all or once for each")
        parser.add_argument(
            option,
            type=a_player,
            action="append" if seats.is_team else "store",
            metavar=_("WHO"),
            help=words.format(seat=seats.name),
        )


def a_player(text: str) -> str:
    """Read the kind of a player."""
    return HUMAN if text in PEOPLE else text


def seat_requests(options: Namespace, game: str) -> SeatRequests:
    """Return the players asked for on the command line."""
    named = {}
    for option in _all_seat_options(game):
        who = getattr(options, option.removeprefix("--").replace("-", "_"))
        named[option] = () if who is None else (who,) if isinstance(who, str) else tuple(who)
    return SeatRequests(game, options.seats or (), named)


def who_may_play(game: str) -> str:
    """Return the kinds of players that can be named."""
    words = _("human (or left out), {levels} or {program}")
    return words.format(levels=", ".join(describe(game).levels), program=program_form())


def program_form() -> str:
    """Return how a program is named, for help and error messages."""
    return PROGRAM + _("PROGRAM")


def no_player(game: Game[Any], who: str, *, has_people: bool = True) -> BadUse:
    """Return the complaint about an unknown player; `has_people` says if people may play."""
    people = [_("human")] if has_people else []
    known = ", ".join([*people, *game.computer_players, program_form()])
    return BadUse(_("no player {who!r}, only {known}").format(who=who, known=known))


def check_player(game: Game[Any], who: str) -> None:
    """Raise `BadUse` for an unknown player."""
    if who != HUMAN and not is_known(game, who):
        raise no_player(game, who)


def seat_typed(game: str, seats: Sequence[str], text: str) -> int:
    """Return the seat with this name or number (from 1). Raises `BadUse`."""
    names = [seat_name(game, seat) for seat in seats]
    for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
        if text.casefold() in (seat.casefold(), name.casefold(), str(number + 1)):
            return number
    raise BadUse(_("There is no seat {text}, only {names}.").format(
        text=text, names=", ".join(names)
    ))  # fmt: skip


def _players(text: str) -> tuple[str, ...]:
    return tuple(a_player(who.strip()) for who in text.split(","))


class _Seats(NamedTuple):
    """The name of the first seat that an option is for, and whether several may share it."""

    name: str
    is_team: bool


def _all_seat_options(game: str) -> dict[str, _Seats]:
    """Return the seat options of a game under all its rules."""
    found: dict[str, _Seats] = {}
    for rules in _some_rules(game):
        options = seat_options(game, rules)
        for option, seat in zip(options, find_game(game).seats(rules), strict=True):
            name, is_team = found.get(option, (seat_name(game, seat), False))
            found[option] = _Seats(name, is_team or options.count(option) > 1)
    return found


def _some_rules(game: str) -> Iterator[Any]:
    """Yield the usual options of a game, and those with one option changed."""
    make = find_game(game).options
    yield make()
    for option in describe(game).options:
        values = option.values
        for value in {values[0], values[-1]} if isinstance(values, range) else values:
            with suppress(ValueError):
                yield make(**{option.name: value})


class NewGame(NamedTuple):
    """A new game as the command line asks for it.

    Attributes:
        game: The game.
        rules: Its options.
        values: The values of the options but `first`, as given or as usual.
        first: The side that begins, "" if it is not given.
        players: The player asked for on each seat, None for nobody.
    """

    game: Game[Any]
    rules: Any
    values: dict[str, Value]
    first: str
    players: list[str | None]


def games_asked(options: Namespace) -> tuple[int, bool]:
    """Return how many games `SERIES` asks for, 0 for nothing, and whether by pairs.

    Raises `BadUse`.
    """
    if options.games and options.pairs:
        raise BadUse(_("--pairs says how many games there are; leave --games out"))
    return 2 * (options.pairs or 0) or options.games or 0, bool(options.pairs)


def add_new_game(parser: Parser, game: str, *, has_handicaps: bool = True) -> None:
    """Add the options of a game, handicaps if wanted, and those that name its players."""
    add_game_options(parser, game, has_handicaps=has_handicaps)
    add_seats(parser, game)


def new_game(options: Namespace) -> NewGame:
    """Return the new game that is asked for. Raises `BadUse`."""
    game = find_game(options.game)
    given = given_options(options, game.key)
    rules = rules_of(game, given)
    players = [asked.who for asked in seat_requests(options, game.key).for_seats(rules)]
    for who in filter(None, players):
        check_player(game, who)
    return NewGame(game, rules, fitting_options(given, game.key), given.get("first") or "", players)
