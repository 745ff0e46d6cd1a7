"""How each game looks: pure functions from a view to lines."""
