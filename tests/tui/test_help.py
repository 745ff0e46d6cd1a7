"""Help, the menu and the key line: what they say of every screen's actions, and what they do."""

from __future__ import annotations

import re

import pytest
from pilots import driven, game_of, my_turn, on_screen, program, shown, until
from rich.cells import cell_len
from setups import ALONE

from play.action import Topic
from play.actions import COMMON
from play.games.duel.controls import END_TURN
from play.last_setup import last_setup
from play.setup import Series, Setup
from tui.games.catalogue import SCENES, scene_of
from tui.keymap import choose_keys, key_name, with_keys
from tui.screens.base import ALWAYS_ON_KEY_LINE
from tui.screens.help import HelpAction, HelpRow, HelpScreen, HelpTopic, page, titles_across, topics
from tui.screens.keys import every_action, every_screen
from tui.screens.menu import Menu
from tui.widgets.keyline import KeyLine, key_line
from tui.widgets.lines import Lines
from words.glyphs import ASCII, UNICODE
from words.translation import set_language

WIDTHS = (26, 40, 46, 66, 106)


def offered(screen, chosen=None) -> list[HelpAction]:
    """Return a screen's actions with the chosen keys, every other one as one that works now."""
    actions, _clashes = with_keys(screen.actions, screen.offers, chosen or {})
    return [HelpAction(actions[id_], at % 2 == 0) for at, id_ in enumerate(screen.offers)]


def plain(row) -> str:
    return "".join(segment.text for segment in row).rstrip()


# What help says


def test_no_key_is_twice_in_help_and_what_works_now_comes_first():
    for screen in every_screen():
        all_offered = offered(screen)
        rows = [row for topic in topics(all_offered, ()) for row in topic.rows]
        keys = [key for row in rows if row.is_now for key in row.keys]
        assert len(keys) == len(set(keys)), screen.offers
        for topic in topics(all_offered, ()):
            now = [row.is_now for row in topic.rows]
            assert now == sorted(now, reverse=True)


def test_what_a_game_has_of_its_own_is_in_help_whatever_its_keys_do_now():
    for game in SCENES:
        scene = scene_of(game, UNICODE)
        for now in ((), *((id_,) for id_ in scene.offers)):
            all_offered = [
                HelpAction(action._replace(topic=Topic.PLAY), id_ in now)
                for id_ in scene.offers
                for action in [{**COMMON, **scene.new_controls.actions}[id_]]
            ]
            (topic,) = topics(all_offered, ())
            told = {row.words for row in topic.rows}
            assert {
                scene.new_controls.actions[id_].help for id_ in scene.offers if id_ not in COMMON
            } <= told


def test_every_key_of_an_action_that_works_now_is_in_help():
    for screen in every_screen():
        for id_ in screen.offers:
            action = screen.actions[id_]
            (topic,) = topics([HelpAction(action, True)], ())
            assert len(topic.rows[0].keys) == len(action.keys)
            assert topic.rows[0].action == id_


def test_help_opens_at_what_the_screen_has_of_its_own_if_any_of_it_works_now():
    actions = every_action().values()
    own = next(action for action in actions if action.topic is Topic.PLAY)
    usual = [action for action in actions if action.topic is Topic.EVERYWHERE]
    screen = HelpScreen([HelpAction(action, True) for action in (own, *usual)])
    assert len(usual) > 1
    assert [row.action for row in screen.topics[screen.at].rows] == [own.id]


def test_help_shows_the_keys_that_are_chosen():
    screen = next(screen for screen in every_screen() if "undo" in screen.offers)
    found = topics(offered(screen, {"undo": ("x",)}), ())
    (row,) = [row for topic in found for row in topic.rows if row.action == "undo"]
    assert row.keys == ("x",)


def test_two_actions_that_do_the_same_have_one_row():
    both = [HelpAction(COMMON["menu"], True), HelpAction(COMMON["menu_by_enter"], True)]
    (topic,) = topics(both, ())
    assert [row.keys for row in topic.rows] == [("m", "Enter")]
    assert topic.title == "Everywhere"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_of_help_fits_its_width_and_drops_no_word(width, language):
    set_language(language)
    for screen in every_screen():
        for topic in topics(offered(screen), [("1^ 2v", "a hint")]):
            lines = page(topic, width)
            assert all(cell_len(plain(line.words)) <= width for line in lines)
            words = " ".join(plain(line.words) for line in lines).split()
            for row in topic.rows:
                assert row.keys[0].split()[0] in words
                assert set(row.words.split()) <= set(words)


