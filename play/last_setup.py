"""The last setup of a new game, remembered for each game from one start to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeGuard

from engine.games import GAMES, MAIN, describe
from engine.table import HUMAN
from play.clocks import CONTROLS
from play.setup import Series, Setup, usual_setup
from saves.home import recall, remember

PEOPLE: Final = "people"
"""The name under which it is remembered what people are called, the first one first."""

COUNTS: Final = (1, 3, 5, 7, 10)
"""The lengths that a series can have."""

PAIRS: Final = (1, 2, 3, 5)
"""The pairs that a match by pairs can have."""


def last_setup(game: str | None = None) -> Setup:
    """Return the last setup of a game, or of the game played last; else the usual one."""
    remembered = recall()
    if game is None:
        game = remembered.get("game", MAIN)
    if not isinstance(game, str) or game not in GAMES:
        game = MAIN
    kept: Any = remembered.get(_name(game))
    # those of earlier versions had no handicap
    handicaps = {one.name: one.usual for one in describe(game).options if one.names_side}
    try:
        setup = Setup(
            game,
            tuple(kept["kinds"]),
            tuple(kept["names"]),
            kept["first"],
            kept["games"],
            tuple({**handicaps, **dict(kept.get("more", ()))}.items()),
            kept.get("changes_places", False),
            kept.get("pairs", False),
            kept.get("clock", ""),
        )
        is_right = _is_right(setup)
    except (AttributeError, KeyError, TypeError, ValueError):
        is_right = False
    return with_people(setup if is_right else usual_setup(game), remembered.get(PEOPLE))


def person_to_ask(setup: Setup) -> int | None:
    """Return the seat of the first person if the name is still to be asked, which is done once.

    None if it was asked, if anybody has a name already, or if nobody plays.
    """
    people, seats = _people(setup), setup.seats()
    was_asked = _are_names(recall().get(PEOPLE)) or any(name != seats[at] for at, name in people)
    return people[0][0] if people and not was_asked else None


def keep_setup(setup: Setup) -> None:
    """Remember a setup, and what the people in it are called for every game.

    If people play, nobody is asked for a name again.
    """
    names = list(people_called())
    for at, (seat, name) in enumerate(_people(setup)):
        if name != setup.seats()[seat]:
            names += [""] * (at + 1 - len(names))
            names[at] = name
    kept = {_name(setup.game): setup._asdict()}
    remember(**kept, game=setup.game, **({PEOPLE: names} if _people(setup) else {}))


def at_level(series: Series, level: str) -> Series:
    """Return the series against a level, which is remembered for new games; "" is no level."""
    if not level:
        return series
    game = series.setup.game
    remember(**{_name(game): last_setup(game).at_level(level)._asdict()})
    return series._replace(setup=series.setup.at_level(level))


def with_people(setup: Setup, people: object) -> Setup:
    """Return the setup with names for the people who have none yet, by their order."""
    if not _are_names(people):
        return setup
    for (seat, name), known in zip(_people(setup), people, strict=False):
        if known and name == setup.seats()[seat]:
            setup = setup.with_name(seat, known)
    return setup


def _people(setup: Setup) -> list[tuple[int, str]]:
    """Return the seats of the people with their names."""
    kinds = enumerate(setup.kinds)
    return [(seat, setup.names[seat]) for seat, kind in kinds if kind == HUMAN]


def _are_names(people: object) -> TypeGuard[list[str]]:
    return isinstance(people, list) and all(isinstance(name, str) for name in people)


def _name(game: str) -> str:
    """Return the name of a game's setup in the settings; that of the main game has no key."""
    return "new_game" if game == MAIN else f"new_game_{game}"


def _is_right(setup: Setup) -> bool:
    """Say whether a setup is valid. Raises `TypeError` or `ValueError` for invalid options."""
    described = describe(setup.game)
    fitted = tuple(described.fitted(setup.values).items())
    return (
        repr(setup.more) == repr(fitted)  # True is no 1
        and setup.first in (described.first.values if described.first else ("",))
        and len(setup.kinds) == len(setup.names) == len(setup.seats())
        and set(setup.kinds) <= {HUMAN, *described.levels}
        and all(isinstance(name, str) and name for name in setup.names)
        and setup.pairs in (False, True)
        and setup.games in _lengths(setup)
        and setup.clock in ("", *CONTROLS)
        and setup.changes_places in ((False, True) if setup.games > 1 else (False,))
    )


def _lengths(setup: Setup) -> Sequence[int]:
    """Return the numbers of games that a series of this kind can have."""
    if setup.pairs:
        return [2 * pairs for pairs in PAIRS]
    return COUNTS if setup.has_series else COUNTS[:1]


def people_called() -> list[str]:
    """Return the last names of people, in the order of their seats; "" for an unnamed person."""
    people = recall().get(PEOPLE)
    return people if _are_names(people) else []


_called = [""]


def call_me(name: str | None) -> None:
    """Let the person at this keyboard have this name until the program ends."""
    _called[0] = name or ""


def own_name() -> str:
    """Return the last name of the person at this keyboard, else the name of the account."""
    if _called[0]:
        return _called[0]
    if (people := people_called()) and people[0]:
        return people[0]
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
