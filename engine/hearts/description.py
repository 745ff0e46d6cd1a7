"""The description of Dame de Pique: its title, rules in short, options, seats and levels."""

from __future__ import annotations

from typing import Final

from engine.description import ON_OFF, Description, Option, Values, mark

RULES: Final = mark(
    """\
Four players, each alone, with 13 cards each. Take no hearts (1 point each) and no queen of spades \
(13).

First pass three cards: to the left, next round to the right, then across, then none. Then a joker \
is named in the open among the cards that are worth nothing: it is worth 1.

Whoever holds the 2 of clubs leads it. Follow suit if you can; the highest card of the led suit \
takes the trick and leads next. In the first trick no hearts, no queen and no joker. Hearts may be \
led only after one has been played. From the second trick on the joker may be played whatever was \
led; it takes only in its own suit.

The values of a trick are added: court cards 10 and ace 1, or jack 11 to ace 14. At 20 \
everybody slaps, and the last one takes the trick. At 21 all hands go to the right, and so does \
the trick.

Grand Chelem: a player who takes all the hearts and the queen scores 0, and each of the others 26.

Once somebody has 100 points, the lowest score wins. Without joker and sums this is plain Hearts."""
)

ABOUT: Final = mark(
    """\
Four players, each alone: take no hearts, 1 point each, and no queen of spades, 13 points.
Three cards are passed before most rounds; then follow suit if you can, and discard if you cannot.
At a sum of 20 everybody slaps and the last takes the trick; at 21 all hands go to the right.
Once somebody has 100 points the lowest score wins; without joker and sums it is plain Hearts."""
)


def _variant(values: Values) -> str:
    """Return the name of the game without joker and sums."""
    return "" if values["joker"] or values["sums"] else mark("Hearts")


def _has_sums(values: Values) -> bool:
    return bool(values["sums"])


OPTIONS: Final = (
    Option(
        "joker",
        mark("Joker (1 point)"),
        ON_OFF,
        True,
        mark("a joker in each round"),
        about=mark(
            "In each round a harmless card becomes the joker: it costs 1 point, and may be played "
            "whatever was led, from the second trick on."
        ),
    ),
    Option(
        "sums",
        mark("Sums of 20 and 21"),
        ON_OFF,
        True,
        mark("the slap at 20, the exchange at 21"),
        about=mark(
            "The values of a trick are added. At 20 everybody slaps, and the last one takes it; at "
            "21 all hands go to the right."
        ),
    ),
    Option(
        "values",
        mark("Values"),
        {"rank": mark("jack 11 to ace 14"), "faces": mark("court cards 10, ace 1")},
        "rank",
        mark("what is added: rank (jack 11 to ace 14) or faces (10, ace 1)"),
        _has_sums,
        notes={
            "rank": mark("Jack 11, queen 12, king 13, ace 14: 20 and 21 are rare."),
            "faces": mark(
                "Jack, queen and king count 10, the ace 1: 20 and 21 come up more than twice as "
                "often."
            ),
        },
    ),
    Option(
        "slap",
        mark("Slap at 20"),
        {"lots": mark("by lot"), "reflex": mark("by reflex")},
        "lots",
        mark("whether lots or reflexes decide who slaps last"),
        _has_sums,
        notes={
            "lots": mark("Lots decide who slaps last and takes the trick."),
            "reflex": mark("Everybody slaps by a key, and the last one takes the trick."),
        },
    ),
)

HEARTS: Final = Description(
    title=mark("Dame de Pique"),
    rules=RULES,
    options=OPTIONS,
    first=None,
    levels={
        "random": mark("plays at random"),
        "novice": mark("errs often"),
        "greedy": mark("sees this trick and no further"),
        "club": mark("remembers, and adds up"),
        "master": mark("tries out how the cards may lie; the strongest"),
    },
    kinds=("human", "club", "club", "club"),
    about=ABOUT,
    label=mark("Dame de Pique"),
    seat_words={
        "SOUTH": mark("South"),
        "WEST": mark("West"),
        "NORTH": mark("North"),
        "EAST": mark("East"),
    },
    has_series=lambda _values: False,
    has_race=lambda values: bool(values["sums"]) and values["slap"] == "reflex",
    variant=_variant,
    setup={"values": "faces"},
    worth={"random": -573, "novice": -210, "greedy": 0, "club": 147, "master": 377},
    best="fewest points",
    feat=mark("Grand Chelem"),
)
