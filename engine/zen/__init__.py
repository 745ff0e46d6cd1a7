"""Zen l'Initié: 121 squares, two colours and the Zen; two players, or four in two teams."""
