"""Dame de Pique on the screen."""
