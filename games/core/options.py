"""The titles and descriptions of a match's options."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.json import JSON, JSONObject
from games.core.messages import Table, Texts


@dataclass(frozen=True, kw_only=True)
class OptionTexts:
    """One option in each language: its `title`, what it does, and its `values` where they are words."""

    title: Texts
    description: Texts
    values: Table = field(default_factory=dict)


def options_schema(options: Mapping[str, JSONObject], texts: Mapping[str, OptionTexts]) -> JSONObject:
    """The JSON Schema of all options, of the schema of each and its description in English."""
    properties: dict[str, JSON] = {
        name: {**schema, "description": texts[name].description["en"]} for name, schema in options.items()
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def option_texts(table: Table) -> Mapping[str, OptionTexts]:
    """The texts of all options: the table has `<option>.title`, `.description`, and `.values.<value>` of each value."""
    names = dict.fromkeys(key.partition(".")[0] for key in table)
    return {name: _texts_of(name, table) for name in names}


def _texts_of(option: str, table: Table) -> OptionTexts:
    values = f"{option}.values."
    return OptionTexts(
        title=table[f"{option}.title"],
        description=table[f"{option}.description"],
        values={key.removeprefix(values): texts for key, texts in table.items() if key.startswith(values)},
    )
