"""Writes the kit's shapes, calls and problems from `api/openapi.json`: `make kit` runs it.

The shapes are those that all games share. Where games differ (the state in a view, the data of an event, a move), the
kit says `GameData`: plain JSON, which `GET /games/{game}/schemas` describes.
"""

import json
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "api/openapi.json"
GAMES = ("RockPaperWizard", "SpellASpell", "Cave")
REFERENCE = "#/components/schemas/"
PREFIX = "/api/v1"
# What is read in another way: streams by `following.py`.
STREAMS = ("streamMatch", "streamMine")
# The client says the language in a header; `check_move` asks whether a move is legal.
LEFT_OUT = ("language", "dry_run")
# Every game has fields of its own there.
OPEN = ("Move",)
# What the hand-written part of the kit names besides.
NAMED = ("Problem", "Legal")
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
HEADERS = {"If-Match": "if_match", "Idempotency-Key": "key", "Invitation": "invitation"}
ABOUT = '"""{about}\n\nWritten by `make_calls.py` from the OpenAPI document; do not edit.\n"""\n'


class Shapes:
    """The shapes of the document that all games share, as typed dicts."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self._schemas = schemas
        self._written: dict[str, str] = {}
        self._begun: set[str] = set()

    def text(self) -> str:
        """The module: all shapes that were asked for, and those that they name."""
        about = ABOUT.format(about="What calls take and answer.")
        head = f"{about}\nfrom __future__ import annotations\n\n"
        head += "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n"
        alias = "# What differs from game to game.\nGameData: TypeAlias = dict[str, Any]\n"
        return "\n\n".join([head + "\n" + alias, *(self._written[name] for name in sorted(self._written))])

    @property
    def names(self) -> Sequence[str]:
        return sorted(self._written)

    def type_of(self, schema: Schema) -> str:
        """The Python type of a schema; every shape that it names is written."""
        if "$ref" in schema:
            return self._reference(schema["$ref"].removeprefix(REFERENCE))
        if "const" in schema:
            return f"Literal[{schema['const']!r}]" if isinstance(schema["const"], str) else "Any"
        if "enum" in schema:
            return _united(["None" if one is None else f"Literal[{one!r}]" for one in schema["enum"]])
        for way in ("oneOf", "anyOf"):
            if way in schema and "properties" not in schema:
                return _united([self.type_of(one) for one in schema[way]])
        if isinstance(schema.get("type"), list):
            return _united([self.type_of({**schema, "type": one}) for one in schema["type"]])
        if schema.get("type") == "array":
            return f"list[{self.type_of(schema.get('items', {}))}]"
        if schema.get("type") == "object":
            more = schema.get("additionalProperties")
            return f"dict[str, {self.type_of(more)}]" if isinstance(more, Mapping) and more else "GameData"
        return SIMPLE.get(schema.get("type", ""), "Any")

    def _reference(self, name: str) -> str:
        shared = _shared_name(name)
        if shared in OPEN:
            return "GameData"
        members = self._members(name) if shared == name else self._of_all_games(shared)
        if not members or not common(members):
            return "GameData"
        if shared not in self._begun:
            self._begun.add(shared)
            self._written[shared] = self._typed_dict(shared, members)
        return shared

    def _of_all_games(self, name: str) -> list[Schema]:
        """The members of a shape that every game has under a name of its own; none where only some have it."""
        if not all(game + name in self._schemas for game in GAMES):
            return []
        return [member for game in GAMES for member in self._members(game + name)]

    def _members(self, name: str) -> list[Schema]:
        """The objects that a shape can be; none where it can be something else."""
        schema = self._schemas[name]
        if "properties" in schema:
            return [schema]
        found: list[Schema] = []
        for one in [*schema.get("oneOf", []), *schema.get("anyOf", [])]:
            members = self._members(one["$ref"].removeprefix(REFERENCE)) if "$ref" in one else []
            if not members:
                return []
            found += members
        return found

    def _typed_dict(self, name: str, members: Sequence[Schema]) -> str:
        fields: dict[str, str] = {}
        for field in common(members):
            kinds = dict.fromkeys(self._field(one["properties"][field], len(members) > 1) for one in members)
            kind = _united(list(kinds))
            needed = all(field in one.get("required", ()) for one in members)
            fields[field] = kind if needed else f"NotRequired[{kind}]"
        alike = {" ".join(str(one.get("description", "")).split()) for one in members}
        said = alike.pop() if len(alike) == 1 else ""
        if not all(field.isidentifier() and not keyword.iskeyword(field) for field in fields):
            lines = "".join(f'        "{field}": "{kind}",\n' for field, kind in fields.items())
            return f'{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'
        lines = "".join(f"    {field}: {kind}\n" for field, kind in fields.items()) or "    pass\n"
        return f"class {name}(TypedDict):\n" + (f'    """{sentence(said)}"""\n\n' if said else "") + lines

    def _field(self, schema: Schema, is_of_many: bool) -> str:
        # What tells the members of a union apart is any word to whoever knows only what they share.
        if is_of_many and "const" in schema:
            return SIMPLE.get(schema.get("type", "string"), "Any")
        return self.type_of(schema)


class Calls:
    """The calls of the document, as methods of a client."""

    def __init__(self, document: Schema, shapes: Shapes) -> None:
        self._document, self._shapes = document, shapes

    def text(self, *, is_async: bool) -> str:
        methods = [self._method(*one, is_async=is_async) for one in self._operations()]
        name, base = ("AsyncCalls", "AsyncSender") if is_async else ("Calls", "Sender")
        about = ABOUT.format(
            about=f"Every call of the API, as methods of the {'asynchronous' if is_async else 'plain'} client."
        )
        names = ",\n    ".join(one for one in self._shapes.names if re.search(rf"\b{one}\b", "".join(methods)))
        head = (
            f"{about}\nfrom typing import Any, Literal, cast\n\nfrom tabularium_client.sending import {base}, new_key\n"
        )
        head += f"from tabularium_client.shapes import (\n    GameData,\n    {names},\n)\n"
        return f'{head}\n\nclass {name}({base}):\n    """A method for each call."""\n' + "".join(methods)

    def _operations(self) -> Iterator[tuple[str, str, Schema]]:
        for path, verbs in self._document["paths"].items():
            for verb, said in verbs.items():
                if verb in ("get", "post", "put", "patch", "delete") and said["operationId"] not in STREAMS:
                    yield path, verb.upper(), said

    def _method(self, path: str, verb: str, said: Schema, *, is_async: bool) -> str:
        parameters = [self._parameter(one) for one in said.get("parameters", [])]
        taken, sent = ["self"], [f'"{verb}"', _address(path)]
        taken += [f"{one['name']}: str" for one in parameters if one["in"] == "path"]
        body = self._body(said)
        if body:
            taken.append(body[0])
            sent.append("body=body")
        named = [one for one in parameters if one["in"] == "query" and one["name"] not in LEFT_OUT]
        headers = [HEADERS[one["name"]] for one in parameters if one["name"] in HEADERS]
        if named or headers:
            taken.append("*")
        taken += [f"{_name(one['name'])}: {self._query(one['schema'])} | None = None" for one in named]
        taken += [f"{one}: str | None = None" for one in headers]
        if named:
            sent.append("query={" + ", ".join(f'"{one["name"]}": {_name(one["name"])}' for one in named) + "}")
        # A call that may be repeated is, under one key.
        sent += ["key=key or new_key()" if one == "key" else f"{one}={one}" for one in headers]
        kind, how = self._answer(said)
        wait, define = ("await ", "async def") if is_async else ("", "def")
        call = f"{wait}self._{how}({', '.join(sent)})"
        result = call if kind in ("None", "str") else f"cast({kind}, {call})"
        lead = "" if kind == "None" else "return "
        return (
            f"\n    {define} {_snake(said['operationId'])}({', '.join(taken)}) -> {kind}:\n"
            f'        """{sentence(said["summary"])}"""\n        {lead}{result}\n'
        )

    def _parameter(self, one: Schema) -> Schema:
        if "$ref" not in one:
            return one
        found: Schema = self._document["components"]["parameters"][one["$ref"].rsplit("/", 1)[-1]]
        return found

    def _body(self, said: Schema) -> list[str]:
        if "requestBody" not in said:
            return []
        schema = said["requestBody"]["content"]["application/json"]["schema"]
        if schema["$ref"].endswith("/Nothing"):
            return []
        kind = self._shapes.type_of(schema)
        return [f"body: {kind}" + ("" if said["requestBody"]["required"] else " | None = None")]

    def _query(self, schema: Schema) -> str:
        kind = self._shapes.type_of({name: value for name, value in schema.items() if name != "default"})
        words = set(schema.get("enum", [schema.get("const")]))
        return "bool" if words <= {"true", "false"} else kind

    def _answer(self, said: Schema) -> tuple[str, str]:
        """The type of the answer, and the way to ask for it."""
        content = next((one.get("content", {}) for code, one in _done(said).items()), {})
        if not content:
            return "None", "tell"
        if "application/json" not in content:
            return "str", "text"
        return self._shapes.type_of(content["application/json"]["schema"]), "ask"


def problems(document: Schema) -> str:
    """The module of the problems: a class for each code that the document names."""
    text = ABOUT.format(about="A class for each problem that the API names.")
    text += "\nfrom tabularium_client.problem import Problem\n"
    codes = sorted(set(codes_of(document)))
    for code in codes:
        text += f'\n\nclass {camel(code)}(Problem):\n    """The code `{code}`."""\n\n    code = "{code}"\n'
    listed = "".join(f'    "{code}": {camel(code)},\n' for code in codes)
    return f"{text}\n\nBY_CODE: dict[str, type[Problem]] = {{\n{listed}}}\n"


def codes_of(document: Schema) -> Iterator[str]:
    """Every code that a call can be refused with."""
    shared = document["components"]["responses"]
    for verbs in document["paths"].values():
        for said in verbs.values():
            for one in said.get("responses", {}).values() if isinstance(said, Mapping) else ():
                named = one.get("$ref", "").rpartition("/")[2]
                yield from (shared[named] if named else one).get("x-problem-codes", ())


def _done(said: Schema) -> dict[str, Schema]:
    """The answers of a call that came through; what was made first, where a call can also only look."""
    return {code: one for code, one in sorted(said["responses"].items(), reverse=True) if code[0] == "2"}


def common(members: Sequence[Schema]) -> list[str]:
    """The fields that all members have."""
    return [field for field in members[0]["properties"] if all(field in one["properties"] for one in members)]


def _shared_name(name: str) -> str:
    return next((name.removeprefix(game) for game in GAMES if name.startswith(game)), name)


def _united(kinds: Sequence[str]) -> str:
    flat = list(dict.fromkeys(part for kind in kinds for part in _parts(kind)))
    if "Any" in flat:
        return "Any"
    for whole in ("GameData", "list[GameData]"):
        if whole in flat:
            # What is known of some of its members tells nothing of the others.
            flat = [whole, *(part for part in flat if part in ("None", *SIMPLE.values()))]
    literals = [part.removeprefix("Literal[").removesuffix("]") for part in flat if part.startswith("Literal[")]
    others = [part for part in flat if not part.startswith("Literal[") and part != "None"]
    if "str" in others:
        literals = []
    joined = [*others, *([f"Literal[{', '.join(dict.fromkeys(literals))}]"] if literals else [])]
    return " | ".join(joined + ["None"] * ("None" in flat)) or "Any"


def _parts(kind: str) -> list[str]:
    """The members of a union, but not those inside of brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(kind):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and not depth:
            parts.append(kind[start:at].strip())
            start = at + 1
    return [*parts, kind[start:].strip()]


