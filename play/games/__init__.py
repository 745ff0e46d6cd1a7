"""The words of each game for both faces: its story, its highlights, its controls."""
