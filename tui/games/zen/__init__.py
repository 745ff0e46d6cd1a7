"""Zen at the table: its scene, board, cursor and keys."""
