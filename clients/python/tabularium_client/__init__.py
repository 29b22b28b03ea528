"""Play board games on a Tabularium service: calls, streams that come back by themselves, webhooks.

```python
from tabularium_client import Tabularium

with Tabularium("http://127.0.0.1:8000") as stranger:
    token = stranger.sign_up({"handle": "Ada_1815"})["token"]
with Tabularium("http://127.0.0.1:8000", token) as ada:
    match = ada.create_match({"game": "cave", "seats": 2, "bots": ["easy"]})
    for message in ada.follow(match["id"]):
        print(message["type"])
```
"""

from tabularium_client.client import AsyncTabularium, Tabularium
from tabularium_client.following import StreamMessage
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.sending import Retrying

__all__ = ["AsyncTabularium", "Problem", "Retrying", "StreamMessage", "Tabularium", "Unanswered"]
