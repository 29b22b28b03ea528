"""Who plays where, and what of the service does not change while they do."""

from collections.abc import Callable, Mapping
from typing import Any

from tabularium_client.client import AsyncTabularium
from tabularium_client.command.keeping import Login
from tabularium_client.terminal.link import Connect
from tabularium_client.terminal.parts import Manner
from tabularium_client.terminal.sayings import Sayings
from tabularium_client.words import Names


class Session:
    """One player at one service. `client` may be used once `open` has come back."""

    def __init__(self, connect: Connect, manner: Manner) -> None:
        self.manner = manner
        self.me: Mapping[str, Any] = {}
        self.bots: Mapping[str, str] = {}
        self.games: list[dict[str, Any]] = []
        self.is_linked = True
        self.url = ""
        self.when_linked: Callable[[], None] = lambda: None
        self._connect = connect
        self._client: AsyncTabularium | None = None
        self._contents: dict[str, Mapping[str, Any]] = {}

    @property
    def client(self) -> AsyncTabularium:
        """The caller of the service."""
        assert self._client is not None
        return self._client

    @property
    def language(self) -> str:
        """Of all texts."""
        return self.manner.says.language

    def speak(self, language: str) -> None:
        """Use another language; calls do so from the next log-in on."""
        self.manner = Manner(Sayings(language), turns=self.manner.turns)

    async def sign_up(self, url: str, handle: str) -> Login:
        """Make a guest. Raises the `Problem`."""
        async with self._connect(url, None, self.language, self._heard) as stranger:
            token = (await stranger.sign_up({"handle": handle}))["token"]
        return Login(url=url, token=token)

    async def open(self, login: Login) -> Login:
        """Be this player, and read what never changes; the login with the player's name. Raises the `Problem`."""
        client = self._connect(login.url, login.token, self.language, self._heard)
        try:
            self.me = dict(await client.get_me())
            self.games = [dict(one) for one in (await client.list_games())["items"]]
            named = (await client.list_bots())["items"]
        except BaseException:
            await client.close()
            raise
        await self.close()
        self._client, self.url = client, login.url
        self.bots = {one["bot"]: dict(one["names"])[self.language] for one in named}
        return Login(url=login.url, token=login.token, handle=self.me["handle"] or "")

    async def close(self) -> None:
        """Let the connections go."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def content(self, game: str) -> Mapping[str, Any]:
        """Cards, board and names of a game, fetched once."""
        if game not in self._contents:
            self._contents[game] = dict(await self.client.get_content(game))
        return self._contents[game]

    async def names(self, game: str) -> Names:
        """The names of a game's things."""
        return Names(await self.content(game), self.language)

    def game_name(self, game: str) -> str:
        """What a game is called."""
        return next((one["names"][self.language] for one in self.games if one["game"] == game), game)

    def _heard(self, is_linked: bool) -> None:
        if is_linked != self.is_linked:
            self.is_linked = is_linked
            self.when_linked()