def test_only_the_rows_of_what_works_now_can_be_clicked():
    rows = (HelpRow(("a",), "Do it.", True, "it"), HelpRow(("b",), "Do that.", False, "that"))
    lines = page(HelpTopic("Play", rows), 40)
    assert [line.action for line in lines] == ["it", "", "", ""]
    assert plain(lines[2].words) == " At other times"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_title_with_the_cursor_is_in_sight_in_every_width(language):
    set_language(language)
    for screen in every_screen():
        found = topics(offered(screen), [("x", "y")])
        for at, topic in enumerate(found):
            across, cells = titles_across(found, at, 40)
            assert f" {topic.title} " in plain(across) + " "
            assert len(cells[at]) == cell_len(topic.title) + 2
            assert cell_len(plain(across)) <= 40


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("key", SCENES)
def test_a_game_explains_its_signs_each_once(key, glyphs):
    legend = scene_of(key, glyphs).legend()
    assert len(legend) > 5
    assert len({words for _sign, words in legend}) == len(legend)
    for sign, _words in legend:
        assert sign.strip()
        assert glyphs is UNICODE or sign.isascii()


# Topics


def test_every_action_has_its_topic_and_the_five_are_used():
    assert {action.topic for action in every_action().values()} == {*Topic}


# On the screen


