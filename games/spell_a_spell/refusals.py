"""Every rule refusal of this game: the code and its clause; `texts/` has what the player is told."""

from functools import partial

from games.core.errors import refusals, refused
from games.spell_a_spell.texts import TEXTS

REFUSALS = refusals(
    {
        "wrong_number_of_seats": "SAS-4",
        "any_word_needs_judges": "SAS-48",
        "solver_needs_lexicon": "SAS-43",
        "hand_sizes_twice": "SAS-46",
        "hand_sizes_wrong_number": "SAS-46",
        "word_malformed": "SAS-10",
        "card_not_in_hand": "SAS-10",
        "card_lays_no_letter": "SAS-10",
        "hand_cannot_lay": "SAS-10",
        "word_too_short": "SAS-12",
        "wrong_number_of_cards": "SAS-12",
        "card_is_another_letter": "SAS-3",
        "shorter_than_the_spell": "SAS-18",
        "word_is_standing": "SAS-17",
        "word_was_cast": "SAS-17",
        "word_not_in_lexicon": "SAS-11",
        "no_more_words": "SAS-11",
        "no_vote_wanted": "SAS-11",
        "already_voted": "SAS-11",
        "not_your_turn": "SAS-6",
        "effects_come_first": "SAS-7",
        "effect_not_in_hand": "SAS-31",
        "nothing_to_stop": "SAS-34",
        "only_a_firewall_now": "SAS-38",
        "only_a_snowball_now": "SAS-38",
        "nothing_to_decline": "SAS-38",
        "unknown_move": "SAS-7",
        "no_such_seat": "SAS-4",
        "match_is_over": "SAS-41",
        "seat_resigned": "SAS-49",
    },
    TEXTS.table("refusals"),
)

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
