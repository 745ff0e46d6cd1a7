"""The rules of Zen told again, slowly and plainly, to hold the fast ones against.

A board is a dictionary from (column, row), both from 1, to "B", "W" or "Z"; a move is two such
places. Written from the rules, without a look at the bit boards.
"""

from __future__ import annotations

from collections.abc import Iterator

Place = tuple[int, int]
Board = dict[Place, str]

WAYS = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)]
LETTERS = "ABCDEFGHIJK"


def other(side: str) -> str:
    return "W" if side == "B" else "B"


def place(name: str) -> Place:
    return LETTERS.index(name[0]) + 1, int(name[1:])


def name(at: Place) -> str:
    return f"{LETTERS[at[0] - 1]}{at[1]}"


def read(text: str) -> tuple[Board, str, Place | None]:
    """Return board, side to move and barred square of a position's text."""
    rows, side, barred = text.split()
    board = {}
    for number, row in enumerate(rows.split("/")):
        column = 1
        for part in row.replace("B", " B ").replace("W", " W ").replace("Z", " Z ").split():
            if part.isdigit():
                column += int(part)
            else:
                board[column, 11 - number] = part
                column += 1
    return board, side, None if barred == "-" else place(barred)


def is_on_board(at: Place) -> bool:
    return 1 <= at[0] <= 11 and 1 <= at[1] <= 11


def pieces_on_line(board: Board, at: Place, way: tuple[int, int]) -> int:
    """Count all pieces on the whole line through a place."""
    across, up = way
    count = 1 if at in board else 0
    for sign in (1, -1):
        column, row = at[0] + sign * across, at[1] + sign * up
        while is_on_board((column, row)):
            if (column, row) in board:
                count += 1
            column, row = column + sign * across, row + sign * up
    return count


def touches_a_pawn(board: Board, at: Place) -> bool:
    return any(board.get((at[0] + x, at[1] + y), "Z") != "Z" for x, y in WAYS)


def moves(
    board: Board, side: str, barred: Place | None = None, variant: int = 1
) -> list[tuple[Place, Place]]:
    """Return every move of the side to move."""
    found = []
    enemy = other(side)
    for start, piece in board.items():
        if piece == enemy:
            continue
        for across, up in WAYS:
            count = pieces_on_line(board, start, (across, up))
            end = start[0] + count * across, start[1] + count * up
            if not is_on_board(end) or board.get(end) == side:
                continue
            if any(
                board.get((start[0] + n * across, start[1] + n * up)) == enemy
                for n in range(1, count)
            ):
                continue
            if piece == "Z":
                if end == barred:
                    continue
                if variant != 3 and not touches_a_pawn(play(board, (start, end)), end):
                    continue
            found.append((start, end))
    return found


def play(board: Board, move: tuple[Place, Place]) -> Board:
    """Return the board after a move; what stood on the landing square is gone."""
    start, end = move
    after = dict(board)
    after[end] = after.pop(start)
    return after


def barred_after(board: Board, move: tuple[Place, Place]) -> Place | None:
    return move[0] if board[move[0]] == "Z" else None


def chains(board: Board, side: str) -> list[set[Place]]:
    """Return the groups of a side's pawns and the Zen."""
    left = {at for at, piece in board.items() if piece in (side, "Z")}
    found = []
    while left:
        group, fresh = set(), {min(left)}
        while fresh:
            group |= fresh
            fresh = {(x + a, y + b) for x, y in fresh for a, b in WAYS} & left - group
        found.append(group)
        left -= group
    return found


def ending(board: Board, side: str, barred: Place | None, variant: int) -> str | None:
    """Return who has won, "draw", or None where the round goes on; `side` is to move."""
    for colour in "BW":
        if colour not in board.values():
            return other(colour)
    connected = [colour for colour in "BW" if len(chains(board, colour)) == 1]
    if connected:
        return "draw" if len(connected) == 2 else connected[0]
    return None if moves(board, side, barred, variant) else other(side)


def can_win(board: Board, side: str, barred: Place | None, variant: int) -> bool:
    """Say whether the side to move has a move that wins at once."""
    return any(
        ending(play(board, move), other(side), barred_after(board, move), variant) == side
        for move in moves(board, side, barred, variant)
    )


def is_echec(board: Board, side: str, variant: int) -> bool:
    """Say whether the side to move stands in échec: the other could win were it to pass."""
    return can_win(board, other(side), None, variant)


def is_mat(board: Board, side: str, barred: Place | None, variant: int) -> bool:
    """Say whether the side to move stands in échec and has no reply to it."""
    if not is_echec(board, side, variant):
        return False
    for move in moves(board, side, barred, variant):
        after, bar = play(board, move), barred_after(board, move)
        if ending(after, other(side), bar, variant):
            return False
        if not can_win(after, other(side), bar, variant):
            return False
    return True


def points(board: Board, winner: str) -> int:
    sizes = sorted(len(group) for group in chains(board, other(winner)))
    return sum(sizes[:-1])


def perft(board: Board, side: str, barred: Place | None, depth: int, variant: int) -> int:
    """Count the sequences of moves; a connected side, no pawn or no move ends one. No mat here."""
    if depth == 0:
        return 1
    if ending(board, side, barred, variant):
        return 0
    found = moves(board, side, barred, variant)
    if depth == 1:
        return len(found)
    return sum(
        perft(play(board, move), other(side), barred_after(board, move), depth - 1, variant)
        for move in found
    )


def written(board: Board, found: list[tuple[Place, Place]]) -> Iterator[str]:
    """Yield moves as they are written."""
    for start, end in found:
        zen = "Z" if board[start] == "Z" else ""
        yield f"{zen}{name(start)}{'x' if end in board else '-'}{name(end)}"
