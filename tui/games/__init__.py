"""The drawings of each game at the table, a folder each."""
