"""What stands in the page's own address goes into a path of the API as one part of it; node runs what the page runs."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
# A path of the API that is put together by hand: a template that is no call of `route`.
BY_HAND = re.compile(r"(?<!route)`/(?:matches|me|games|players|tokens|bots|session)\b[^`]*\$\{")


def run(script: str, value: object) -> Any:
    text = f'import {{ partsOf, route }} from "{WEB / "paths.js"}"; const given = {json.dumps(value)}; {script}'
    command = ["node", "--input-type=module", "--eval", text]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")
def test_what_an_address_names_stays_within_its_part_of_the_path() -> None:
    """As a browser resolves it: `..` is a step up, also where it is written `%2e%2e`."""
    given = [
        "a/b",
        "..",
        ".",
        "%2e%2e",
        "../me",
        "x?seat=all",
        "x#y",
        "a b",
        "ą",
        "%",
        "..\\me",
        "7",
        "\\",
        "@",
        ";a=b",
    ]
    script = """
      const parts = given.map((one) => new URL(route`/api/v1/matches/${one}/view`, "https://page.example").href);
      console.log(JSON.stringify(parts));
    """
    for one, found in zip(given, run(script, given), strict=True):
        place = found.removeprefix("https://page.example/api/v1/matches/")
        assert place.endswith("/view"), (one, found)
        assert place.count("/") == 1, (one, found)
        assert not set("?#") & set(place), (one, found)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")
def test_an_address_that_is_written_wrongly_still_opens() -> None:
    found = run(
        'console.log(JSON.stringify(given.map((one) => partsOf(one, "/"))))', ["/matches/%", "/matches/a%2Fb", "//"]
    )
    assert found == [["matches", "%"], ["matches", "a/b"], []]


def test_no_module_puts_a_path_of_the_api_together_by_hand() -> None:
    modules = [path for path in WEB.rglob("*.js") if "vendor" not in path.parts]
    assert [path.name for path in modules if BY_HAND.search(path.read_text())] == []