def menu_of(pilot) -> list[str]:
    return [choice.id for choice in pilot.app.screen.query_one("Choices").choices if choice.id]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_arrows_and_clicks_turn_to_the_topics_of_help(size):
    async with driven(program("new_game", ALONE), size) as pilot:
        await my_turn(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        screen = pilot.app.screen
        titles = [topic.title for topic in screen.topics]
        assert titles == ["Play", "Look", "Replay", "Files", "Everywhere", "Signs"]
        for _title in titles:
            await pilot.press("right")
        assert screen.at == len(titles) - 1
        await until(pilot, lambda: "A gift: laid on a pile" in shown(pilot.app))
        rows = screen.query_one("#topics", Lines).plain().splitlines()
        places = [(row.index("Files"), y) for y, row in enumerate(rows) if "Files" in row]
        await pilot.click("#topics", offset=places[0])
        await until(pilot, lambda: "Open a saved game." in shown(pilot.app))


@pytest.mark.parametrize("laid", [0, 1, 2])
@pytest.mark.parametrize("place", [0, END_TURN])
@on_screen("new_game", ALONE)
async def test_help_teaches_how_to_end_a_turn_and_to_type_a_card_at_any_moment_of_a_turn(
    pilot, laid, place
):
    def row(words: str) -> str:
        return next(row for row in shown(pilot.app).splitlines() if words in row)

    played = await my_turn(pilot)
    for step in next(game_of(played).view(0).legal()).lays[:laid]:
        played.controller.put(played.cursor.after(step))
    played.controller.put(played.cursor.at(place))
    await pilot.press("question_mark")
    await until(pilot, lambda: "Go to a card by its number" in shown(pilot.app))
    assert row("Go to a card by its number").split()[0] == "0-9"
    assert "Space" in row("End the turn and draw.").split("End")[0]
    assert row("Lay the card").split()[0] == "Enter"


@on_screen("new_game", ALONE)
async def test_a_click_on_a_row_of_help_does_what_it_tells_of(pilot):
    played = await my_turn(pilot)
    await pilot.press("question_mark")
    await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
    lines = pilot.app.screen.query_one("#text", Lines).plain().splitlines()
    at = next(at for at, row in enumerate(lines) if "Lay the card" in row)
    await pilot.click("#text", offset=(20, at))
    await until(pilot, lambda: played.cursor.draft.made != ())


@on_screen("new_game", ALONE)
async def test_the_menu_has_other_games_and_the_rules_and_no_keys_of_a_cursor(pilot):
    await my_turn(pilot)
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
    ids = menu_of(pilot)
    everywhere = ["new", "first_game", "saved", "save_as", "share", "rules", "manual"]
    everywhere += ["settings", "help", "quit"]
    assert ids[ids.index("new") :] == everywhere
    assert not {"left", "right", "up", "down", "log_up", "menu", "end_by_enter"} & {*ids}
    headings = [c.words for c in pilot.app.screen.query_one("Choices").choices if not c.id]
    assert headings == ["Play", "Look", "Files", "Everywhere"]
    await pilot.press("end", "up", "up", "up", "up")
    assert pilot.app.screen.query_one("Choices").current.id == "rules"
    await pilot.press("enter")
    await until(pilot, lambda: "Each player has a pile that climbs" in shown(pilot.app))


@pytest.mark.parametrize("game", SCENES)
async def test_every_action_at_a_table_is_had_by_a_key_of_its_own_choice(game, monkeypatch):
    """Every action gets another key; that key, the menu and the palette carry it out."""
    scene = scene_of(game, UNICODE)
    actions = {**COMMON, **scene.new_controls.actions}
    keys = [f"f{number}" for number in range(3, 25)] + [
        f"ctrl+{letter}" for letter in "abdefgklnorstuvwxy"
    ]
    keys += ["shift+up", "shift+down", "shift+left"]
    chosen = {id_: (key,) for id_, key in zip(scene.offers, keys, strict=False)}
    assert len(chosen) == len(scene.offers)
    mapped, clashes = with_keys(actions, scene.offers, chosen)
    assert clashes == []
    choose_keys(chosen)
    async with driven(program("new_game", Series(person_first(game)))) as pilot:
        played = await my_turn(pilot)
        done = []
        for asked in ("refusal", "refused"):
            monkeypatch.setattr(type(played), asked, lambda self, id_: None)
        monkeypatch.setattr(type(played), "possible", lambda self: [*self.OFFERS])
        monkeypatch.setattr(type(played), "perform", lambda self, id_: done.append(id_))
        for id_ in scene.offers:
            assert played.actions[id_].keys == mapped[id_].keys
            await pilot.press(mapped[id_].keys[0])
        await pilot.pause()
        assert done == [*scene.offers]
        done.clear()
        await pilot.press("ctrl+p")
        listed = [choice.id for choice in pilot.app.screen.query_one("Choices").choices]
        assert sorted(listed) == sorted(played.OFFERS)
        await pilot.press("down", "enter")
        await until(pilot, lambda: done == [listed[1]])


@on_screen("new_game", ALONE)
async def test_what_can_be_done_is_found_by_typing(pilot):
    def found() -> list[str]:
        return [choice.id for choice in pilot.app.screen.query_one("Choices").choices]

    played = await my_turn(pilot)
    await pilot.press("ctrl+p", *"RUL")
    assert found() == ["rules"]
    await pilot.press(*"zzz", "enter")
    assert found() == [] and pilot.app.screen.said() == "Nothing found."
    await pilot.press(*["backspace"] * 6, "pagedown", "pageup", "down", "up")
    assert pilot.app.screen.query_one("Choices").current.id == found()[0]
    await pilot.press("escape")
    assert pilot.app.screen is played
    await pilot.press("ctrl+p", *"manual", "enter")
    await until(pilot, lambda: "The manual" in shown(pilot.app))


def person_first(game) -> Setup:
    """Return the usual setup of a game, in which a person moves first if anybody may choose."""
    setup = last_setup(game)
    return setup._replace(first=setup.description.beginners[0]) if setup.first else setup


# The key line


def keys_shown(pilot) -> str:
    return pilot.app.screen.query_one(KeyLine).plain()


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_key_line_says_what_enter_does_and_how_to_go_back(language):
    says = {
        "en": ("Enter lay card", "Backspace card back", "Enter end turn", "u take back"),
        "fr": ("Entrée poser", "Ret. arr. ôter", "Entrée finir", "u annuler"),
    }[language]
    async with driven(program("new_game", ALONE, language=language)) as pilot:
        played = await my_turn(pilot)
        assert says[0] in keys_shown(pilot)
        while played.cursor.draft.legal_steps():
            await pilot.press("enter")
        await until(pilot, lambda: says[2] in keys_shown(pilot))
        assert says[1] in keys_shown(pilot)
        assert len(re.findall(says[2].split()[1], keys_shown(pilot))) == 1
        await pilot.press("enter")
        await until(pilot, lambda: played.cursor and not played.cursor.draft.made)
        await until(pilot, lambda: says[3] in keys_shown(pilot))
        assert says[1] not in keys_shown(pilot)


@on_screen("new_game", ALONE)
async def test_a_click_on_the_key_line_does_what_it_says(pilot):
    await my_turn(pilot)
    await pilot.click("#keys", offset=(keys_shown(pilot).index("? help"), 0))
    await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_and_leaving_stand_on_the_narrowest_key_line_of_every_screen(language):
    set_language(language)
    for screen in every_screen():
        offered = [screen.actions[id_] for id_ in screen.offers]
        _line, spans = key_line(offered, 40, ALWAYS_ON_KEY_LINE)
        shown = {action for _begin, _end, action in spans}
        assert {"help", "quit", "back"} & set(screen.offers) <= shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_enter_stands_on_a_key_line_of_any_width_without_its_word_if_need_be(language):
    set_language(language)
    ids = ("accept", "whole", "help", "quit", "menu", "take_back")
    offered = [COMMON[id_] for id_ in ids]
    for width in range(40, 90):
        line, spans = key_line(offered, width, (*ALWAYS_ON_KEY_LINE, "accept"))
        begin, _end, first = spans[0]
        assert (begin, first) == (1, "accept")
        assert spans[-1][1] <= width
        assert {"whole", "help", "quit"} <= {action for _begin, _end, action in spans}
        assert "".join(part.text for part in line)[1:].startswith(key_name("enter"))
