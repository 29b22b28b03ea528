"""Languages as their files have them."""

from pathlib import Path

import pytest

from games.core.languages import BY_CODE, LANGUAGES, read, rule


def cldr_category(language: str, number: int) -> str:
    """The plural category of a whole number, as CLDR 44 has it for these languages."""
    if number == 1:
        return "one"
    if language == "he":
        return "two" if number == 2 else "other"
    if language == "pl":
        few = 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14
        return "few" if few else "many"
    return "other"


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_plural_rules_are_those_of_cldr(language: str) -> None:
    found = [BY_CODE[language].category(number) for number in range(1_000)]
    assert found == [cldr_category(language, number) for number in range(1_000)]


def test_english_comes_first_and_the_others_by_code() -> None:
    assert list(LANGUAGES) == ["en", *sorted(set(LANGUAGES) - {"en"})]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("n = 0", {0}),
        ("n != 0", set(range(1, 30))),
        ("n % 10 = 2..4 and n % 100 != 12..14", {2, 3, 4, 22, 23, 24}),
        ("n = 1 or n % 10 = 7,9", {1, 7, 9, 17, 19, 27, 29}),
        ("n = 3,5..7", {3, 5, 6, 7}),
    ],
)
def test_a_plural_condition_holds_for_these_numbers(condition: str, holds: set[int]) -> None:
    assert {number for number in range(30) if rule(condition)(number)} == holds


@pytest.mark.parametrize("condition", ["", "i = 1", "n = 1 and", "n > 1", "n % = 1", "n = 1; 2"])
def test_what_is_no_plural_condition_is_refused(condition: str) -> None:
    with pytest.raises(ValueError, match="is no condition of a plural rule"):
        rule(condition)


def test_a_text_need_not_tell_two_and_many_apart() -> None:
    needed = {code: set(BY_CODE[code].needed) for code in ("en", "he", "pl")}
    assert needed == {"en": {"one", "other"}, "he": {"one", "other"}, "pl": {"one", "few", "other"}}


def test_a_hebrew_conjunction_takes_a_hyphen_before_all_but_hebrew_words() -> None:
    hebrew, polish = BY_CODE["he"], BY_CODE["pl"]
    assert [hebrew.joined(text) for text in ("מושב 1", "א", "Ada", "7", "")] == [" ו", " ו-", " ו-", " ו-", " ו-"]
    assert polish.joined("Ada") == " i "


def test_a_file_is_all_that_a_language_takes(tmp_path: Path) -> None:
    for code in ("en", "he"):
        (tmp_path / f"{code}.json").write_bytes((Path("languages") / f"{code}.json").read_bytes())
    (tmp_path / "ar.json").write_text(
        '{"name": "العربية", "english": "Arabic", "direction": "rtl", "seat": "مقعد", "and": " و", "between": "؛ ",'
        ' "plurals": {"zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n % 100 = 3..10", "many": "n % 100 = 11..99"}}'
    )
    found = read(tmp_path)
    assert [*found] == ["en", "ar", "he"]
    assert found["ar"].direction == "rtl"
    assert [found["ar"].category(number) for number in (0, 1, 2, 3, 11, 100)] == [
        "zero", "one", "two", "few", "many", "other",
    ]  # fmt: skip
