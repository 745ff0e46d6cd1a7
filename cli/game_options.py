"""The options of a game on the command line, made from what the game says of itself."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from cli.output import BadUse
from cli.parser import Parser
from engine.description import Option, Value, Values
from engine.game import Game
from engine.games import describe
from words.translation import _, said


def described_options(game: str) -> tuple[Option, ...]:
    """Return every option that a game describes; who begins comes last."""
    description = describe(game)
    return (*description.options, *([description.first] if description.first else []))


def add_game_options(parser: Parser, game: str) -> None:
    """Add every option that a game describes; one that is not given is None."""
    for option in described_options(game):
        add_option(parser, option)


def add_option(parser: Parser, option: Option) -> None:
    """Add one option of a game."""
    values = option.values
    if isinstance(values, range):
        read: Callable[[str], Value] = partial(_read_number, values)
        choices = None
    else:
        read, choices = partial(_read_value, tuple(values)), tuple(values)
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
    values = {option.name: getattr(options, option.name) for option in described_options(game)}
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

    Raises `BadUse` for one that cannot be had with the others, or means nothing with them.
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
    """Return what an option can be set to: a range by its ends."""
    if isinstance(values, range):
        return f"{values[0]}-{values[-1]}"
    return "|".join(map(_text, values))


def _read_value(values: Sequence[Value], text: str) -> Value:
    """Return the value that is written so, or the text itself, which is none of the choices."""
    by_text = {_text(value): value for value in values}
    if text not in by_text and text.isascii() and text.isdigit():
        text = str(int(text))
    return by_text.get(text, text)


def _read_number(values: range, text: str) -> int:
    """Return a number of the range. Raises `ArgumentTypeError` for any other text."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(values[-1])):
        number = int(text)
        if number in values:
            return number
    words = _("{text!r} is not a whole number from {least} to {most}")
    raise ArgumentTypeError(words.format(text=text, least=values[0], most=values[-1]))


def _text(value: Value) -> str:
    """Return how a value is written on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
