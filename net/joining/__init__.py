"""The client's side of a shared table: the line to it, and what is made of its messages."""
