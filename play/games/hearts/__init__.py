"""Dame de Pique without a screen: the keys of a move, its words, its story."""
