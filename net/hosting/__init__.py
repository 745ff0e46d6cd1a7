"""A shared table: a process of its own that keeps a game for people at different terminals."""
