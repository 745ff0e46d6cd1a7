"""The words that share lines of version 1 are packed with: texts that most games have in common.

The unpacker needs the very same text, so it never changes; a later version of the lines may have
another text.
"""

from __future__ import annotations

from typing import Final

_PLAYERS: Final = (
    *("EAST", "NORTH", "WEST", "SOUTH", "SUD", "NORD", "WHITE", "BLACK", "WHITE 2", "BLACK 2"),
    *("WHITE 1", "BLACK 1", "Blanc", "Noir", "Est", "Nord", "Ouest", "Sud", "Joueur 1"),
    *(f"PLAYER {number}" for number in range(8, 0, -1)),
)
_KINDS: Final = ("random", "greedy", "novice", "club", "expert", "master", "casual", "human")
_EVENTS: Final = (
    '{"kind":"seat","at":1,"seat":0,"sitter":{"name":"","kind":"casual"}},'
    '{"kind":"branch","at":1},{"kind":"forfeit","at":10,"seat":0,"text":"'
    '{"kind":"take-back","at":1,"seat":0,"moves":["'
    '{"kind":"hint","at":1,"seat":0,"text":"20^ 23^"},'
)
_ENDS: Final = (
    '"winners":[0,1,2,3],"why":"both-connected',
    '"winners":[3],"why":"last-in","points":[]',
    '"winners":[2],"why":"hundred","points":[26,52,',
    '"winners":[],"why":"repetition',
    '"winners":[0,2],"why":"no-pawns',
    '"winners":[1],"why":"no-move',
    '"winners":[1],"why":"forfeit',
    '"winners":[1],"why":"mat',
    '"winners":[0],"why":"points","points":[7,',
    '"winners":[1],"why":"connected","points":[]',
    '"winners":[1],"why":"all-laid","points":[]',
    '"winners":[0],"why":"blocked","points":[]',
)
_OPTIONS: Final = (
    '"players":2,"cards":26,"limit":',
    '"players":4,"cards":5,"limit":10000',
    '"joker":false,"sums":false,"values":"faces","slap":"reflex"',
    '"joker":true,"sums":true,"values":"rank","slap":"lots"',
    '"variant":1,"announce":"hand","players":4,"first":"black","position":"',
    '"variant":0,"announce":"auto","players":2,"first":"lots","position":""',
    '"first":"south"',
    '"first":"north"',
    '"first":"lots"',
)
_MOVES: Final = (
    r"slap 2013\nslap\nturn\nturn\nturn\nshuffle QS JS\nturn\nshuffle JH 4D\nturn\n",
    r"shuffle turn\nturn\nshuffle QC TC QD TD\n",
    r"0:pass 2C QS AH\n1:pass KC JS QS\n2:pass AC JH QH\n3:pass QD KH KS\njoker AS\n2C\nTC\n",
    r"ZF6-F8\nA1-D4\nE2xE5\nD5-E5\nF4xF7\nG7-F8\nH9-G9\nE8-E7\nD6-E6\nback\naccept\n",
    r"02^ 03^ 10^\n59v 58v 50v\n20^ 30^ 40^ 23v\n41^' 11v'\n53^ 18v' 44^\n",
)


def _words() -> bytes:
    """Return the text, the likeliest words last: the nearest words are packed shortest."""
    players = "".join(f'{{"name":"{name}","kind":"human"}},' for name in _PLAYERS)
    kinds = "".join(f' ({kind})","kind":"{kind}"}},{{"name":"' for kind in _KINDS)
    dates = '"series":{"number":1,"games":3,"score":[0,0]}}'
    games = "".join(
        f'{{"format":"tapis-vert","version":1,"game":"{game}","rules":1,"options":{{{options}}},'
        f'"players":[{{"name":"","kind":"human"}}],"moves":"{moves}","events":[],"outcome":{{'
        '"winners":[0],"why":"","points":[]},"seed":null,"created":"2026-11-21T08:54:00Z",'
        '"saved":"2026-12-21T09:12:30Z","program":"0.1.0"}'
        for game, options, moves in (
            ("war", _OPTIONS[1], r"deal 7D 9H AH KD AD / \nturn\nshuffle "),
            ("hearts", _OPTIONS[3], r"deal 4C 9C 2D 7D JD KD AD / \n0:pass "),
            ("zen", _OPTIONS[5], r"begin B\nbegin W\n"),
            ("duel", _OPTIONS[8], r"begin SUD\nbegin NORD\ndeal 15 20 23 32 41 48 / "),
        )
    )
    return "".join((*_MOVES, _EVENTS, *_OPTIONS, *_ENDS, players, kinds, dates, games)).encode()


WORDS: Final = _words()
