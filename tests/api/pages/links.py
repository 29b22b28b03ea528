"""The links of a page."""

from html.parser import HTMLParser


class Links(HTMLParser):
    """What a page names: `loaded` by the browser itself, `linked` for its reader."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.inline = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.inline |= tag == "style" or (tag == "script" and "src" not in given)
        self.inline |= any(name == "style" or name.startswith("on") for name in given)
        place = self.linked if tag == "a" else self.loaded
        place += [str(given[name]) for name in ("href", "src", "action") if name in given]
