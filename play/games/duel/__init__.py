"""The duel without a screen: the keys of a turn, its words, its story."""
