"""The Game: Face to Face (Le Duel): two players, hidden hands, two piles each."""
