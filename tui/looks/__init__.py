"""What each game looks like at the table: which widgets show it, and in which words."""
