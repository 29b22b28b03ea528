"""What the contract suite has seen of each game and rules version."""

from collections.abc import Mapping
from functools import lru_cache

from games.core.testing import Evidence, Terms, gather
from games.registry import GAMES
from tests.games import memories, unseen

# What cannot be read from a definition. A game without an entry is held to the strictest terms.
TERMS: Mapping[str, Terms] = {
    # The one prompt of the resolve step comes up in about every second match.
    "rock-paper-wizard": Terms(seeds=4, unseen=unseen.rock_paper_wizard, memory=memories.rock_paper_wizard),
    # Words come up in the lists of matches with hints only, and no list has a word for the table to vote on: its own
    # tests pair what random play does not reach.
    "spell-a-spell": Terms(
        options=(
            {"hints": True},
            {"open_hands": True, "hand_size": 7, "runs": 2, "hints": True, "repeat": "never", "end_check": "solver"},
            {
                "hints": True,
                "refill": "by_word_length",
                "special_refill": "letters_plus_one",
                "free_pass_draw": "one_card",
                "bewitched_hand_cap": True,
                "snowball_growth": "capped_at_2",
                "sandstorm": "pass_to_left",
                "adjudication": "free",
            },
        ),
        seeds=2,
        unseen=unseen.spell_a_spell,
        memory=memories.spell_a_spell,
        rare_secrets=frozenset({"word_proposed", "vote_cast", "word_cast", "effect_played", "hand_passed"}),
        free_text=frozenset(
            f"{type}.word"
            for type in (
                "cast_word",
                "turn",
                "word_vote",
                "turn_started",
                "word_proposed",
                "word_refused",
                "word_cast",
                "spell_standing",
                "seat_bewitched",
            )
        ),
    ),
    # Passing or cancelling is told at once (CAVE-R23.12). The one spell that orders a stack is seldom cast.
    "cave": Terms(
        options=({"max_rounds": 12}, {"max_rounds": 6, "character_selection": "pick"}),
        seeds=2,
        public_moves=frozenset({"pass", "cancel"}),
        rare_secrets=frozenset({"stack_ordered"}),
        unseen=unseen.cave,
        memory=memories.cave,
    ),
}


VERSIONS = [(slug, rules) for slug, versions in GAMES.items() for rules in versions]


@lru_cache(maxsize=len(VERSIONS))
def evidence_of(slug: str, rules: str) -> Evidence:
    return gather(GAMES[slug][rules], TERMS.get(slug))
