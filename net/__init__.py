"""Players beyond this process: programs that play over their standard streams."""
