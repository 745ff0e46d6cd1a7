"""The rules of every game, and computer players: pure Python, no file, no clock, no screen."""
