"""What each game looks like at the table, a folder each."""
