"""A phone in somebody's hand, and a match against bots on it."""

from typing import Any

from tests.acceptance.conftest import Running
from tests.web.browser import Visitor

# How much of the page has moved unasked: the worst five seconds, as browsers measure it (CLS), and all of the match together.
WATCH_SHIFTS = """() => {
    window.shifted = { worst: 0, all: 0 };
    let first = 0, last = 0, now = 0;
    new PerformanceObserver((list) => {
        for (const { value, startTime, hadRecentInput } of list.getEntries()) {
            if (hadRecentInput) continue;
            if (startTime - last > 1000 || startTime - first > 5000) [first, now] = [startTime, 0];
            [last, now] = [startTime, now + value];
            window.shifted.all += value;
            window.shifted.worst = Math.max(window.shifted.worst, now);
        }
    }).observe({ type: "layout-shift" });
}"""
MOST_SHIFTED = 0.05
PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}


def phone(service: Running, chromium: Any, language: str = "en", *, pace: str = "off") -> Visitor:
    """Somebody with a phone, whose stage plays at a pace."""
    visitor = Visitor(chromium, service.url, language=language, **PHONE)
    visitor.go()
    visitor.page.evaluate("(pace) => localStorage.setItem('pace', pace)", pace)
    return visitor


def sit_down(
    service: Running, visitor: Visitor, game: str, seats: int = 3, *, bot: str = "steady", **options: Any
) -> str:
    """A match of the visitor's own against bots."""
    visitor.go("login")
    visitor.page.locator("button.main").first.click()
    visitor.page.wait_for_selector("nav a[href$=me]")
    made: str = visitor.page.evaluate(
        """async ([wish, seats, bot]) => {
            const headers = { "Content-Type": "application/json", "Tabularium-Page": "1" };
            const call = async (path, body) => {
                headers["Idempotency-Key"] = crypto.randomUUID();
                const answer = await fetch(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
                if (!answer.ok) throw new Error(await answer.text());
                return answer.json();
            };
            const { id } = await call("/matches", wish);
            for (let seat = 1; seat < seats; seat += 1) await call(`/matches/${id}/bots`, { bot });
            return id;
        }""",
        [{"game": game, "seats": seats, "options": options}, seats, bot],
    )
    visitor.go(f"matches/{made}")
    visitor.page.locator(".board .may >> visible=true").first.wait_for()
    return made
