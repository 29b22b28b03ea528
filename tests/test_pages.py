"""The pages are true: what they name is where they say, and each is found from docs/README.md."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from config.local_stack.stack import PROJECT
from config.version import VERSION
from games.registry import GAMES

# What the changelog tells of was so when it was written.
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    *sorted(path.relative_to(PROJECT).as_posix() for path in (PROJECT / "docs").rglob("*.md")),
)
WITH_TARGETS = ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
FOLDERS = ("decisions", "rulings")
WIDEST = 120
STATUS = re.compile(
    r"# .+\n\n\*\*Date\*\* (20\d\d-\d\d-\d\d)\. \*\*Status\*\* (in force|in part, see \d+|superseded by \d+)\.\n"
)
SERVICE = ("api", "config", "events", "games")
CODE = (*SERVICE, "bench", "clients", "deploy", "languages", "tests", "web")
# A path from the root, and behind `::` what is defined there. `<game>` stands for each game; `…` cuts a name off.
NAMED = re.compile(rf"(?<![\w/.])((?:\.ci|docs|{'|'.join(CODE)})/[\w./<>*-]*)(?:::(\w+)(?![\w…]))?")
DOORS_OF_A_KERNEL, DOORS_OF_ONE_GAME = "## The doors of a kernel", "### What one game has besides"
PACKAGES = [slug.replace("-", "_") for slug in GAMES]
# Where a link leads is seen by itself; the rest is a path from the root.
LINK = re.compile(r"\]\([^)]*\)")
MODULES, LARGE = frozenset({".py", ".js", ".ts"}), "more than twenty modules:"
# What an operator makes.
MADE = frozenset({"deploy/compose.env"})
PLACES = [
    (page, *named)
    for page in PAGES
    for named in NAMED.findall(LINK.sub("]", (PROJECT / page).read_text(encoding="utf-8")))
    if named[0] not in MADE
]


def text_of(page: str) -> str:
    return (PROJECT / page).read_text(encoding="utf-8")


def part(page: str, heading: str) -> str:
    """What stands under a heading, to the next one of any level."""
    return re.split(r"^#+ .*$", text_of(page).split(f"\n{heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The tables' cells, without their heads."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    ruled = [number for number, cells in enumerate(lines) if set("".join(cells)) <= set(" -")]
    heads = {*ruled, *(number - 1 for number in ruled)}
    return [[cell.strip() for cell in cells] for number, cells in enumerate(lines) if number not in heads]


def of_each_game(path: str) -> Sequence[str]:
    """The path; with a placeholder, one for each game. The page's folders bear the slugs."""
    names = GAMES if path.startswith("web/") else PACKAGES
    return [path.replace("<game>", game) for game in names] if "<game>" in path else [path]


def found(path: str) -> bool:
    """Whether there is such a file or folder; with a placeholder, one for each game."""
    return all(any(PROJECT.glob(one.rstrip("/."))) for one in of_each_game(path))


