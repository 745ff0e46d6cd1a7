"""The French of the words around the protocol's own in its sequence diagrams."""

from __future__ import annotations

import re
from typing import Final

FRENCH: Final = {
    "Server": "Serveur",
    "the server": "le serveur",
    "the table": "la table",
    "Ada, seat 0": "Ada, siège 0",
    "Louis, seat 1": "Louis, siège 1",
    "Ada, Black": "Ada, Noir",
    "Louis, White": "Louis, Blanc",
    "Ada, South": "Ada, Sud",
    "Louis, West": "Louis, Ouest",
    "connect": "se connecte",
    "connect to": "se connecte à",
    "start": "lance",
    "start as the account that was let in": "lancé sous le compte admis",
    "close the streams": "ferme les flux",
    "the line is closed": "la ligne est fermée",
    "the line is lost": "la ligne est perdue",
    "each knows the account of the other from the system": (
        "chacun tient du système le compte de l'autre"
    ),
    "certificate": "certificat",
    "checks the fingerprint, or who vouches for it": (
        "vérifie l'empreinte, ou qui s'en porte garant"
    ),
    "password missing or wrong": "mot de passe absent ou faux",
    "right": "juste",
    "GET again": "GET à nouveau",
    "with the table's name": "avec le nom de la table",
    "with the token": "avec le jeton",
    "with a token (not compressed)": "avec un jeton (non compressé)",
    "(whole)": "(entière)",
    "a duel, two free seats": "un duel, deux sièges libres",
    "one seat free": "un siège libre",
    "on a new line": "sur une nouvelle ligne",
    "until it answers": "jusqu'à la réponse",
    "told to stop": "reçoit l'ordre de s'arrêter",
    "chooses a value": "choisit une valeur",
    "its seal": "sceau de la table",
    "her seal": "celui d'Ada",
    "his seal": "celui de Louis",
    "the seals of both": "ceux des deux",
    "her value": "valeur d'Ada",
    "his value": "valeur de Louis",
    "the seed of all values deals the cards": "la graine de toutes les valeurs donne les cartes",
    "checked, and on the disk": "vérifié, et sur le disque",
    "the cards drawn": "les cartes piochées",
    "the duel, who takes the cards": "le duel, qui prend les cartes",
    "when all four have passed: joker, then whoever has 2C": (
        "quand les quatre ont passé\N{NO-BREAK SPACE}: le joker, puis qui a le 2C"
    ),
    "counts down on her own": "décompte de son côté",
    "10 s, 0.1 s of it on the way: 52.1 s are left": (
        "10 s, dont 0,1 s en chemin\N{NO-BREAK SPACE}: il reste 52,1 s"
    ),
    "60 s pass": "60 s passent",
    "forfeit of seat 1": "forfait du siège 1",
}
_PIECES: Final = re.compile(
    "|".join(rf"(?<!\w){re.escape(piece)}(?!\w)" for piece in sorted(FRENCH, key=len, reverse=True))
)


def in_french(words: str) -> str:
    """Return words of a diagram in French; those of the protocol stay as they are.

    >>> in_french("hello with the token")
    'hello avec le jeton'
    """
    return _PIECES.sub(lambda found: FRENCH[found[0]], words)
