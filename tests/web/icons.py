"""`python -m tests.web.icons`: draws the icons of the installed page from web/icon.svg, by Debian's chromium."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browser import CHROMIUM

WEB = Path(__file__).parents[2] / "web"
SIZES = (180, 192, 512)


def main() -> None:
    # Without its round corners: systems cut a shape of their own out of it.
    shape = (WEB / "icon.svg").read_text().replace(' rx="14"', "")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f'<body style="margin:0">{shape.replace("<svg ", f"<svg width={size} height={size} ", 1)}')
            page.screenshot(path=WEB / "icons" / f"{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
