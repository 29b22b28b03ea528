"""What is looked up at the table; node runs what the page runs."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = """
globalThis.document = { documentElement: { dir: "ltr" }, createComment: () => ({}), createTreeWalker: () => ({}), querySelector: () => null };
globalThis.location = { origin: "http://page.example", pathname: "/", search: "", hash: "", host: "page.example" };
const { matching } = await import("./web/parts/rules.js");
const clauses = { "T-1": { en: "A Wizard has gold.", pl: "Złoto" }, "T-2": { en: "Gold is public." }, "T-10": { en: "Gates open." } };
const sought = [["", "en"], ["gold", "en"], ["GOLD wizard", "en"], ["t-10", "en"], ["złoto", "pl"], ["gold dragon", "en"]];
console.log(JSON.stringify(sought.map(([text, language]) => matching(clauses, text, language).map(([id]) => id))));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's modules")


def test_rules_are_found_by_all_the_words_that_are_sought_in_any_order_and_case() -> None:
    command = ["node", "--input-type=module", "--eval", SCRIPT]
    root = Path(__file__).parents[2]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=root)
    assert ran.returncode == 0, ran.stderr
    everything = ["T-1", "T-2", "T-10"]
    assert json.loads(ran.stdout) == [everything, ["T-1", "T-2"], ["T-1"], ["T-10"], ["T-1"], []]
