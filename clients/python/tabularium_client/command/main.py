"""What `tabularium` is asked, and what it answers.

Exit status: 0 done, 1 refused or no answer, 2 wrong arguments, 130 interrupted; `verify` has more. No message holds a
token.
"""

import argparse
import json
import os
import sys
import uuid
from collections.abc import Callable, Sequence
from getpass import getpass
from pathlib import Path

import httpx
from tabularium_client import device_login, verifying, webhooks
from tabularium_client.client import Tabularium
from tabularium_client.command import keeping, log_keeping
from tabularium_client.command.forwarding import NotLocal, checked_receiver, forward
from tabularium_client.command.table import Left, Table
from tabularium_client.problem import Problem, Unanswered
from tabularium_client.shapes import MatchWish
from tabularium_client.words import happenings, joined

DONE, REFUSED, INTERRUPTED = 0, 1, 130
BOTS = ("random", "steady", "easy", "medium", "hard")
ENGLISH = "en"
LANGUAGES = (ENGLISH, "he", "pl")
# More bytes than the first line of any match file.
FIRST_LINE = 10_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the exit status."""
    asked = _parser().parse_args(arguments)
    do: Callable[[argparse.Namespace], int] = asked.do
    try:
        return do(asked)
    except Problem as problem:
        return _refuse(f"{problem.code}: {problem.detail}")
    except Unanswered as unanswered:
        return _refuse(f"no answer came to {unanswered}")
    except BrokenPipeError:
        # Who reads has read enough; Python would complain once more when it writes what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except (
        *(keeping.NoLogin, device_login.LoginRefused, log_keeping.NoLog, NotLocal),
        *(verifying.NoVerifier, OSError),
    ) as error:
        return _refuse(str(error))
    except EOFError:
        return _refuse("the input has ended before it said all that was asked")
    except KeyboardInterrupt:
        return INTERRUPTED


def log_in(asked: argparse.Namespace) -> int:
    """Keep an address and a token, or make a guest; or have the player agree in a browser."""
    url = keeping.checked_url(asked.url or _line(f"Address [{keeping.HERE}]: ") or keeping.HERE)
    if asked.app:
        return _log_in_by_device(url, asked.app)
    token = "" if asked.guest is not None else _secret("Token (empty: play as a new guest): ")
    if not token:
        with Tabularium(url) as stranger:
            token = stranger.sign_up({"handle": asked.guest or f"Guest_{uuid.uuid4().hex[:12]}"})["token"]
    with Tabularium(url, token) as player:
        me = player.get_me()
    path = keeping.keep(keeping.Login(url=url, token=token, handle=me["handle"] or ""))
    print(f"you are {me['handle']} at {url}; kept in {path}")
    return DONE


def _log_in_by_device(url: str, app: str) -> int:
    """Show a code, and wait until somebody has typed it on the page and agreed."""
    with httpx.Client() as http:
        question = device_login.begin(url, app, http)
        print(f"open {question.verification_uri} and type {question.user_code}", flush=True)
        access = question.answered(http)
    with Tabularium(url, access.token) as player:
        handle = player.get_player(access.player)["handle"] or ""
    path = keeping.keep(keeping.Login(url=url, token=access.token, handle=handle, access=access))
    print(f"you are {handle} at {url}, for {', '.join(access.scopes)}; kept in {path}")
    return DONE


def log_out(asked: argparse.Namespace) -> int:
    """Forget the login."""
    print("logged out on this machine; the token stays valid" if keeping.forget() else "you were not logged in")
    return DONE


def play(asked: argparse.Namespace) -> int:
    """Make a match against bots and play it; or go on with one."""
    with _player(asked) as client:
        match = asked.match or _made(client, asked)
        try:
            Table(client, match).play()
        except Left:
            print(f"the match stays; go on with: tabularium play {asked.game} --match {match}")
    return DONE


def open_screens(asked: argparse.Namespace) -> int:
    """Play on screens; who is not logged in is asked there."""
    try:
        from tabularium_client.terminal import app, sayings
    except ModuleNotFoundError:
        return _refuse('the screens need more packages: pip install "tabularium-client[terminal]"')
    language = asked.language or sayings.spoken(os.environ)
    turns = {"client": False, "terminal": True}.get(asked.turned_by)
    app.run(app.kept_login(), language=language, turns=turns, match=asked.match)
    return DONE


def follow(asked: argparse.Namespace) -> int:
    """Write what happens in a match until it is over."""
    with _player(asked) as client:
        for message in client.follow(asked.match, after=asked.after):
            for line in happenings([message["data"]]) if message["type"] == "event" else ():
                print(line, flush=True)
        print(joined(client.get_match(asked.match)["text"]))
    return DONE


def export(asked: argparse.Namespace) -> int:
    """Write a match's file."""
    with _player(asked) as client:
        content = client.export_match(asked.match).encode()
    if asked.file is None:
        sys.stdout.buffer.write(content)
    else:
        asked.file.write_bytes(content)
    return DONE


