"""The page's texts: one file for each language, alike, and put together in the browser as the service would."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import orjson

from api.pages import site, translations
from games.core import catalogues
from games.core.languages import BY_CODE, ENGLISH, LANGUAGES, Language, read
from games.core.message_syntax import choices, names, parse
from games.core.messages import Book, Tables, plain

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
# Texts behind a tag, and in the attributes that people read or hear.
LITERAL = re.compile(
    r"""(?:>|(?:aria-label|title|placeholder|alt)=")([^<>${}`"()=;?]*[^\W\d_]{2}[^<>${}`"()=;?]*)(?=</|\$\{|")"""
)
# The name of the service, a command and an address: the same in every language.
NOT_TRANSLATED = {"Tabularium", "python -m games.verify match.ndjson", "https://", "WDJB-MJHT"}
# Sections whose keys come from the API (as codes of what is wrong with a field), from a game's content, or are said by
# the document.
NAMED_ELSEWHERE = {"cup_results", "abouts", "turns", "questions", "cave", "document", "faults"}
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
# An alphabet of another script is content of a game, or a language's own: the Hebrew of Spell-a-Spell's cards.
LETTERS = {"web/parts/pieces.js", "web/games/spell-a-spell/cards.js", "web/games/spell-a-spell/laying.js"}


def test_every_language_has_every_text_of_the_page() -> None:
    english = _keys(ENGLISH)
    for code in LANGUAGES:
        assert _keys(code) == english, code


def test_no_text_of_the_page_is_left_over() -> None:
    code = "".join(COMMENT.sub("", path.read_text()) for path in _modules())
    # Fields, words of a list, and fields that are taken out at once. By one walk each: a search for each key takes long.
    used = {*re.findall(r"\.(\w+)", code), *re.findall(r"""["']([^"'\s]+)["']""", code)}
    for taken_out in re.findall(r"\{([^{}]*)\}", code):
        used.update(re.findall(r"\w+", taken_out))
    left_over = [
        f"{section}.{key}"
        for section, table in catalogues.texts(translations.FOLDER, ENGLISH).items()
        for key in table
        if section not in NAMED_ELSEWHERE and key not in used
    ]
    assert not left_over


def test_no_text_that_people_read_stands_in_the_code_of_the_page() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {literal.strip()}"
        for path in _modules()
        for literal in LITERAL.findall(COMMENT.sub("", path.read_text()))
        # A selector of the sheet begins with a dot.
        if literal.strip() not in NOT_TRANSLATED and not literal.strip().startswith(".")
    }
    assert not found, "\n".join(sorted(found))
    foreign = {
        str(path.relative_to(ROOT))
        for path in _modules()
        if re.search("[א-תąćęłńóśźż]", COMMENT.sub("", path.read_text()))
    }
    assert foreign <= LETTERS


def test_no_code_of_the_page_knows_which_languages_there_are() -> None:
    named = re.compile(r"""["'](?:he|pl)["']""")
    assert not [
        str(path) for path in _modules() if named.search(COMMENT.sub("", path.read_text())) and path.name != "app.js"
    ]


def test_a_language_that_is_half_done_is_served_with_its_own_rules_and_with_english_that_is_marked(
    tmp_path: Path,
) -> None:
    _half_done(tmp_path)
    languages = read(tmp_path / "languages")
    told = catalogues.read(tmp_path / "texts", languages)
    served = {name: orjson.loads(text) for name, text in translations.files(told, languages).items()}
    arabic = served["texts/ar.json"]
    assert arabic["language"]["direction"] == "rtl"
    assert arabic["language"]["seat"] == "مقعد"
    assert arabic["texts"]["page"]["home"] == "الرئيسية"
    # What is not there yet.
    assert arabic["texts"]["page"]["lobby"] == "⟦Lobby⟧"
    assert arabic["texts"].keys() == served["texts/en.json"]["texts"].keys()
    # In the browser's code it counts by the rule of its own file.
    categories = _node(
        f"""
        import {{ learn, direction, words, spokenIn }} from "./web/words.js";
        import {{ category }} from "./web/messages.js";
        learn({orjson.dumps(arabic).decode()});
        const all = [0, 1, 2, 3, 11, 100].map((number) => category(spokenIn("ar"), number));
        console.log(JSON.stringify([direction("ar"), words("ar").home, words("ar").seat, ...all]));
        """
    )
    assert categories == ["rtl", "الرئيسية", "مقعد", "zero", "one", "two", "few", "many", "other"]


def test_plural_rules_are_the_same_in_browser_and_service() -> None:
    script = """
        import { learnAll, LANGUAGES } from "./tests/web/languages.mjs";
        import { spokenIn } from "./web/words.js";
        import { category } from "./web/messages.js";
        learnAll();
        const numbers = [...Array(1000).keys()];
        const found = LANGUAGES.map((code) => [code, numbers.map((number) => category(spokenIn(code), number))]);
        console.log(JSON.stringify(Object.fromEntries(found)));
    """
    assert _node(script) == {
        code: [language.category(number) for number in range(1000)] for code, language in BY_CODE.items()
    }


def test_messages_read_the_same_in_browser_and_service() -> None:
    cases = [(code, text, values) for code in LANGUAGES for text in _counting(code) for values in _values_of(text)]
    assert len(cases) > 20 * len(LANGUAGES)
    # What no text of the page has yet: quotes, exact numbers, select, plurals in each other.
    odd = [
        "it''s '{quoted}' and '#'",
        "{n, plural, =0 {none} one {# one} other {# {k, select, a {as} other {others}}}}",
        "{k, select, a {{n, plural, one {a one} other {a #}}} other {x{n}}} and # last",
    ]
    cases += [(ENGLISH, text, {"n": n, "k": k}) for text in odd for n in (0, 1, 7) for k in ("a", "b")]
    script = f"""
        import {{ learnAll }} from "./tests/web/languages.mjs";
        import {{ spokenIn }} from "./web/words.js";
        import {{ filled }} from "./web/messages.js";
        learnAll();
        const cases = {json.dumps(cases)};
        console.log(JSON.stringify(cases.map(([code, text, values]) => filled(text, values, spokenIn(code)))));
    """
    for (code, text, values), found in zip(cases, _node(script), strict=True):
        book = Book(Tables(messages={"one": {"text": {code: text}}}, terms={}), code)
        assert found == plain(book.say("one", "text", values)), (code, text, values)


def test_types_of_the_pages_texts_are_those_of_english_and_so_are_never_stale() -> None:
    types = (WEB / "types.d.ts").read_text()
    assert 'import type english from "./texts/en.json";' in types
    assert "export type Texts = typeof english;" in types


def test_the_document_is_in_the_readers_language_and_has_its_texts_fetched_with_the_modules() -> None:
    for code, language in BY_CODE.items():
        document = site.tree().documents["", code].text.decode()
        assert f'<html lang="{code}" dir="{language.direction}">' in document
        preloads = re.findall(r'<link rel="preload" as="fetch" crossorigin href="[^"]*/(texts/\w+\.json)">', document)
        assert preloads == [f"texts/{code}.json"]


def _keys(code: str) -> list[str]:
    return [
        f"{section}.{key}" for section, table in catalogues.texts(translations.FOLDER, code).items() for key in table
    ]


def _modules() -> list[Path]:
    return [path for path in sorted(WEB.rglob("*.js")) if "vendor" not in path.parts]


def _counting(code: str) -> list[str]:
    """The messages of a language that have places."""
    sections = catalogues.texts(translations.FOLDER, code)
    return [text for table in sections.values() for text in table.values() if "{" in text]


def _values_of(text: str) -> list[dict[str, int | str]]:
    """Numbers for what is counted, and words for the rest."""
    counted = {choice.name for choice in choices(parse(text))}
    return [
        {name: number if name in counted else f"<{name}>" for name in sorted(names(parse(text)))}
        for number in (1, 2, 5, 22)
    ]


def _half_done(folder: Path) -> dict[str, Language]:
    """The project's languages, and one more of which little is there."""
    for name in ("languages", "texts"):
        (folder / name).mkdir()
    for code in LANGUAGES:
        (folder / f"languages/{code}.json").write_bytes((ROOT / f"languages/{code}.json").read_bytes())
        (folder / f"texts/{code}.json").write_bytes((WEB / f"texts/{code}.json").read_bytes())
    arabic = {
        "name": "العربية", "english": "Arabic", "direction": "rtl", "seat": "مقعد", "and": " و", "between": "؛ ",
        "plurals": {
            "zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n % 100 = 3..10", "many": "n % 100 = 11..99",
        },
    }  # fmt: skip
    (folder / "languages/ar.json").write_bytes(orjson.dumps(arabic))
    (folder / "texts/ar.json").write_bytes(orjson.dumps({"page": {"home": "الرئيسية"}}))
    return dict(read(folder / "languages"))


def _node(script: str) -> Any:
    # From its input, because a command line may not be so long.
    command = ["node", "--input-type=module", "-"]
    ran = subprocess.run(command, input=script, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
    return json.loads(ran.stdout)
