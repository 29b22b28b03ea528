from typing import Any

from events.format.canon import canon
from games.core.chance import Chance
from games.core.moves import Resign
from games.spell_a_spell import GAME, GAME_1
from games.spell_a_spell.components.cards import NEWEST_DECK
from games.spell_a_spell.lexicon.entries import newest
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.scene import (
    ACCEPT,
    DECLINE,
    END,
    SNOWBALL,
    cast,
    play,
    random_match,
    scene,
    started,
)


def seen(state: State, viewer: int | None) -> Any:
    return GAME.view(state, viewer)


def test_the_view_of_a_new_match() -> None:
    new = started(2, 1, "L-א-1", "L-ב-1", "L-ג-1", "L-ד-1", "L-ה-1", "L-ו-1")

    shown = seen(new.state, 0)
    assert shown["players"][0] == {
        "seat": 0,
        "hand": ("L-א-1", "L-ב-1", "L-ג-1", "L-ד-1", "L-ה-1", "L-ו-1"),
        "hand_size": 6,
        "hand_limit": 6,
        "score_pile": (),
        "score_pile_size": 0,
        "score": 0,
        "bewitched": False,
        "resigned": False,
    }
    assert (shown["players"][1]["hand"], shown["players"][1]["hand_size"]) == (None, 6)
    assert {name: shown[name] for name in shown if name != "players"} == {
        "phase": "turn",
        "options": {
            "adjudication": "lexicon",
            "word_scope": "tangible",
            "allow_imaginary": True,
            "max_refused_words": 2,
            "repeat": "not_standing",
            "refill": "to_hand_size",
            "special_refill": "to_hand_size",
            "free_pass_draw": "fill_plus_one",
            "bewitched_hand_cap": False,
            "snowball_growth": "linear",
            "sandstorm": "receive_from_left",
            "end_check": "passes",
            "runs": 1,
            "hand_sizes": (6, 6),
            "open_hands": False,
            "hints": False,
            "deck": NEWEST_DECK,
            "lexicon": newest(),
            "rounds": "rulebook",
            "windows": "all",
        },
        "questions": 1,
        "run": 1,
        "runs": 1,
        "dealer": 1,
        "turn": 0,
        "spell": None,
        "deck_size": 78,
        "discard": {"sandstorm": 0, "firewall": 0, "snowball": 0},
        "words": [],
        "agreed": (),
        "idle_passes": 0,
        "refused_words": 0,
        "proposed": None,
        "your_vote": None,
        "snowball": None,
        "known_cards": {"lying": [], "sizes": (), "facts": [], "open_word": ()},
        "outcome": None,
    }
    assert seen(new.state, None)["known_cards"] is None


def test_sas_16_the_view_shows_the_standing_spell_and_the_words_cast_with_their_fog() -> None:
    shown = seen(play(scene("קו*", "א"), (0, cast("קוף"))).state, None)

    assert shown["spell"] == {"word": "קוף", "length": 3, "caster": 0, "on": 1}
    assert shown["words"] == [{"seat": 0, "word": "קוף", "length": 3, "fogs": (2,)}]


def test_sas_14_score_piles_are_public_in_number_and_their_cards_to_their_owner() -> None:
    state = play(scene("קופ", "א"), (0, cast("קוף"))).state

    assert [player["score_pile_size"] for player in seen(state, None)["players"]] == [3, 0]
    assert seen(state, 0)["players"][0]["score_pile"] == ("L-ק-1", "L-ו-1", "L-פ-1")
    assert seen(state, 1)["players"][0]["score_pile"] is None


def test_sas_38_the_view_shows_who_throws_at_whom_and_how_many_are_taken() -> None:
    opened = play(scene("קופ snowball", "אב"), (0, SNOWBALL)).state

    shown = seen(opened, None)
    assert (shown["phase"], shown["turn"]) == ("snowball_defence", 0)
    assert shown["snowball"] == {"initiator": 0, "thief": 0, "target": 1, "number": 1, "takes": 1}
    assert seen(play(opened, (1, DECLINE)).state, None)["phase"] == "snowball_reply"
    assert shown["discard"]["snowball"] == 1


def test_sas_11_the_view_shows_a_proposed_word_and_who_has_voted() -> None:
    state = play(scene("יצא", "א", "א", adjudication="lexicon_vote"), (0, cast("יצא")), (2, ACCEPT)).state

    shown = seen(state, 1)
    assert shown["phase"] == "word_vote"
    assert shown["proposed"] == {
        "seat": 0,
        "word": "יצא",
        "length": 3,
        "fogs": (),
        "voters": (1, 2),
        "voted": [2],
    }
    assert (shown["your_vote"], seen(state, 2)["your_vote"]) == (None, "accept")


def test_sas_22_the_bewitched_and_the_resigned_are_shown_as_such() -> None:
    state = play(scene("א", "א", "א", spell="מלך"), (0, END), (2, Resign())).state

    shown = seen(state, None)
    assert [player["bewitched"] for player in shown["players"]] == [True, False, False]
    assert [player["resigned"] for player in shown["players"]] == [False, False, True]


def test_sas_44_the_view_of_a_finished_match_shows_its_outcome() -> None:
    shown = seen(play(scene("א", "א"), (0, Resign())).state, None)

    assert shown["phase"] == "finished"
    assert shown["outcome"] == {"reason": "last_seat", "ranking": ((1,), (0,)), "winners": (1,)}


def counted(shown: Any) -> int:
    players = sum(player["hand_size"] + player["score_pile_size"] for player in shown["players"])
    laid = shown["proposed"]["length"] if shown["proposed"] else 0
    return int(shown["deck_size"] + players + sum(shown["discard"].values()) + laid)


def test_i1_every_view_counts_ninety_cards_and_the_views_of_all_seats_name_each_card_once() -> None:
    match = random_match(4, 3, adjudication="lexicon_vote", hints=True, proposing=0.4, resigning=0.01)
    state = None
    for event in match.events:
        state = GAME.evolve(state, event)
        named: list[str] = []
        for seat in range(4):
            shown = seen(state, seat)
            canon(shown)
            assert counted(shown) == 90, event
            named += [*shown["players"][seat]["hand"], *shown["players"][seat]["score_pile"]]
        assert len(set(named)) == len(named)
        assert counted(seen(state, None)) == 90


def test_a_view_by_rules_version_1_shows_no_option_that_it_does_not_have() -> None:
    state = None
    for event in GAME_1.start(GAME_1.options({}), 2, Chance(bytes(32))):
        state = GAME_1.evolve(state, event)

    assert {*GAME_1.options({})} - {"hand_size"} == {*GAME_1.view(state, 0)["options"]}