def archive(asked: argparse.Namespace) -> int:
    """Write all that the service keeps of the player, and the file of each of their matches, into a folder."""
    matches = asked.folder / "matches"
    # Private matches are among them, so the folder is the player's alone.
    asked.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    matches.mkdir(mode=0o700, exist_ok=True)
    with _player(asked) as client:
        kept = client.get_archive()
        (asked.folder / "archive.ndjson").write_bytes(kept.encode())
        # Texts may hold line ends that JSON does not know as such.
        lines = map(json.loads, kept.strip("\n").split("\n"))
        ids = [line["item"]["id"] for line in lines if line["list"] == "matches"]
        for match in ids:
            (matches / f"{match}.ndjson").write_bytes(client.export_match(match).encode())
    print(f"archive.ndjson and the files of {len(ids)} matches are in {asked.folder}")
    return DONE


def verify(asked: argparse.Namespace) -> int:
    """Check a match file; the exit status is the verifier's: 0 valid, 1 not, 2 no file to check, 3 valid in part."""
    match = _match_in(asked.file) if asked.log or asked.log_key else None

    def check(log: Path | None = None, log_keys: Sequence[str] = ()) -> verifying.Verdict:
        return verifying.verify(asked.file, head=asked.head, bots=asked.bots, log=log, log_keys=log_keys)

    if match is None:
        verdict = check()
    else:
        with _player(asked) as client:
            verdict = log_keeping.verify_in_log(client, keeping.known().url, match, asked.log_key, check)
    print(verdict.text, file=sys.stderr if verdict.status == verifying.UNREADABLE else sys.stdout, flush=True)
    return verdict.status


