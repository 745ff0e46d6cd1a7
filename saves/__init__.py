"""A game as a JSON file: how it is written, kept, locked and stepped through."""
