"""Every screen of the page, as a player of three matches sees it, in light, dark, Hebrew and on a phone."""

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.web.browser import Visitor

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text()
# WCAG 2.2 AA, and what axe's authors advise besides.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")
# So many of the player's own moves are made before a table is looked at.
MOVES = {"rock-paper-wizard": 3, "spell-a-spell": 3, "cave": 12}
FINISHED = {"game": "rock-paper-wizard", "seats": 3, "start": "manual", "options": {"max_rounds": 1}}
# A question, and the picture, which comes after it.
DRAWN = ".at-table:has(.ask :is(.choices button, form)) .board > *"
# The stage says what it plays.
PLAYING = ".telling.plays .now[data-version]"
NOWHERE = "00000000-0000-7000-8000-000000000000"

CALL = """async ([method, path, body]) => {
    const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
    const answer = await fetch("/api/v1" + path, {method, headers, ...(method === "GET" ? {} : {body: JSON.stringify(body)})});
    return answer.status === 204 ? null : await answer.json();
}"""
# Posts the first legal move whenever it is asked something; until so many are made or the match is over.
PLAY = """async ([match, most]) => {
    const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
    const path = "/api/v1/matches/" + match;
    for (let made = 0; made < most;) {
        const {items} = await (await fetch(path + "/prompts", {headers})).json();
        const [legal] = (items ?? []).flatMap(({prompt, moves}) => moves.flatMap(kind => kind.legal));
        if (legal) {
            const {label, text, ...move} = legal;
            made += (await fetch(path + "/moves", {method: "POST", headers, body: JSON.stringify(move)})).ok;
        } else {
            if ((await (await fetch(path, {headers})).json()).status !== "active") return;
            await new Promise(done => setTimeout(done, 100));
        }
    }
}"""
# What is less than 44 px high or wide, but for links within sentences, and what is only there for screen readers.
SMALL = """() => [...document.querySelectorAll("#page a, #page button, #page select, #page input, #page summary")]
    .filter(one => !one.closest(".unseen, .skip, p:not(.line), dd, li > bdi, .log li > span") && one.offsetParent !== null)
    // What is put away is as large as others once the keyboard comes there.
    .filter(one => !one.closest(".folded .field"))
    // A log is read, and close together, where there is a mouse.
    .filter(one => innerWidth < 800 || !one.closest(".at-table .log"))
    .map(one => [one, (/checkbox|radio/.test(one.type) ? one.closest("label") : one).getBoundingClientRect()])
    .filter(([, {width, height}]) => width && (height < 43.5 || width < 43.5))
    .map(([one, {width, height}]) => `${one.outerHTML.slice(0, 90)} ${Math.round(width)} x ${Math.round(height)}`)"""
WIDE = "() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


@dataclass(frozen=True, kw_only=True)
class Mode:
    """A way to look at the page."""

    name: str
    language: str = "en"
    theme: str = "light"
    width: int = 1100
    height: int = 800


MODES = (
    Mode(name="light"),
    Mode(name="dark", theme="dark"),
    Mode(name="hebrew", language="he"),
    Mode(name="phone", language="pl", theme="light", width=360, height=740),
)


