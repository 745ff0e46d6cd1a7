"""Zen l'Initié line by line: a line mode for people, and what can be asked of a position."""
