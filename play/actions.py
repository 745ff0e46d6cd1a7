"""The actions that all games share, each with its keys, its word in the lines, and its help.

Key bindings, key line, menu, help, palette, manual and the words of the lines are all made of this
list; `play/games/actions.py` has the actions of single games. One letter means one thing in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from play.action import ANY_KEY, Action, Topic, Untyped, Word, by_id, typed_only, words_of
from words.translation import mark

_COUNT: Final = mark("[NUMBER]", "how many")
_NUMBER: Final = mark("[NUMBER]", "which")

COMMON: Final = by_id(
    Topic.PLAY,
    Action("accept", ("enter",), mark("choose"), mark("Choose what is under the cursor."),
           Untyped.CURSOR),
    Action("go_on", ("enter",), mark("go on"), mark("Go on with the game."), "open"),
    Action("set_up", ("enter",), mark("new game"), mark("Set up a new game of this kind."),
           Word("setup", "préparer",
                mark("set up a new game: who plays, its options, how many games"),
                takes=mark("[KIND]"), example="zen",
                more=mark("It lists numbered rows. A number shows what a row can be; a "
                          "number and a value set it; begin begins, return goes back."))),
    Action("next_tile", ("right", "l"), mark("game"), mark("Go to the next game."), "set_up",
           sign="←→"),
    Action("previous_tile", ("left", "h"), mark("game"), mark("Go to the previous game."),
           "set_up"),
    Action("next_value", ("right", "l"), mark("change"), mark("Change to the next value."),
           Word("set", "choisir",
                mark("show what a row can be, or set it; its number alone will do"),
                takes=mark("NUMBER [VALUE]"), example="3 2"), sign="←→"),
    Action("previous_value", ("left", "h"), mark("change"), mark("Change to the previous value."),
           "next_value"),
    Action("reset", ("backspace", "delete"), mark("reset"),
           mark("Reset the row to its default value."), "settings"),
    Action("skip", (ANY_KEY,), mark("skip"), mark("Skip what is shown."), Untyped.STEPS),
    Action("hide", ("enter",), mark("hide"), mark("Hide the cards you drew."), Untyped.COVERING),
    Action("next_round", ("enter",), mark("go on"), mark("Begin the next round."),
           Untyped.COVERING),
    Action("what_next", ("enter",), mark("what next"), mark("Choose what comes next."), "new"),
    Action("next_problem", ("enter",), mark("next"), mark("Go on to the next problem."),
           "problems"),
    Action("other_problem", ("A",), mark("another"), mark("Go on to another problem."),
           "problems"),
    Action("take_back", ("u",), mark("take back"), mark("Take back your last turn."),
           Word("undo", "annuler", mark("take back the last move that a person made"),
                has_letter=True)),
    Action("hint", ("i",), mark("hint"), mark("Show what a strong player would do, and why."),
           Word("hint", "indice", mark("say what a strong player would play"), has_letter=True)),
    Action("choices", ("I",), mark("choices"), mark("Choose one of the moves of a numbered list."),
           Word("choices", "choix", mark("list moves by number; a number alone makes one"),
                more=mark("It lists all moves where they are few, else the best ones, as a hint "
                          "knows them. The number of a hint does the same."))),
    Action("follow", ("exclamation_mark",), mark("play hint"), mark("Play the hint as it is."),
           Word("follow", "suivre", mark("play the move of the hint"), has_letter=True)),
    Action("watch", ("v",), mark("watch"), mark("Watch the game without a seat."),
           Word("watch", "regarder", mark("watch the game at a table"),
                takes=mark("TABLE"), example="1")),
    Action("people", ("w",), mark("people"), mark("Show who is there, and say or do something."),
           Word("people", "joueurs", mark("say who is at this table, and who is away"),
                takes=mark("[NUMBER [CHOICE]]"), example="2 1",
                more=mark("Before the game begins, the number of a seat tells who may sit there,"
                          " and a choice seats them. The number alone will do."),
                has_letter=True)),
    typed_only(Word("clock", "pendule", mark("say how much time each player has left"))),
    Action("invite", ("W",), mark("invite"), mark("Open this game to others."),
           Word("invite", "inviter", mark("open this game to others, who may take seats"),
                takes=mark("[SEAT]"), example="2",
                more=mark("You keep your seat, and the game goes on. Others may take the "
                          "seats of people, or those of computers where you play alone; "
                          "with a seat, only that one."))),
    Action("close", ("W",), mark("close"), mark("Close this table to others, and play on here."),
           Word("close", "fermer", mark("close this table to others, and play on here"),
                takes=mark("[LEVEL]"), example=mark("casual"),
                more=mark("People here play the seats of others then, or computers of a level."))),
    Action("mute", ("Q",), mark("quiet"), mark("Show or hide what others say."),
           Word("mute", "muet", mark("hide what others say, or show it again"))),
    Action("resign", ("X",), mark("resign"), mark("Give the game up."),
           Word("resign", "abandonner", mark("give up the game; asks once"))),
    Action("play", ("space", "p"), mark("play"), mark("Let the game run."),
           Word("play", "jouer",
                mark("let the game play by itself, for some moves or to the end"), takes=_COUNT,
                example="3",
                more=mark("Without a number it goes to the end. Where nobody plays here, "
                          "an empty line makes one move."))),
    Action("pause", ("space", "p"), mark("pause"), mark("Pause the game."), "play"),
    Action("play_out", ("end",), mark("to the end"), mark("Play to the end at once."),
           Word("finish", "finir", mark("play to the end at once"))),
    Action("step", ("right", "l"), mark("step"), mark("Show one step."), "play"),
    Action("faster", ("plus",), mark("faster"), mark("Play faster."), "play"),
    Action("slower", ("minus",), mark("slower"), mark("Play more slowly."), "play"),
    typed_only(Word("swap", "échanger",
                    mark("after a game, play the same deal with the seats swapped"))),
    Action("level", ("L",), mark("level"), mark("Play against the level that is offered."),
           Word("level", "niveau", mark("after a game, play against the level that is offered"))),
    typed_only(Word("begin", "commencer", mark("begin the game that is set up"))),
    Topic.LOOK,
    Action("log_up", ("pageup",), mark("log"), mark("Scroll back in the log."),
           Word("log", "journal", mark("list what was played"))),
    Action("log_down", ("pagedown",), mark("log"), mark("Scroll forward in the log."), "log_up"),
    Action("eyes", ("f",), mark("view"), mark("See the game as another player sees it."),
           Word("eyes", "yeux", mark("see what the next player sees, or the one you name"),
                takes=mark("[SEAT or all]"), example="2",
                more=mark("In a replay, and where nobody plays here. In a replay of a game"
                          " that is over, all tells what each player knew."))),
    Action("open_hands", ("O",), mark("all hands"), mark("Open the hands of all players."),
           "eyes"),
    Action("row_up", ("up", "k"), mark("up"), mark("Go up one row."), Untyped.CURSOR),
    Action("row_down", ("down", "j"), mark("down"), mark("Go down one row."), Untyped.CURSOR),
    Action("page_up", ("pageup",), mark("page"), mark("Go up one page."), Untyped.SCROLLING),
    Action("page_down", ("pagedown",), mark("page"), mark("Go down one page."), Untyped.SCROLLING),
    Action("first_row", ("home",), mark("first"), mark("Go to the first row."), Untyped.CURSOR),
    Action("last_row", ("end",), mark("last"), mark("Go to the last row."), Untyped.CURSOR),
    Action("whole", ("z",), mark("more"), mark("Show in full the words that are cut here."),
           Untyped.ROOM),
    Action("statistics", ("T",), mark("statistics"), mark("Show how everybody has done."),
           Word("statistics", "statistiques", mark("say how everybody has done, or one person"),
                takes=mark("[NAME]"), example="Zoé")),
    Topic.REPLAY,
    Action("next_turn", ("right", "l"), mark("turn"), mark("Go to the next turn."),
           Word("next", "suivant", mark("forward one turn, or several; an empty line too"),
                takes=_COUNT, example="5"), sign="←→"),
    Action("previous_turn", ("left", "h"), mark("previous"), mark("Go to the previous turn."),
           Word("previous", "précédent", mark("back one turn, or several"), takes=_COUNT,
                example="5")),
    Action("next_card", ("down", "j"), mark("card"), mark("Go forward one card."), "next_step",
           sign="↑↓"),
    Action("previous_card", ("up", "k"), mark("card"), mark("Go back one card."), "previous_step"),
    Action("next_step", ("down", "j"), mark("step"), mark("Go forward one step."),
           Word("forward", "avancer", mark("forward one step of a turn, like a card")), sign="↑↓"),
    Action("previous_step", ("up", "k"), mark("step"), mark("Go back one step."),
           Word("backward", "reculer", mark("back one step of a turn"))),
    Action("first", ("home", "less_than_sign"), mark("first"), mark("Go to the first turn."),
           Word("first", "début", mark("to the first turn"))),
    Action("last", ("end", "greater_than_sign"), mark("last"), mark("Go to the end."),
           Word("last", "fin", mark("to the end"))),
    Action("ten_back", ("pageup",), mark("ten back"), mark("Go back ten turns."), "previous_turn"),
    Action("ten_on", ("pagedown",), mark("ten ahead"), mark("Go forward ten turns."), "next_turn"),
    Action("next_mark", ("n",), mark("next mark"), mark("Go to the next mark."),
           Word("marks", "repères", mark("list the turns worth seeing, or go to the next one"),
                takes=mark("[next or previous]"), example=mark("next"))),
    Action("previous_mark", ("N",), mark("previous mark"), mark("Go to the previous mark."),
           "next_mark"),
    Action("analysis", ("a",), mark("analysis"),
           mark("Judge every turn; again: all that was found."),
           Word("analysis", "analyse",
                mark("judge every turn of a game that is over: what it lost, and what was better"),
                more=mark("Chances and losses are points of 100. Losses are marks from then on;"
                          " marks next goes to the next one."), has_letter=True)),
    Action("retry", ("y",), mark("try again"), mark("Try again a turn that lost something."),
           Word("retry", "réessayer", mark("try again a turn that lost something"),
                more=mark("What came later is hidden. What you type is judged until it is as "
                          "good as the best; hint tells the best, return ends it."),
                has_letter=True)),
    Action("go_to", ("g",), mark("go to"), mark("Go to a turn by its number."),
           Word("go", "aller", mark("to a turn by its number"), takes=mark("NUMBER"),
                example="12", has_letter=True)),
    Action("note", ("C",), mark("note"), mark("Write a note on this turn."),
           Word("note", "note", mark("tell the note on this turn, or write one"),
                takes=mark("[SIGN] [TEXT]"), example=mark("!? brave"),
                more=mark("A sign (! ? !? ?!) comes first, if any. It takes the place of the"
                          " note before; note none removes it."))),
    Action("try", ("x",), mark("try moves"), mark("Try moves from here, for all players."),
           Word("try", "essayer", mark("try a move from here, for any player"),
                takes=mark("[MOVE]"), example="15^ 20^",
                more=mark("Without a move the computer makes the next one. What was tried is kept "
                          "as a variation, in the file of the game."))),
    Action("variations", ("V",), mark("variations"), mark("Look at a variation."),
           Word("variations", "essais", mark("list what was tried, or look at it by its number"),
                takes=mark("[NUMBER] [delete]"), example="2",
                more=mark("With delete after its number it is removed; return leads back into the"
                          " game."))),
    Action("to_game", ("q", "escape"), mark("to the game"),
           mark("Go back into the game, where the variation begins."), "back"),
    Action("remove", ("delete",), mark("delete"), mark("Delete the variation."), "variations"),
    Action("branch", ("b",), mark("play on"), mark("Play on from here as a new game."),
           Word("branch", "repartir", mark("play on from here as a new game"), takes=_NUMBER,
                example="2",
                more=mark("Without a number it lists who may play; a number chooses."),
                has_letter=True)),
    Action("replay", ("r",), mark("replay"), mark("Step through the game."),
           Word("replay", "rejouer", mark("step through this game, or one in a file"),
                takes=mark("[GAME]"), example="2",
                more=mark("A game is named by its number in the list of games, by its "
                          "file, or by a share line."), has_letter=True)),
    Topic.OTHERS,
    typed_only(Word("say", "dire", mark("say a phrase to all at this table, or list the phrases"),
                    takes=_NUMBER, example="1")),
    typed_only(Word("yes", "oui", mark("agree to what another player asks"))),
    typed_only(Word("no", "non", mark("decline what another player asks"))),
    typed_only(Word("sit", "place", mark("take another seat, a free one, before the game begins"),
                    takes=mark("SEAT"), example="2",
                    more=mark("A seat is named by its name or number."))),
    typed_only(Word("computer", "ordinateur",
                    mark("let a computer play a free seat, or for somebody who is away"),
                    takes=mark("[PLAYER] [LEVEL]"), example="2",
                    more=mark("Before the game begins, the level free empties the seat again."))),
    typed_only(Word("claim", "réclamer",
                    mark("claim the game, because a player was away too long"),
                    takes=mark("[PLAYER]"), example="2")),
    typed_only(Word("tables", "tables",
                    mark("list the tables here and at the servers you have been to"))),
    typed_only(Word("join", "rejoindre", mark("sit down at a table, here or elsewhere"),
                    takes=mark("TABLE [back]"), example="1",
                    more=mark("A table is named by its number in the list, by its name or by its "
                              "address. With back you return to a seat that another window "
                              "still plays."))),
    typed_only(Word("host", "ouvrir", mark("open a table to others, here or at a server"),
                    takes=mark("[KIND] [SERVER]"), example="zen",
                    more=mark("It is the game being set up, or else one as it was last set up."
                              " The name or the address of a server may follow."))),
    Topic.FILES,
    Action("new", ("ctrl+n",), mark("new game"), mark("Begin a new game; this one is saved."),
           Word("new", "nouvelle", mark("begin another game like this one"), takes=mark("[KIND]"),
                example="zen",
                more=mark("In a series of games it is the next one. At a shared table the "
                          "others are asked whether they want it too. With the name of a "
                          "game it sets one up, as setup does."))),
    Action("first_game", ("F",), mark("first game"), mark("Play a first game, step by step."),
           Word("first game", "première partie", mark("a first game, step by step"),
                takes=mark("[KIND] [new]"), example=mark("zen new"),
                more=mark("It is the first game of this game, or of the one named; the duel, "
                          "Zen and Dame de Pique have one. It goes on where you left it; with new, "
                          "from the beginning."))),
    typed_only(Word("daily", "donne", mark("play the deal of the day, the same for everybody"),
                    takes=mark("[DATE]"), example="2026-11-20",
                    more=mark("Once it is over your result is told, and that of the master at "
                              "your seat."))),
    Action("problems", ("P",), mark("problems"), mark("Find the one move that survives or wins."),
           Word("problems", "problèmes", mark("find the one move that survives or wins"),
                takes=mark("[KIND]"), example="zen",
                more=mark("They are those of the duel, or of Zen. They rate you and themselves;"
                          " one that you failed comes again later."))),
    Action("saved", ("o",), mark("open"), mark("Open a saved game."),
           Word("games", "parties", mark("list the saved games, or those with these words"),
                takes=mark("[WORDS]"), example="zoé zen")),
    Action("open", ("o",), mark("open"), mark("Go on with the game."),
           Word("resume", "reprendre", mark("go on with a game, or with the latest one"),
                takes=mark("[GAME]"), example="2",
                more=mark("A game is named by its number in the list of games, or by its file."),
                has_letter=True)),
    Action("find", ("slash",), mark("find"),
           mark("Show only the games that contain certain words."), "saved"),
    Action("sort", ("t",), mark("sort"), mark("Sort by the next column."),
           Word("sort", "trier", mark("list the saved games by another column"),
                takes=mark("COLUMN"), example=mark("players"),
                more=mark("The columns: game, players, state, when. The same column again "
                          "reverses the order."))),
    Action("save_as", ("s",), mark("save as"), mark("Save a copy under another name."),
           Word("save", "sauver", mark("say where the game is saved; with a name, copy it"),
                takes=mark("[NAME]"), example=mark("Sunday"),
                more=mark("A game that is not saved anywhere is saved from then on. A bare"
                          " name means a file in the folder of games; a path may lead "
                          "anywhere."), has_letter=True)),
    Action("share", ("e",), mark("share"), mark("Share the game, as a line or a picture."),
           Word("share", "partager",
                mark("write a finished game in one line, to be sent, or draw it"),
                takes=mark("[picture or notes] [GAME]"), example=mark("picture 2"),
                more=mark("Without a game it is this one; another is named by its number "
                          "in the list of games, or by its file. With picture the table is"
                          " drawn into a file, also in the middle of a game; with notes the"
                          " line has them too."), has_letter=True)),
    Action("rename", ("f2",), mark("rename"), mark("Give the game another name."),
           Word("rename", "renommer", mark("give a game of the list another name"),
                takes=mark("NUMBER NAME"), example=mark("1 Sunday"))),
    Action("delete", ("delete",), mark("delete"), mark("Delete the game."),
           Word("delete", "supprimer", mark("delete a game of the list; asks once"),
                takes=mark("NUMBER"), example="2")),
    typed_only(Word("copy", "copier", mark("copy a game of the list under another name"),
                    takes=mark("NUMBER NAME"), example=mark("2 Sunday"))),
    Topic.EVERYWHERE,
    Action("rules", ("R",), mark("rules"), mark("Read the rules."),
           Word("rules", "règles", mark("the rules in short, or one of their sections"),
                takes=mark("[KIND] [SECTION]"), example=mark("zen 3"),
                more=mark("They are those of this game, or of the one named. A section is named "
                          "by its number. After a refused move, rules alone reads the section "
                          "that says why."))),
    Action("manual", ("M",), mark("manual"), mark("Read the manual."),
           Word("manual", "manuel", mark("list the sections of the manual, or read one"),
                takes=mark("[SECTION]"), example="3",
                more=mark("A section is named by its number."))),
    Action("settings", ("comma",), mark("settings"), mark("Change the settings."),
           Word("settings", "réglages", mark("list what can be set, or set it"),
                takes=mark("[NUMBER [VALUE]]"), example="3 2")),
    Action("help", ("question_mark", "f1"), mark("help"), mark("Show the keys of this screen."),
           Word("help", "aide", mark("list the words, or say exactly what one does"),
                takes=mark("[WORD or NUMBER]"), example=mark("save"),
                more=mark("A number lists the words of one group; all lists every word you"
                          " can use now."), has_letter=True)),
    Action("menu", ("m",), mark("menu"), mark("Show everything that can be done now."), "help"),
    Action("menu_by_enter", ("enter",), mark("menu"),
           mark("Show everything that can be done now."), "help"),
    Action("leave", ("escape",), mark("back"), mark("Go back without an answer."), "back"),
    Action("back", ("q", "escape"), mark("back"), mark("Go back; the game is saved."),
           Word("return", "revenir", mark("back to the game, or to the first screen"))),
    Action("quit", ("q",), mark("quit"), mark("Leave; the game is saved."),
           Word("quit", "quitter", mark("leave"), has_letter=True)),
    typed_only(Word("home", "accueil", mark("go to the first screen, which leads everywhere"))),
    typed_only(Word("language", "langue", mark("speak French or English from now on"),
                    takes=mark("[fr or en]"), example="fr")),
)  # fmt: skip
"""The actions of tables, replays, lists and menus, whatever the game is."""

_HELP_OF_LINES: Final[Mapping[Topic, str]] = {
    Topic.PLAY: "hint follow choices take_back play new swap level set_up next_value begin",
    Topic.LOOK: "log_up eyes statistics",
    Topic.REPLAY: "replay next_turn previous_turn next_step previous_step first last go_to"
                  " next_mark analysis retry note try variations branch back",
    Topic.OTHERS: "people clock say mute yes no sit computer claim invite close resign tables join"
                  " watch host",
    Topic.FILES: "first_game daily problems save_as share open saved sort copy rename delete",
    Topic.EVERYWHERE: "rules manual settings language help home quit",
}  # fmt: skip
"""The order of the words in the help of the lines, by the ids of their actions."""

WORDS: Final[tuple[Word, ...]] = tuple(
    word
    for topic, ids in _HELP_OF_LINES.items()
    for word in words_of(COMMON[id_]._replace(topic=topic) for id_ in ids.split())
)
"""The words of all games, in the order of the help."""

NOT_IN_MENU: Final = frozenset(
    {"menu", "menu_by_enter", "skip", "log_up", "log_down", "next_value", "previous_value"}
    | {"next_turn", "previous_turn", "next_card", "previous_card", "next_step", "previous_step"}
    | {"next_tile", "previous_tile", "row_up", "row_down", "page_up", "page_down"}
    | {"first_row", "last_row"}
)
"""The ids of the actions that no menu has: itself, and the keys of a cursor."""


def by_topic(actions: Iterable[Action]) -> Iterator[tuple[Topic, list[Action]]]:
    """Yield the topics that any of the actions have, each with its actions.

    The topics of a game come first, in the order given; those of all games follow.
    """
    places = {id_: at for at, id_ in enumerate(COMMON)}
    ordered = sorted(actions, key=lambda action: places.get(action.id, -1))
    for topic in Topic:
        if mine := [action for action in ordered if action.topic is topic]:
            yield topic, mine