@dataclass(frozen=True, kw_only=True)
class Player:
    """Somebody with a match of each game, and one that is over."""

    visitor: Visitor
    matches: Mapping[str, str]
    finished: str

    def call(self, method: str, path: str, body: object = None) -> Any:
        return self.visitor.page.evaluate(CALL, [method, path, body or {}])


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What is opened, what has to be there then, and what is done before it is looked at."""

    path: Callable[[Player], str]
    there: str
    then: Callable[[Player], None] = lambda _: None
    after: Callable[[Player], None] = lambda _: None


def begin(visitor: Visitor, moves: Mapping[str, int] = MappingProxyType(MOVES)) -> Player:
    """A guest who has played so far."""
    matches = {}
    for game in GAMES:
        matches[game] = visitor.practise(game)
        visitor.page.evaluate(PLAY, [matches[game], moves.get(game, 0)])
    player = Player(visitor=visitor, matches=matches, finished="")
    finished = player.call("POST", "/matches", FINISHED)["id"]
    for _ in range(2):
        player.call("POST", f"/matches/{finished}/bots", {"bot": "random"})
    player.call("POST", f"/matches/{finished}/start")
    visitor.page.evaluate(PLAY, [finished, 100])
    # An open one too, for the lobby.
    player.call("POST", "/matches", {"game": "cave", "seats": 2, "name": "An evening"})
    return replace(player, finished=finished)


def _click(selector: str) -> Callable[[Player], None]:
    return lambda player: player.visitor.page.locator(selector).first.click()


def _offline(player: Player) -> None:
    page = player.visitor.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    player.visitor.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".banner.offline time")
    page.wait_for_selector(DRAWN)


def _online(player: Player) -> None:
    player.visitor.context.set_offline(False)


def _prove(player: Player) -> None:
    page = player.visitor.page
    page.locator(".proof > summary").click()
    page.locator(".proof button").first.click()
    page.wait_for_selector(".proof .holds")


def _table(game: str) -> Screen:
    return Screen(path=lambda player: f"matches/{player.matches[game]}", there=DRAWN)


def _form(game: str) -> Screen:
    return Screen(path=lambda _: f"lobby?game={game}", there="form.sheet", then=_click("form summary"))


def _replay(game: str) -> Screen:
    return Screen(path=lambda player: f"matches/{player.matches[game]}/replay", there=".replay .slider")


def _fresh(player: Player, game: str) -> str:
    """A match that begins while somebody looks."""
    match: str = player.call("POST", "/matches", {"game": game, "seats": 3, "visibility": "unlisted"})["id"]
    for _ in range(2):
        player.call("POST", f"/matches/{match}/bots", {"bot": "random"})
    return match


def _play_on(player: Player) -> None:
    """Make a move, and look at once: of a round of spells, all hands; else whatever comes first."""
    page = player.visitor.page
    page.evaluate(PLAY, [page.url.rpartition("/")[2], 1])
    page.wait_for_selector(PLAYING)


def _stage(game: str) -> Screen:
    return Screen(
        path=lambda player: f"matches/{_fresh(player, game)}",
        there=DRAWN,
        then=_play_on,
        after=lambda player: player.call("POST", f"/matches/{player.visitor.page.url.rpartition('/')[2]}/resign"),
    )


SCREENS: Mapping[str, Screen] = {
    "home": Screen(path=lambda _: "", there=".cards"),
    "lobby": Screen(path=lambda _: "lobby", there="form.sheet"),
    **{f"form-{game}": _form(game) for game in GAMES},
    **{f"table-{game}": _table(game) for game in GAMES},
    **{f"stage-{game}": _stage(game) for game in GAMES},
    "waiting": Screen(
        path=lambda player: f"matches/{player.call('GET', '/matches?mine=true&status=open')['items'][0]['id']}",
        there=".waiting",
    ),
    "over": Screen(
        path=lambda player: f"matches/{player.finished}", there=".at-table:has(.outcome svg.run) .board > *"
    ),
    **{f"replay-{game}": _replay(game) for game in GAMES},
    "verify": Screen(path=lambda player: f"matches/{player.finished}/replay", there=".replay .slider", then=_prove),
    "profile": Screen(path=lambda _: "me", there="h2"),
    "player": Screen(path=lambda player: f"players/{player.call('GET', '/me')['id']}", there="h2"),
    "login": Screen(path=lambda _: "login", there="form"),
    "embed": Screen(path=lambda player: f"embed/matches/{player.finished}/replay", there=".replay .slider"),
    "offline": Screen(
        path=lambda player: f"matches/{player.matches['rock-paper-wizard']}",
        there=DRAWN,
        then=_offline,
        after=_online,
    ),
    "unknown": Screen(path=lambda _: "nowhere", there=".choices .button"),
    "error": Screen(path=lambda _: f"matches/{NOWHERE}", there=".trouble"),
}


@contextmanager
def shown(player: Player, name: str, mode: Mode) -> Iterator[Any]:
    """The page with a screen on it."""
    screen, visitor = SCREENS[name], player.visitor
    visitor.page.set_viewport_size({"width": mode.width, "height": mode.height})
    visitor.page.evaluate("wish => Object.assign(localStorage, wish)", {"language": mode.language, "theme": mode.theme})
    visitor.page.goto(f"{visitor.url}/{screen.path(player)}")
    visitor.page.wait_for_selector(screen.there)
    screen.then(player)
    # What fades or moves in has come to rest.
    visitor.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
    yield visitor.page
    screen.after(player)


@dataclass(kw_only=True)
class Findings:
    """What is wrong with a screen, a line each."""

    lines: list[str] = field(default_factory=list)

    def look(self, page: Any, where: str) -> None:
        page.evaluate(AXE)
        found = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", TAGS)
        self.lines += [_line(where, one) for one in found["violations"]]
        # The picture is no business of a screen reader's, and has to be read by eyes all the same.
        page.evaluate("() => document.querySelectorAll('.board').forEach(one => one.removeAttribute('aria-hidden'))")
        wish = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
        seen = page.evaluate("wish => document.querySelector('.board') && axe.run('.board', wish)", wish)
        self.lines += [_line(f"{where} picture", one) for one in (seen or {"violations": []})["violations"]]
        self.lines += [f"{where}: small: {one}" for one in page.evaluate(SMALL)]
        if page.evaluate(WIDE) > 0:
            self.lines.append(f"{where}: scrolls sideways")


def _line(where: str, violation: Any) -> str:
    nodes = [f"{node['target']} {node['html'][:100]}" for node in violation["nodes"][:3]]
    return f"{where}: {violation['id']} ({len(violation['nodes'])}): {nodes}"


class Gallery:
    """Pictures of the screens in a folder, with a page that shows them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.webp"):
            old.unlink()

    def keep(self, page: Any, name: str, mode: Mode) -> None:
        """What a person sees first: no more than fits their window."""
        wish = {"format": "webp", "quality": 55}
        shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", wish)
        (self.folder / f"{name}-{mode.name}.webp").write_bytes(base64.b64decode(shot["data"]))

    def write_index(self) -> None:
        lines = [
            "# Every screen of the page",
            "",
            "Made by `make gallery`: each in light, dark, Hebrew and on a phone. `tests/web/screens.py` takes the",
            "pictures; `tests/acceptance/test_page_screens.py` tests every screen with axe in the same run.",
        ]
        for name in SCREENS:
            # One a line: pages have short ones.
            lines += ["", f"## {name}", *(f"![{name}, {mode.name}]({name}-{mode.name}.webp)" for mode in MODES)]
        (self.folder / "README.md").write_text("\n".join(lines) + "\n")
