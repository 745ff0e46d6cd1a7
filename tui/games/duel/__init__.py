"""The duel at the table: its scene, piles, hand, cursor and keys."""
