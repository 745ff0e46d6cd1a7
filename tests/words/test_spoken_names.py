"""The names that the program gives to players, in the language spoken."""

import pytest

from words.names import spoken_name
from words.translation import set_language


@pytest.mark.parametrize(
    ("name", "kind", "french"),
    [
        ("Player 2 (random)", "random", "Joueur 2 (aléatoire)"),
        ("Black 1", "human", "Noir 1"),
        ("SUD (casual)", "casual", "SUD (amateur)"),
        ("Zoé (random)", "human", "Zoé (random)"),
        ("Player 2 (bot.py)", "exec:bot.py", "Player 2 (bot.py)"),
        ("Joueur 1", "human", "Joueur 1"),
    ],
)
def test_a_name_that_the_program_gave_is_spoken_and_no_other(name, kind, french):
    assert spoken_name(name, kind) == name
    set_language("fr")
    assert spoken_name(name, kind) == french
