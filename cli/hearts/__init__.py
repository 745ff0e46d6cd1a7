"""Dame de Pique on the command line."""
