import copy
from typing import Any

import orjson
from hypothesis import given
from hypothesis import strategies as st

from api.serving.streams.patches import changes
from tests.support.patched import patched
from tests.support.walkthrough import BLOCK, GUIDES

NAMES = st.sampled_from(["a", "b", "~", "/", "a/b", "~1", "", "0"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(2, 5) | st.text("xy", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_patch_makes_any_document_of_any_other(before: Any, after: Any) -> None:
    patch = orjson.loads(orjson.dumps([*changes(before, after)]))
    assert patched(before, patch) == after


def by_the_guide() -> Any:
    """What the second example in Python of the guide on streams defines."""
    text = (GUIDES / "streams.md").read_text(encoding="utf-8")
    _, example = [body for kind, _, body in BLOCK.findall(text) if kind == "python"]
    made: dict[str, Any] = {}
    exec(example, made)
    return made["changed"]


@given(VALUES, VALUES)
def test_a_reader_who_follows_the_guide_comes_to_the_same_document(before: Any, after: Any) -> None:
    patch = orjson.loads(orjson.dumps([*changes(before, after)]))
    assert by_the_guide()(copy.deepcopy(before), patch) == after


@given(VALUES)
def test_what_has_not_changed_makes_no_patch(document: Any) -> None:
    assert [*changes(document, document)] == []


def test_of_a_list_only_what_has_changed_is_told() -> None:
    before = {"cards": [1, 2, 3, 4], "log": ["a", "b"]}
    after = {"cards": [1, 3, 4], "log": ["a", "b", "c"]}
    assert [*changes(before, after)] == [
        {"op": "remove", "path": "/cards/1"},
        {"op": "add", "path": "/log/2", "value": "c"},
    ]