def _address(path: str) -> str:
    inside = re.sub(r"\{(\w+)\}", r"{self._part(\1)}", path.removeprefix(PREFIX))
    return f'f"{inside}"' if "{" in inside else f'"{inside}"'


def _name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def camel(name: str) -> str:
    return "".join(map(str.capitalize, name.split("_")))


def sentence(text: str) -> str:
    return text.strip().rstrip(".").replace("\\", "\\\\").replace('"""', "'''") + "."


def written(document: Schema) -> dict[str, str]:
    """The files of the package that follow from the document, by name."""
    shapes = Shapes(document["components"]["schemas"])
    calls = Calls(document, shapes)
    # The shapes are known once the calls have asked for them.
    calls.text(is_async=False)
    for name in NAMED:
        shapes.type_of({"$ref": REFERENCE + name})
    texts = {"calls.py": calls.text(is_async=False), "async_calls.py": calls.text(is_async=True)}
    return {**texts, "shapes.py": shapes.text(), "problems.py": problems(document)}


def tidied(text: str) -> str:
    """As the project's formatter writes it."""
    for order in (["check", "--fix", "--quiet", "--select", "I,F401"], ["format", "--quiet"]):
        command = [sys.executable, "-m", "ruff", *order, "--stdin-filename", str(HERE / "tabularium_client/x.py"), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return text


def main() -> None:
    for name, text in written(json.loads(DOCUMENT.read_text())).items():
        (HERE / "tabularium_client" / name).write_text(tidied(text))


if __name__ == "__main__":
    sys.exit(main())
