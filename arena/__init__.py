"""Many games between computer players, counted and rated."""
