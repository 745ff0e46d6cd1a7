"""The line mode for people, in the language spoken, for every game."""
