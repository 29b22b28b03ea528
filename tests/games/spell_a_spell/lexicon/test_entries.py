import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.spell_a_spell.components.laying import FOG, lay
from games.spell_a_spell.components.spelling import LETTERS, normal
from games.spell_a_spell.lexicon.entries import SPECIAL, Lexicon, glosses, lexicon, newest, versions

LEXICON = lexicon(newest())
HEBREW = re.compile("[\u0590-\u05ff]")
DATA = files("games.spell_a_spell.lexicon").joinpath("data")
ROWS = DATA.joinpath("lexicon-2.tsv").read_text("utf-8").splitlines()
FIRST_ROWS = DATA.joinpath("lexicon-1.tsv").read_text("utf-8").splitlines()
HEADER = "word\tkey\tlength\tcategory\temoji\tsource\tgloss_en\tflags"
CATEGORIES = [
    "animal",
    "plant",
    "food",
    "object",
    "body",
    "place",
    "nature",
    "profession",
    "person",
    "fantasy",
    "special",
]
FLAGS = {"variant", "geresh", "imaginary", "plurale_tantum"}
SOURCES = {"hand", "cldr", "keyword", "rulebook", "cldr-keyword"}
ENTRIES = list(LEXICON.entries.values())
# What English calls by one word and Polish by two: an iron is no metal, a magazine of a gun no paper, a water pipe no tobacco pipe.
TOLD_APART = {
    ("goat", "animal"): {"koza", "kozioł"},
    ("cream", "food"): {"krem", "śmietana"},
    ("iron", "object"): {"żelazo", "żelazko"},
    ("cloth", "object"): {"materiał", "ściereczka"},
    ("battery", "object"): {"bateria", "akumulator"},
    ("loudspeaker", "object"): {"megafon", "głośnik"},
    ("magazine", "object"): {"magazyn (pismo)", "magazynek"},
    ("pipe", "object"): {"fajka", "rura"},
}

# Hands as they are dealt: mostly letters as frequent as in the deck, at times fog or a card that lays nothing.
hands = st.lists(st.sampled_from([*LETTERS, *"ויררמנאתלהב", FOG, "sandstorm"]), max_size=9)


def test_sas_8_2_every_row_has_the_columns_of_the_header() -> None:
    assert ROWS[0] == HEADER
    assert {row.count("\t") for row in ROWS} == {HEADER.count("\t")}
    assert all(row == row.strip("\n\r ") for row in ROWS)


def test_sas_8_2_keys_are_unique_and_the_rows_stand_by_category_and_word() -> None:
    order = [(row.split("\t")[3], row.split("\t")[0]) for row in ROWS[1:]]
    assert order == sorted(order)
    assert len(order) == len(ENTRIES) == len({entry.key for entry in ENTRIES})


def test_sas_8_2_every_key_is_the_normal_form_of_its_word_and_its_length_is_counted() -> None:
    for row in ROWS[1:]:
        word, key, length, *_ = row.split("\t")
        assert (normal(word).key, str(len(key))) == (key, length)
        assert set(key) <= set(LETTERS)
        assert 2 <= len(key) <= 10


def test_sas_8_2_every_entry_has_a_category_a_gloss_a_source_and_known_flags() -> None:
    for entry in ENTRIES:
        assert entry.category in CATEGORIES, entry
        assert set(entry.flags) <= FLAGS, entry
        assert set(entry.source.split("+")) <= SOURCES, entry
        assert entry.gloss == entry.gloss.strip() != ""
        assert ("geresh" in entry.flags) == ("׳" in entry.word), entry


def test_every_word_says_in_polish_what_it_names() -> None:
    words = glosses("pl")
    assert words.keys() == {entry.key for entry in ENTRIES}
    assert all(gloss == gloss.strip() != "" and not HEBREW.search(gloss) for gloss in words.values())
    # One gloss in English is one in Polish, so that nothing has slipped by a row, but where English has one word for two things.
    polish_of: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for entry in ENTRIES:
        polish_of[entry.gloss, entry.category].add(words[entry.key])
    assert {pair: found for pair, found in polish_of.items() if len(found) > 1} == TOLD_APART
    assert [words[normal(word).key] for word in ("כלב", "תפוח", "מלכה", "שלג", "ברז")] == [
        *("pies", "jabłko", "królowa", "śnieg", "kran")
    ]
    assert [
        words[normal(word).key] for word in ("תיש", "שמנת", "מגהץ", "מטלית", "מצבר", "רמקול", "מחסנית", "צינור")
    ] == [*("kozioł", "śmietana", "żelazko", "ściereczka", "akumulator", "głośnik", "magazynek", "rura")]


