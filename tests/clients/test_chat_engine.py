"""A language model behind the gateway of the kit: a server of this test answers as a model does, well and badly."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from tests.clients.examples import example

chat = example("engines/chat.py")
KEY = "key-of-the-model"
LEGAL = [{"type": "wave", "hand": one, "text": [{"text": f"Wave {one}"}]} for one in ("left", "right", "both")]
PROMPT: Any = {
    "prompt": "p1", "due_at": None, "optional": False, "text": [{"text": "Which hand?"}],
    "moves": [{"type": "wave", "schema": {}, "legal": LEGAL, "complete": True}],
}  # fmt: skip
LINE: Any = {"game": "toy", "rules": "1", "view": {"round": 3}, "prompt": PROMPT, "moves": LEGAL}
OPEN: Any = {**LINE, "prompt": {**PROMPT, "moves": [{**PROMPT["moves"][0], "complete": False}]}}
Reply = Callable[[BaseHTTPRequestHandler], None]


def written(handler: BaseHTTPRequestHandler, status: int, content: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in {"Content-Length": str(len(content)), **headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)


def says(text: Any) -> Reply:
    """A chat completion with this content."""
    completion = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()
    return lambda handler: written(handler, 200, completion)


class Model:
    """A server that answers what it is told to, in turn, and keeps what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        # When these are used up.
        self.always: Reply = says("1")
        self.asked: list[Any] = []
        self.keys: list[str | None] = []
        self.over = threading.Event()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                model.keys.append(self.headers["Authorization"])
                model.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                reply = model.replies.pop(0) if model.replies else model.always
                reply(self)

            def log_message(self, *_: object) -> None:
                """Nothing is written beside the test's own lines."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def silence(self, handler: BaseHTTPRequestHandler) -> None:
        """Say nothing until the test is over."""
        self.over.wait(60)

    def drip(self, handler: BaseHTTPRequestHandler) -> None:
        """A byte now and then, so that no connection ever counts as silent."""
        handler.send_response(200)
        handler.end_headers()
        while not self.over.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()


@pytest.fixture
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.over.set()
    made.server.shutdown()
    made.server.server_close()


def choice(model: Model, *replies: Reply, line: Any = LINE, seconds: float = 20) -> Any:
    model.replies[:] = replies
    with httpx.Client() as http:
        return chat.choose(line, chat.Model(url=model.url, name="m", key=KEY), http, seconds=seconds)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(("2", 1), (" 3\n", 2), ("I play move 1.", 0), ('{"move": 2}', 1), ("```json\n3\n```", 2)),
        *(("<think>1 or 2? 2.</think>3", 2), ("Move 2, yes, 2!", 1)),
    ],
)
def test_a_model_names_its_move_by_its_number_however_it_wraps_it(model: Model, text: str, move: int) -> None:
    assert choice(model, says(text)) == move
    (asked,) = model.asked
    assert asked["model"] == "m"
    assert model.keys == [f"Bearer {KEY}"]
    told = asked["messages"][-1]["content"]
    assert "2. Wave right" in told
    assert "Which hand?" in told
    assert "round: 3" in told


NONSENSE = ["", "none", "4", "0", "-1", "99", "1 or 2", "true", "[1]", '{"move": "1"}', "1.5e400", "{" * 9_000, "left"]


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: text[:9])
def test_what_is_no_move_is_said_to_the_model_which_may_try_again(model: Model, text: str) -> None:
    assert choice(model, says(text), says("2")) == 1
    first, second = model.asked
    assert len(second["messages"]) == len(first["messages"]) + 2
    assert "one number from 1 to 3" in second["messages"][-1]["content"]


def test_who_never_names_a_move_has_chance_play_a_listed_one(model: Model) -> None:
    for _ in range(5):
        assert choice(model, says("99"), says("no"), says(None)) in (0, 1, 2)
    assert len(model.asked) == 15


def test_a_move_of_its_own_is_taken_where_the_list_is_not_complete_and_nowhere_else(model: Model) -> None:
    own = {"type": "wave", "hand": "third"}
    assert choice(model, says(json.dumps(own)), line=OPEN) == own
    for text in (json.dumps(own), json.dumps({"type": "resign"})):
        assert choice(model, says(text), says("1")) == 0
    assert choice(model, says(json.dumps({"type": "resign"})), says("1"), line=OPEN) == 0


def fails(status: int, content: bytes = b"", **headers: str) -> Reply:
    return lambda handler: written(handler, status, content, **headers)


@pytest.mark.parametrize(
    "reply",
    [
        *(fails(500, b"boom"), fails(401, b"{}"), fails(200, b"<html>"), fails(200, b'{"choices": []}'), fails(200)),
        *(fails(200, b"9" * 2_000_000), fails(302, Location="http://evil.example/"), says({"a": 1}), says(7)),
    ],
)
def test_a_broken_answer_costs_a_try_and_no_match(
    model: Model, reply: Reply, capsys: pytest.CaptureFixture[str]
) -> None:
    assert choice(model, reply, says("3")) == 2
    assert len(model.asked) == 2
    assert KEY not in capsys.readouterr().err


@pytest.mark.parametrize("way", ["silence", "drip"])
def test_a_model_that_does_not_answer_in_time_has_chance_play(model: Model, way: str) -> None:
    slow = getattr(model, way)
    assert choice(model, slow, slow, slow, seconds=0.3) in (0, 1, 2)
    assert len(model.asked) <= 3


def test_where_no_model_listens_chance_plays() -> None:
    with httpx.Client() as http:
        assert chat.choose(LINE, chat.Model(url="http://127.0.0.1:9", name="m"), http, seconds=5) in (0, 1, 2)
