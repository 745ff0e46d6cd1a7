"""The names that the program gives to players, in the language spoken."""

import pytest

from words.names import spoken_name
from words.translation import set_language


@pytest.mark.parametrize(
    ("game", "names", "kind", "english", "french"),
    [
        ("war", ["Player 2 (random)", "Joueur 2 (aléatoire)"], "random", "Player 2 (random)",
         "Joueur 2 (aléatoire)"),
        ("zen", ["Black 1", "Noir 1", "BLACK 1"], "human", "Black 1", "Noir 1"),
        ("duel", ["SUD (casual)", "South (amateur)"], "casual", "South (casual)", "SUD (amateur)"),
        ("duel", ["NORD", "North"], "human", "North", "NORD"),
        ("hearts", ["Ouest (club)"], "club", "West (club)", "Ouest (club)"),
        ("hearts", ["North", "Nord"], "human", "North", "Nord"),
        ("hearts", ["NORD"], "human", "NORD", "NORD"),
        ("war", ["Zoé (random)"], "human", "Zoé (random)", "Zoé (random)"),
        ("war", ["Player 2 (bot.py)"], "exec:bot.py", "Player 2 (bot.py)", "Player 2 (bot.py)"),
    ],
)  # fmt: skip
def test_a_name_that_the_program_gave_is_spoken_and_no_other(game, names, kind, english, french):
    for language, spoken in (("en", english), ("fr", french)):
        set_language(language)
        assert {spoken_name(game, name, kind) for name in names} == {spoken}
