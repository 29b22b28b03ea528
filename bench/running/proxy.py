"""`python -m bench.running.proxy [--nginx PATH]`: streams behind a real nginx (nginx-light), as the guide says.

It prints how long a move took from its answer to a reader behind the proxy, whether a heartbeat came through a silence,
and whether a long poll was answered. The configuration that it writes is one that a public service can begin with.
"""

import argparse
import http.client
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from clients.api import Api, sign_up
from config.local_stack.serve import HOST, LIVE_PORT, free_port, start_service
from config.local_stack.stack import temporary_stack

CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder}; gzip on; gzip_types *; gzip_proxied any;
  server {{
    listen {host}:{port};
    proxy_http_version 1.1;
    proxy_set_header Host $host:$server_port;
    proxy_set_header X-Forwarded-For $remote_addr;
    # A ticket stands in the address, so no address of a stream is logged.
    location ~ ^/api/v1/(matches/[^/]+|me)/stream$ {{
      proxy_pass http://{host}:{live}; proxy_buffering off; gzip off; proxy_read_timeout 60s; access_log off;
    }}
    location / {{ proxy_pass http://{host}:{web}; proxy_read_timeout 60s; }}
  }}
}}
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.proxy")
    parser.add_argument("--nginx", default="nginx")
    nginx = parser.parse_args().nginx
    with temporary_stack({**os.environ, "NUM_PROXIES": "1"}) as stack, tempfile.TemporaryDirectory() as folder:
        web, port = free_port(), free_port()
        start_service(stack, web)
        given = {"folder": folder, "host": HOST, "port": port, "live": web + LIVE_PORT, "web": web}
        Path(folder, "nginx.conf").write_text(CONFIGURATION.format(**given))
        proxy = subprocess.Popen([nginx, "-p", folder, "-c", f"{folder}/nginx.conf"])
        try:
            time.sleep(1)
            for line in _look(f"http://{HOST}:{port}", port):
                print(line, flush=True)
        finally:
            proxy.terminate()
            proxy.wait()


def _look(url: str, port: int) -> list[str]:
    tokens = [sign_up(url, "Seat")[1] for _ in range(3)]
    seats = [Api(url, token) for token in tokens]
    match: str = seats[0].post("/matches", {"game": "rock-paper-wizard", "seats": 3})["id"]
    for seat in seats[1:]:
        seat.post(f"/matches/{match}/join")
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    path = f"/api/v1/matches/{match}/stream"
    connection.request("GET", path, headers={"Accept": "text/event-stream", "Accept-Encoding": "gzip"})
    stream = connection.getresponse()
    encoding = stream.headers.get("Content-Encoding")
    _until(stream, b"event: status")
    begun = time.monotonic()
    _move(seats[1], match)
    _until(stream, b"event: event")
    late = 1000 * (time.monotonic() - begun)
    begun = time.monotonic()
    _until(stream, b":\n")
    silence = time.monotonic() - begun
    version = seats[0].get(f"/matches/{match}")["version"]
    page = seats[0].get(f"/matches/{match}/events?after={version}&wait=2")
    for seat in seats:
        seat.close()
    connection.close()
    return [
        f"stream       {stream.status}, Content-Encoding {encoding}, X-Accel-Buffering taken by the proxy",
        f"a move       {late:.0f} ms from being sent to the reader's first line of it",
        f"a heartbeat  after {silence:.1f} s of silence",
        f"a long poll  {len(page['items'])} events",
    ]


def _move(seat: Api, match: str) -> Any:
    asked = seat.get(f"/matches/{match}/prompts")["items"][0]
    return seat.post(f"/matches/{match}/moves", {"prompt": asked["prompt"], **asked["moves"][0]["legal"][0]})


def _until(stream: http.client.HTTPResponse, what: bytes) -> None:
    for line in stream:
        if line.startswith(what):
            return
    raise SystemExit(f"the stream has ended: {json.dumps(dict(stream.headers))}")


if __name__ == "__main__":
    main()
