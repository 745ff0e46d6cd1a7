"""A game that is being played: what is asked of it is checked, kept, done, answered and told."""
