"""The client's side of a shared table: the line to it, and the game made of its messages."""
