from pathlib import Path

from bench.running.soak import complaints

CALM = '{"time": "2026-11-24T02:00:00Z", "level": "WARNING", "logger": "relay", "message": "late"}'
FAULT = '{"time": "2026-11-24T02:00:00Z", "level": "ERROR", "logger": "relay", "message": "lost"}'


def test_a_log_complains_by_its_level_and_a_server_by_its_word(tmp_path: Path) -> None:
    (tmp_path / "relay.log").write_text(f"{CALM}\n{FAULT}\n{FAULT}\n")
    (tmp_path / "postgres.log").write_text("LOG:  ready\n2026-11-24 02:00 FATAL:  no more room\n")
    (tmp_path / "web-1.log").write_text("Traceback (most recent call last):\n")

    assert complaints(sorted(tmp_path.iterdir())) == {
        "2026-11-24 02:00 FATAL:  no more room": 1,
        "relay: lost": 2,
        "Traceback (most recent call last):": 1,
    }
