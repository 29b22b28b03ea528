"""The short example bot for any game, where the service is not as quiet as on a developer's machine."""

import json
from http.server import BaseHTTPRequestHandler

from tests.clients.examples import example
from tests.support.receiver import receiving

REPLIES = [
    (409, {"code": "already_created", "detail": "The secret is shown once."}),
    (201, {"token": "tab_second"}),
]


def test_a_bot_whose_first_token_was_lost_on_its_way_signs_up_under_another_name() -> None:
    replies = iter(REPLIES)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        status, body = next(replies)
        content = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    with receiving(answer) as service:
        token = example("bot.py").new_guest(service.url.removesuffix("/hook"))
    assert token == "tab_second"
    assert len({json.loads(one.body)["handle"] for one in service.received}) == 2