def test_sas_26_the_four_special_words_are_in_once_each_and_nothing_else_is_special() -> None:
    assert {entry.key for entry in ENTRIES if entry.category == "special"} == set(SPECIAL)
    assert [len(LEXICON.entries[key].key) for key in SPECIAL] == [3, 4, 2, 3]
    assert all(LEXICON.accepts(key, imaginary=False) for key in SPECIAL)


@pytest.mark.parametrize("word", ["עץ", "אי", "עז", "צי", "קוף", "חתול", "רגל", "שלג", "ערפל", "אש", "חול"])
def test_sas_v2_v12_the_rulebooks_words_are_in(word: str) -> None:
    assert LEXICON.accepts(normal(word).key, imaginary=False)


@pytest.mark.parametrize("word", ["יצא", "יזע", "גלות", "חוג"])
def test_sas_v2_v12_the_rulebooks_refused_words_are_out(word: str) -> None:
    assert not LEXICON.accepts(normal(word).key)


@pytest.mark.parametrize("sixth", "אדכסע")
def test_sas_v2_the_rulebooks_second_hand_makes_no_word_of_three(sixth: str) -> None:
    assert max(len(entry.key) for entry in LEXICON.words([*"אזיעצ", sixth])) == 2


def test_sas_5_creatures_of_fancy_are_in_where_they_are_allowed() -> None:
    fancy = [entry for entry in ENTRIES if entry.imaginary]
    assert "דרקונ" in {entry.key for entry in fancy}
    assert all(LEXICON.accepts(entry.key) and not LEXICON.accepts(entry.key, imaginary=False) for entry in fancy)
    assert not any(entry.imaginary for entry in LEXICON.words([FOG] * 10, imaginary=False))


def test_sas_2_a_version_is_the_hash_of_the_content_and_an_unknown_one_is_an_error() -> None:
    assert LEXICON.version == newest()
    assert lexicon(newest()) is LEXICON
    with pytest.raises(KeyError):
        lexicon("0" * 64)


def test_sas_2_a_lexicon_that_a_match_may_have_pinned_never_changes() -> None:
    assert versions() == (
        "ee54912b91e45abdf990fa68221aa897f7d037e9d403e86bb86bdb9161efe731",
        "ed21192003b3a97ab54f40bedb81ec5f792b13bccca56fae794fd0cfc8e02660",
    )


def test_the_second_lexicon_has_every_word_of_the_first_as_it_was_and_more() -> None:
    first, second = lexicon(versions()[0]), lexicon(versions()[1])

    assert len(first.entries) == len(FIRST_ROWS) - 1
    assert {*first.entries} < {*second.entries}
    for key, entry in first.entries.items():
        later = second.entries[key]
        assert replace(later, flags=tuple(flag for flag in later.flags if flag != "variant")) == replace(
            entry, flags=tuple(flag for flag in entry.flags if flag != "variant")
        )


@pytest.mark.parametrize("word", ["פלאפון", "טרמפולינה", "אוניברסיטה", "חצ׳קון", "עיתונאית", "קורנפלקס", "חור"])
def test_everyday_words_that_the_first_lexicon_lacked_are_in(word: str) -> None:
    assert LEXICON.accepts(normal(word).key, imaginary=False)
    assert not lexicon(versions()[0]).accepts(normal(word).key)


def by_hand(lexicon: Lexicon, faces: Sequence[str], least: int) -> list[str]:
    """The slow way: every word of the lexicon held against the hand's letters."""
    letters = Counter(face for face in faces if face in LETTERS)
    found = [
        entry.key
        for entry in lexicon.entries.values()
        if (Counter(entry.key) - letters).total() <= faces.count(FOG) and (len(entry.key) >= least or entry.special)
    ]
    return sorted(found, key=lambda key: (-len(key), key))


@given(hands, st.integers(2, 7))
def test_sas_6_the_words_of_a_hand_are_those_found_by_trying_every_word(hand: list[str], least: int) -> None:
    found = [entry.key for entry in LEXICON.words(hand, least=least)]
    assert found == by_hand(LEXICON, hand, least)
    assert all(lay(key, hand) is not None for key in found)


@given(hands)
def test_sas_6_the_order_of_a_hand_does_not_change_its_words(hand: list[str]) -> None:
    assert LEXICON.words(hand) == LEXICON.words(sorted(hand)) == LEXICON.words(hand[::-1])


def test_sas_43_a_hand_can_make_a_word_unless_all_its_words_are_spent() -> None:
    assert LEXICON.can_make(["א", "ש"])
    assert not LEXICON.can_make(["א", "ש"], without={"אש"})
    assert not LEXICON.can_make([])
    assert not LEXICON.can_make(["snowball"] * 5)
