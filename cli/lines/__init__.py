"""The line mode for people, in the language spoken, whatever the game is."""
