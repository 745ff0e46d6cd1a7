"""A game with its file and its players, and tables that people of one machine share."""
