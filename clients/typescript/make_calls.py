"""Writes the kit's shapes, calls and problems in TypeScript from `api/openapi.json`: `make kit` runs it.

What the document says is read as for the kit in Python: the same shapes that all games share, `GameData` where games
differ, a method for each operation. Only the words are another language's.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from clients.python import make_calls as python
from clients.python.make_calls import REFERENCE, Schema

HERE = Path(__file__).parent
DOCUMENT = python.DOCUMENT
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEADERS = {"If-Match": "ifMatch", "Idempotency-Key": "key", "Invitation": "invitation"}
ABOUT = "// {about}\n// Written by `make_calls.py` from the OpenAPI document; do not edit.\n"
ANY, GAME_DATA = "any", "GameData"
# Of a line, and of what stands in braces behind the name of a method.
WIDTH, ROOM = 120, 60


class Shapes(python.Shapes):
    """The shapes of the document that all games share, as interfaces."""

    def text(self) -> str:
        head = ABOUT.format(about="What calls take and answer.")
        data = "/** What differs from game to game: plain JSON. */\nexport type GameData = { [name: string]: any };\n"
        return "\n".join([head, data, *(self._written[name] for name in sorted(self._written))])

    def type_of(self, schema: Schema) -> str:
        """The type of a schema; every shape that it names is written."""
        if "$ref" in schema:
            return self._reference(schema["$ref"].removeprefix(REFERENCE))
        if "const" in schema:
            return _literal(schema["const"]) if isinstance(schema["const"], str) else ANY
        if "enum" in schema:
            return _united([_literal(one) for one in schema["enum"]])
        for way in ("oneOf", "anyOf"):
            if way in schema and "properties" not in schema:
                return _united([self.type_of(one) for one in schema[way]])
        if isinstance(schema.get("type"), list):
            return _united([self.type_of({**schema, "type": one}) for one in schema["type"]])
        if schema.get("type") == "array":
            inner = self.type_of(schema.get("items", {}))
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        if schema.get("type") == "object":
            more = schema.get("additionalProperties")
            return f"Record<string, {self.type_of(more)}>" if isinstance(more, Mapping) and more else GAME_DATA
        return SIMPLE.get(schema.get("type", ""), ANY)

    def _typed_dict(self, name: str, members: Sequence[Schema]) -> str:
        lines = ""
        for field in python.common(members):
            kind = _united([self._field(one["properties"][field], len(members) > 1) for one in members])
            needed = all(field in one.get("required", ()) for one in members)
            lines += f"  {_key(field)}{'' if needed else '?'}: {kind};\n"
        alike = {" ".join(str(one.get("description", "")).split()) for one in members}
        said = alike.pop() if len(alike) == 1 else ""
        return (_told(said) if said else "") + f"export interface {name} {{\n{lines}}}\n"

    def _field(self, schema: Schema, is_of_many: bool) -> str:
        # What tells the members of a union apart is any word to whoever knows only what they share.
        if is_of_many and "const" in schema:
            return SIMPLE.get(schema.get("type", "string"), ANY)
        return self.type_of(schema)


class Calls(python.Calls):
    """The calls of the document, as methods of a client."""

    def module(self) -> str:
        """The module: a class with a method for each call."""
        methods = "\n".join(self._lines(*one) for one in self._operations())
        known = [GAME_DATA, *self._shapes.names]
        said = re.sub(r"/\*\*.*?\*/", "", methods)
        names = "".join(f"  {one},\n" for one in sorted(known) if re.search(rf"\b{one}\b", said))
        head = ABOUT.format(about="Every call of the API, as methods of the client.")
        head += '\nimport { newKey, part, Sender, type Given } from "./sending.js";\n'
        head += f'import type {{\n{names}}} from "./shapes.js";\n'
        return f"{head}\n/** A method for each call. */\nexport class Calls extends Sender {{\n{methods}}}\n"

    def _lines(self, path: str, verb: str, said: Schema) -> str:
        parameters = [self._parameter(one) for one in said.get("parameters", [])]
        taken = [f"{one['name']}: {self._query(one['schema'])}" for one in parameters if one["in"] == "path"]
        body = self._body(said)
        taken += body
        asked = [one for one in parameters if one["in"] == "query" and one["name"] not in python.LEFT_OUT]
        headers = [HEADERS[one["name"]] for one in parameters if one["name"] in HEADERS]
        fields = [f"{one['name']}?: {self._query(one['schema'])} | undefined" for one in asked]
        fields += [f"{one}?: string | undefined" for one in headers]
        taken.append("given: Given" + (f" & {_braced(fields, '; ', ' ' * 4)}" if fields else "") + " = {}")
        sent = ["signal: given.signal"]
        sent += ["body"] if body else []
        if asked:
            sent.append("query: " + _braced([f"{one['name']}: given.{one['name']}" for one in asked], ", ", " " * 6))
        # A call that may be repeated is, under one key.
        sent += ["key: given.key ?? newKey()" if one == "key" else f"{one}: given.{one}" for one in headers]
        kind, how = self._answer(said)
        about = f"  /** {python.sentence(said['summary']).replace('*/', '* /')} */\n"
        head = f"  {said['operationId']}({', '.join(taken)}): Promise<{kind}> {{\n"
        if len(head) > WIDTH and "\n" not in taken[-1]:
            head = (
                f"  {said['operationId']}(\n{''.join(f'    {one},{chr(10)}' for one in taken)}  ): Promise<{kind}> {{\n"
            )
        typed = f"this.ask<{kind}>" if how == "ask" else f"this.{how}"
        start = f'    return {typed}("{verb}", {_address(path)}, '
        return f"{about}{head}{start}{_braced(sent, ', ', ' ' * 4, WIDTH - len(start) - 2)});\n  }}\n"

    def _body(self, said: Schema) -> list[str]:
        if "requestBody" not in said:
            return []
        schema = said["requestBody"]["content"]["application/json"]["schema"]
        if schema["$ref"].endswith("/Nothing"):
            return []
        return [f"body: {self._shapes.type_of(schema)}" + ("" if said["requestBody"]["required"] else " = {}")]

    def _query(self, schema: Schema) -> str:
        kind = super()._query(schema)
        return "boolean" if kind == "bool" else kind

    def _answer(self, said: Schema) -> tuple[str, str]:
        kind, how = super()._answer(said)
        return {"tell": "void", "text": "string"}.get(how, kind), how


def problems(document: Schema) -> str:
    """The module of the problems: a class for each code that the document names."""
    text = ABOUT.format(about="A class for each problem that the API names.")
    text += '\nimport { Problem } from "./problem.js";\n'
    codes = sorted(set(python.codes_of(document)))
    for code in codes:
        text += f"\n/** The code `{code}`. */\nexport class {python.camel(code)} extends Problem {{\n"
        text += f'  declare readonly code: "{code}";\n}}\n'
    listed = "".join(f"  {code}: {python.camel(code)},\n" for code in codes)
    listed = f"export const BY_CODE = {{\n{listed}}} as const;\n"
    known = "/** A code that this version of the kit knows. */\nexport type Code = keyof typeof BY_CODE;\n"
    return f"{text}\n{listed}\n{known}"


def _braced(fields: Sequence[str], mark: str, indent: str, room: int = ROOM) -> str:
    """Fields in braces: on one line where there is room."""
    line = f"{{ {mark.join(fields)} }}"
    if len(line) <= room and "\n" not in line:
        return line
    return "{\n" + "".join(f"{indent}  {one}{mark.strip()}\n" for one in fields) + f"{indent}}}"


def _address(path: str) -> str:
    inside = re.sub(r"\{(\w+)\}", r"${part(\1)}", path.removeprefix(python.PREFIX))
    return f"`{inside}`" if "${" in inside else f'"{inside}"'


def _told(text: str) -> str:
    return f"/** {python.sentence(text).replace('*/', '* /')} */\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def _literal(value: object) -> str:
    return json.dumps(value)


def _united(kinds: Sequence[str]) -> str:
    """A union without what its other members say already."""
    flat = list(dict.fromkeys(part for kind in kinds for part in _members(kind)))
    if ANY in flat:
        return ANY
    for whole in (GAME_DATA, f"{GAME_DATA}[]"):
        if whole in flat:
            # What is known of some of its members tells nothing of the others.
            flat = [whole, *(part for part in flat if part in SIMPLE.values())]
    if "string" in flat:
        flat = [part for part in flat if not part.startswith('"')]
    return " | ".join([*(part for part in flat if part != "null"), *["null"] * ("null" in flat)]) or ANY


def _members(kind: str) -> list[str]:
    """The members of a union, but not those inside of brackets or quotes."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(kind):
        depth += (letter in "([<{") - (letter in ")]>}")
        if letter == "|" and not depth:
            parts.append(kind[start:at].strip())
            start = at + 1
    return [*parts, kind[start:].strip()]


def written(document: Schema) -> dict[str, str]:
    """The files of the package that follow from the document, by name."""
    shapes = Shapes(document["components"]["schemas"])
    calls = Calls(document, shapes)
    # The shapes are known once the calls have asked for them.
    calls.module()
    for name in python.NAMED:
        shapes.type_of({"$ref": REFERENCE + name})
    return {"calls.ts": calls.module(), "shapes.ts": shapes.text(), "problems.ts": problems(document)}


def main() -> None:
    for name, text in written(json.loads(DOCUMENT.read_text())).items():
        (HERE / "src" / name).write_text(text)


if __name__ == "__main__":
    main()
