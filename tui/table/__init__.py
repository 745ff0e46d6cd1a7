"""What the tables of all games share: the scene of a game, its dialogs, its message line."""
