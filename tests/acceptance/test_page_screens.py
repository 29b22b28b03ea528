"""axe, sizes and width of every screen of the page in every mode: `make browser`."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium
from tests.web.screens import MODES, SCREENS, Findings, Gallery, begin, shown

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


def test_every_screen_in_every_mode_is_for_everybody(service: Running, chromium: Any) -> None:
    visitor, findings = Visitor(chromium, service.url), Findings()
    player, folder = begin(visitor), os.environ.get("GALLERY")
    gallery = Gallery(Path(folder)) if folder else None
    for mode in MODES:
        for name in SCREENS:
            with shown(player, name, mode) as page:
                if gallery:
                    gallery.keep(page, name, mode)
                findings.look(page, f"{name} {mode.name}")
    if gallery:
        gallery.write_index()
    assert not findings.lines, "\n".join(findings.lines)
    visitor.leave()
