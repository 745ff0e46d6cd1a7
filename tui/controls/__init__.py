"""What each game's keys do in a person's move; no widget in here."""
