"""A client that plays the duel at a shared table, written from docs/protocol.md alone."""

import json
import socket
import sys
from itertools import permutations, product


def fits(top, card, pile):
    """Say whether a card may be laid on a pile with this top."""
    if pile in ("^A", "vE"):
        return card > top or (pile == "^A" and card == top - 10)
    return card < top or (pile == "vA" and card == top + 10)


def turn(state):
    """Return a legal turn of two cards that costs little, by trying all of them."""
    mine, theirs = state["sides"][state["seat"]], state["sides"][1 - state["seat"]]
    tops = {"^A": mine["up"], "vA": mine["down"], "^E": theirs["up"], "vE": theirs["down"]}
    found = []
    for cards in permutations(state["hands"][state["seat"]], 2):
        for piles in product(tops, repeat=2):
            after = dict(tops)
            for card, pile in zip(cards, piles, strict=True):
                if not fits(after[pile], card, pile):
                    break
                after[pile] = card
            else:
                gifts = "".join(piles).count("E")
                text = f"{cards[0]:02}{piles[0]} {cards[1]:02}{piles[1]}"
                found.append((gifts > 1, after["^A"] - after["vA"] - 10 * gifts, text))
    return min(found)[2]


def play(lines, say, name):
    """Play one game by the lines of a table, and print how it ended."""
    say(cmd="hello", protocol=2, client="small", name=name)
    number, done = 0, None
    for news in map(json.loads, lines):
        news["cmd"] == "ping" and say(cmd="pong")
        if news["cmd"] in ("fault", "refused"):
            sys.exit(news["text"])
        elif news["cmd"] == "view":
            state, at = news["state"], (news["moves"], news["epoch"])
            if state["outcome"]:
                sys.stdout.write(json.dumps(state["outcome"]))
                break
            if state["seat"] in state["to_move"] and at != done:
                number, done = number + 1, at
                say(cmd="move", number=number, moves=at[0], epoch=at[1], move=turn(state))


def main(path, name):
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    send = line.makefile("wb", buffering=0).write
    play(line.makefile("rb"), lambda **body: send(json.dumps(body).encode() + b"\n"), name)


__name__ == "__main__" and main(*sys.argv[1:])