def _match_in(file: Path) -> str | None:
    """The id in the first line of a match file; None where there is none: then the verifier says what is wrong."""
    try:
        with file.open("rb") as lines:
            match = json.loads(lines.readline(FIRST_LINE))["match"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return match if isinstance(match, str) and match else None


def forward_notices(asked: argparse.Namespace) -> int:
    """Forward the player's notices to a local port."""
    to, given = checked_receiver(asked.to), os.environ.get("TABULARIUM_WEBHOOK_SECRET")
    secret = given or webhooks.new_secret()
    with _player(asked) as client:
        print(f"forwarding to {to}" if given else f"forwarding to {to}, signed by {secret}", flush=True)
        forward(client, to, secret, say=lambda line: print(line, flush=True))
    return DONE


def serve_assistant(asked: argparse.Namespace) -> int:
    """Start the MCP server, as the player who is logged in, else as a guest."""
    try:
        from tabularium_client import mcp_server
    except ModuleNotFoundError:
        return _refuse('the server needs more packages: pip install "tabularium-client[mcp]"')
    try:
        login = keeping.known()
    except keeping.NoLogin:
        mcp_server.main()
    else:
        mcp_server.run(login.url, login.credential, asked.language or ENGLISH)
    return DONE


def _player(asked: argparse.Namespace) -> Tabularium:
    login = keeping.known()
    return Tabularium(login.url, login.credential, language=asked.language or ENGLISH)


def _made(client: Tabularium, asked: argparse.Namespace) -> str:
    seats = asked.seats or client.get_game(asked.game)["seats"]["min"]
    wish: MatchWish = {"game": asked.game, "seats": seats, "bots": [asked.bots] * (seats - 1)}
    return client.create_match(wish)["id"]


def _line(prompt: str) -> str:
    return input(prompt).strip()


def _secret(prompt: str) -> str:
    """A line that the terminal does not show; of a pipe, its next line."""
    return (getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline()).strip()


def _refuse(message: str) -> int:
    print(f"tabularium: {message}", file=sys.stderr)
    return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tabularium", description="Play board games on a Tabularium service.")
    parser.add_argument("--language", choices=LANGUAGES, help="of all texts (English; on screens that of your locale)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _accounts(commands)
    _matches(commands)
    one = commands.add_parser("forward", help="forward your notices to a local port, as signed webhook deliveries")
    one.add_argument("--to", required=True, metavar="URL", help="http://127.0.0.1:PORT/…")
    one.set_defaults(do=forward_notices)
    one = commands.add_parser(
        "mcp", help="start the server with which an assistant plays, on standard input and output"
    )
    one.set_defaults(do=serve_assistant)
    return parser


def _accounts(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    one = commands.add_parser("log-in", aliases=["login"], help="keep an address and a token, or make a guest")
    one.add_argument("--url", help=f"the service's address, without /api/v1 (asked for otherwise; {keeping.HERE})")
    one.add_argument("--guest", metavar="HANDLE", help="make a guest of this name, and ask for no token")
    help_ = "log in as this registered app: you agree in a browser, and no token is typed (docs/api/apps.md)"
    one.add_argument("--app", metavar="CLIENT_ID", default=os.environ.get("TABULARIUM_APP"), help=help_)
    one.set_defaults(do=log_in)
    one = commands.add_parser("log-out", help="forget the login")
    one.set_defaults(do=log_out)


def _matches(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    one = commands.add_parser("play", help="play a game against bots")
    one.add_argument("game", metavar="GAME", help="rock-paper-wizard, spell-a-spell or cave")
    one.add_argument("--bots", choices=BOTS, default="easy")
    one.add_argument("--seats", type=int, help="of the whole table (otherwise as few as the game allows)")
    one.add_argument("--match", metavar="MATCH", help="go on with this match")
    one.set_defaults(do=play)
    one = commands.add_parser("tui", help="play on screens in the terminal, against people or bots")
    one.add_argument("--match", metavar="MATCH", help="go to the table of this match")
    help_ = "who turns Hebrew round: this client, or a terminal that turns it itself (otherwise known by the terminal)"
    one.add_argument("--turned-by", choices=("client", "terminal"), help=help_)
    one.set_defaults(do=open_screens)
    one = commands.add_parser("follow", help="write what happens in a match")
    one.add_argument("match", metavar="MATCH")
    one.add_argument("--after", type=int, default=0, metavar="VERSION", help="only what happens after this version")
    one.set_defaults(do=follow)
    one = commands.add_parser("export", help="write a match's file")
    one.add_argument("match", metavar="MATCH")
    one.add_argument("file", metavar="FILE", nargs="?", type=Path, help="otherwise standard output")
    one.set_defaults(do=export)
    one = commands.add_parser("archive", help="write all your data into a folder, the files of your matches too")
    one.add_argument("folder", metavar="FOLDER", type=Path)
    one.set_defaults(do=archive)
    one = commands.add_parser("verify", help="check a match file; without --log the service is not asked")
    one.add_argument("file", metavar="FILE", type=Path)
    one.add_argument("--head", metavar="HASH", help="a hash of this match that was kept elsewhere")
    one.add_argument("--bots", action="store_true", help="ask the bots that look ahead again what they pick")
    help_ = "ask the service whether its log of all heads has the match, and continues the log seen here before"
    one.add_argument("--log", action="store_true", help=help_)
    help_ = "the log's key, had from elsewhere (otherwise the one seen first is believed); asks as --log"
    one.add_argument("--log-key", metavar="KEY", action="append", default=[], help=help_)
    one.set_defaults(do=verify)
