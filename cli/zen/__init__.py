"""Zen l'Initié line by line: a line mode for people, and commands about positions."""