@cache
def defined_in(path: str) -> frozenset[str]:
    """Functions, classes, methods and constants of a module; of the page's, what stands at its top."""
    if path.endswith(".js"):
        return frozenset(re.findall(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", text_of(path), re.M))
    nodes = list(ast.walk(ast.parse(text_of(path))))
    made = {one.name for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    return frozenset(made | {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)})


def on_the_map() -> Iterator[str]:
    """The paths of README's map; a room stands indented under the one that it is in."""
    block = part("README.md", "## The rooms").split("```")[1]
    above: list[str] = []
    for line in block.strip("\n").splitlines():
        indented, name = re.match(r"( *)(\S+)", line).groups()  # type: ignore[union-attr]
        above[len(indented) // 2 :] = [name]
        yield from of_each_game("".join(above))


def behaviours() -> Sequence[tuple[str, str, str]]:
    return [
        (cells[0], cells[1].strip("`"), cells[2].strip("`")) for cells in rows(part("README.md", "## Where to look"))
    ]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# Of each door of a kernel: its path, and the names that it offers.
DOORS = [(quoted(door)[0], quoted(names)) for door, names, _ in rows(part("docs/architecture.md", DOORS_OF_A_KERNEL))]


def own(game: str) -> set[str]:
    """What the page says that this game has besides."""
    told = {one: {*quoted(has)} for one, has, _ in rows(part("docs/architecture.md", DOORS_OF_ONE_GAME))}
    return told.get(f"`games/{game}/`", set())


def test_every_path_that_a_page_names_exists() -> None:
    assert PLACES
    assert [(page, path) for page, path, _ in PLACES if not found(path)] == []


def test_what_a_page_names_in_a_file_is_defined_there() -> None:
    named = [(page, path, name) for page, path, name in PLACES if name]
    assert named
    assert [(page, path, name) for page, path, name in named if name not in defined_in(path)] == []


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    named = {page: named_targets(page) for page in PAGES}
    assert [page for page in WITH_TARGETS if not named[page]] == []
    assert {page: told - targets for page, told in named.items() if not told <= targets} == {}


def named_targets(page: str) -> set[str]:
    code = re.findall(r"```\w+\n.*?```|`[^`\n]+`", text_of(page), re.DOTALL)
    return set(re.findall(r"^(?:```|`|\$ |[A-Z]+=\S+ )*make ([a-z-]+)", "\n".join(code), re.MULTILINE))


def test_no_line_of_a_page_is_longer_than_a_screen_is_wide() -> None:
    """But for tables and what is quoted from elsewhere, which cannot be wrapped."""
    own = {page: re.sub(r"^```.*?^```", "", text_of(page), flags=re.DOTALL | re.MULTILINE) for page in PAGES}
    lines = [(page, line) for page, text in own.items() for line in text.splitlines()]
    assert [(page, line) for page, line in lines if len(line) > WIDEST and not line.lstrip().startswith("|")] == []


def test_every_link_to_a_page_leads_somewhere() -> None:
    own = {page: re.sub(r"```.*?```|`[^`\n]+`", "", text_of(page), flags=re.DOTALL) for page in PAGES}
    links = [(page, link) for page, text in own.items() for link in re.findall(r"\]\(([^)#\s:]+)(?:#[^)]*)?\)", text)]
    assert links
    assert [(page, link) for page, link in links if not (PROJECT / page).parent.joinpath(link).exists()] == []


def test_every_page_that_code_names_exists() -> None:
    """In docstrings, comments and Makefile; so one that has moved is found there too."""
    named = re.compile(r"(?<![\w/.])docs/[\w/-]+\.md")
    endings = (".py", ".js", ".mjs", ".ts", ".toml", ".yml", ".yaml", ".json", ".conf", "Makefile")
    listed = subprocess.run(["git", "ls-files", *CODE, "Makefile", "pyproject.toml"], cwd=PROJECT, capture_output=True)
    files = [one for one in listed.stdout.decode().splitlines() if one.endswith(endings)]
    told = {(one, page) for one in files for page in named.findall(text_of(one))}
    assert told
    assert {(one, page) for one, page in told if not (PROJECT / page).exists()} == set()


def test_every_page_is_found_from_the_first_one() -> None:
    """By links alone, from docs/README.md."""
    met, waiting = set[Path](), [PROJECT / "docs/README.md"]
    while waiting:
        page = waiting.pop()
        if page in met or page.suffix != ".md" or not page.exists():
            continue
        met.add(page)
        links = re.findall(r"\]\(([^)#\s:]+)", page.read_text(encoding="utf-8"))
        waiting += [(page.parent / link).resolve() for link in links]
    assert {page for page in PAGES if PROJECT / page not in met} == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_decision_and_ruling_has_its_date_and_status_and_its_line_in_the_index(folder: str) -> None:
    index = text_of(f"docs/{folder}/README.md")
    told = re.findall(r"^\| \[(.+)\]\((.+)\) \| (.+) \| (.+) \|$", index, re.MULTILINE)
    pages = [path for path in sorted((PROJECT / "docs" / folder).glob("*.md")) if path.name != "README.md"]
    stated = {path: STATUS.match(path.read_text(encoding="utf-8")) for path in pages}
    assert [path.name for path, said in stated.items() if not said] == []
    heads = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in pages]
    assert told == [
        (head, path.name, *said.groups()) for head, (path, said) in zip(heads, stated.items(), strict=True) if said
    ]


def test_every_place_on_the_map_exists_and_every_package_is_on_it() -> None:
    places = list(on_the_map())
    made = [one for root in SERVICE for one in (PROJECT / root).rglob("__init__.py")]
    packages = {one.parent.relative_to(PROJECT).as_posix() for one in made}
    told = {one for one in packages if any(place.startswith(f"{one}/") for place in places)}

    assert [place for place in places if not found(place)] == []
    assert {one for one in packages - told if not one.endswith(("/migrations", "/texts", "/clauses"))} == set()


def test_each_behaviour_has_one_place_in_the_code_and_one_test_file() -> None:
    place = re.compile(r"((api|clients|config|events|games|tests/simulation)/[\w/]+\.py|web/[\w/]+\.js)::\w+")
    file = re.compile(r"tests/[\w/]+/test_\w+\.py(::test_\w+)?")
    assert behaviours()
    assert [told for told, code, _ in behaviours() if not place.fullmatch(code)] == []
    assert [told for told, _, test in behaviours() if not file.fullmatch(test)] == []


def test_the_examples_of_clauses_are_those_of_the_pages_of_rules() -> None:
    pages = [text_of(f"games/{game}/RULES.md") for game in PACKAGES]
    lines = {line.split("|")[1].strip(): line for page in pages for line in page.splitlines() if line.startswith("| ")}
    examples = re.findall(r"([A-Z]+-[\d.]+)\s+says\s+`([\w.]+)`", part("README.md", "## Where to look"))

    assert len(examples) == 2
    assert [(clause, function) for clause, function in examples if f"`{function}`" not in lines[clause]] == []


def test_readme_has_every_command_of_the_operators_and_no_other() -> None:
    told = {name for first, *_ in rows(part("README.md", "## Run it")) for name in re.findall(r"`(\w+)", first)}

    assert told == {path.stem for path in PROJECT.glob("games/matches/management/commands/[!_]*.py")}


@pytest.mark.parametrize("game", PACKAGES)
def test_the_page_has_every_door_of_a_game_and_no_other(game: str) -> None:
    here = PROJECT / "games" / game
    modules = {one.stem for one in here.glob("*.py")} - {"__init__"}
    folders = {one.parent.name for one in here.glob("*/__init__.py")}
    some = {one for one in modules if one == "imagined" or re.fullmatch(r"bots_\d+", one)}

    assert modules | folders == {Path(door).parts[2].removesuffix(".py") for door, _ in DOORS} | own(game) | some


@pytest.mark.parametrize("game", PACKAGES)
def test_every_door_of_a_game_offers_the_names_that_the_page_tells(game: str) -> None:
    assert [
        (door, name)
        for door, names in DOORS
        if names
        for name in names
        if name not in defined_in(door.replace("<game>", game))
    ] == []


def test_no_folder_has_more_than_twenty_modules_but_those_for_which_decision_22_gives_a_reason() -> None:
    listed = subprocess.run(["git", "ls-files", *SERVICE, "bench", "clients", "web"], cwd=PROJECT, capture_output=True)
    paths = [Path(one) for one in listed.stdout.decode().splitlines()]
    modules = [one.parent.as_posix() for one in paths if one.suffix in MODULES and one.name != "__init__.py"]
    large = {folder for folder, count in Counter(modules).items() if count > 20 and not folder.endswith("/migrations")}

    assert len(modules) > 1000
    assert large == set(quoted(text_of("docs/decisions/022-rooms.md").split(LARGE, 1)[1].split("\n\n")[1]))


def test_the_page_on_architecture_has_every_import_contract_and_no_other() -> None:
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    told = re.findall(r"\*([^*]+)\*", part("docs/architecture.md", "## The import contracts"))

    assert sorted(told) == sorted(contract["name"] for contract in contracts)


def test_the_page_on_architecture_has_every_task_in_its_queue() -> None:
    tasks = {
        f"games.matches.tasks.{name}"
        for name in re.findall(r"@shared_task\ndef (\w+)", text_of("games/matches/tasks.py"))
    }
    routes = {task: settings.CELERY_TASK_ROUTES.get(task, {"queue": "celery"})["queue"] for task in tasks}
    table = rows(part("docs/architecture.md", "## Which process does what"))
    told = {
        f"games.matches.tasks.{task}": queue
        for _, cell, does, _ in table
        for queue in re.findall(r"^`(\w+)`", cell)
        for task in re.findall(r"`(\w+)`", does)
    }

    assert told == routes


def test_every_name_on_the_page_on_architecture_stands_in_the_code() -> None:
    sources = [path for root in SERVICE for path in (PROJECT / root).rglob("*.py")]
    places = [path.relative_to(PROJECT) for path in sources]
    words = {word for path in places for word in (path.stem, *re.findall(r"\w+", text_of(path.as_posix())))}
    made = {name for path in places for name in (*defined_in(path.as_posix()), path.stem, *path.parts)}
    # Backticks around one name, or around one and what it belongs to.
    named = re.findall(r"`([A-Za-z_]\w*(?:\.(?!toml)[a-z_]\w*)?)`", text_of("docs/architecture.md"))

    assert {name for name in named if not set(name.split(".")) <= (made if "." in name else words)} == set()


def test_the_version_is_the_package_s_and_the_newest_that_the_changelog_tells_of() -> None:
    assert tomllib.loads(text_of("pyproject.toml"))["project"]["version"] == VERSION
    told = re.findall(r"^## (\d\S*)", text_of("CHANGELOG.md"), re.MULTILINE)
    assert told[:1] in ([], [VERSION])
