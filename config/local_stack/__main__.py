"""`python -m config.local_stack serve | admin | operator | manage | backup | restore | demo`, called by make."""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from config.local_stack import backups, operators, places
from config.local_stack.errors import StackError
from config.local_stack.serve import (
    HOST,
    answers,
    free_port,
    hold_port,
    interrupt_on_signals,
    port_of,
    serve,
    start_service,
)
from config.local_stack.stack import PROJECT, temporary_stack

# Of what has an end and was stopped before it, as shells say it of SIGINT.
INTERRUPTED = 130
# These go on until they are stopped.
ENDLESS = ("serve", "admin")
ADMIN_ADVICE = "make admin PORT=8002"


def main(arguments: list[str]) -> int:
    """Run one command; a `StackError`, and whatever the system refuses, becomes one line and exit status 1."""
    options = _parse(arguments)
    interrupt_on_signals()
    try:
        match options.command:
            case "serve":
                serve(port_of(options.port), options.data, _say)
            case "admin":
                admin(port_of(options.port, ADMIN_ADVICE), options.data)
            case "operator":
                environment = operators.with_logins(operators.environment(options.data, os.environ))
                command = operators.new_login(options.handle, environment)
                operators.become(command, environment, places.account_of("operators"))
            case "manage":
                # With the caller's rights: it reads and writes files of theirs.
                environment = operators.environment(options.data, os.environ)
                environment = operators.rights_for(options.arguments, environment)
                environment |= operators.with_owner(options.arguments, options.data, os.environ)
                operators.become(operators.managed(options.arguments), environment)
            case "backup":
                backups.back_up(options.data, options.to, os.environ, _say)
            case "restore":
                return backups.restore(options.data, options.source, os.environ, _say)
            case "demo":
                return demo(options.url, options.game, options.bots.split())
    except KeyboardInterrupt:
        _say("stopped")
        return 0 if options.command in ENDLESS else INTERRUPTED
    except StackError as error:
        return _failed(str(error))
    except OSError as error:
        # A disk that is full or read-only, a folder that is a file, no more open files.
        return _failed(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    return 0


def _failed(reason: str) -> int:
    print(f"tabularium: {reason}", file=sys.stderr)
    return 1


def admin(port: int, data: Path) -> None:
    """Replace this process by the server of the operators' pages."""
    environment = operators.with_logins(operators.environment(data, os.environ))
    # The program that this process becomes holds it.
    os.set_inheritable(hold_port(port, ADMIN_ADVICE).detach(), True)
    _say(f"operators' pages: http://{HOST}:{port}/  (a login: make operator HANDLE=name)\nCtrl-C stops it.")
    operators.become(operators.pages(port), environment, places.account_of("operators"))


def demo(url: str, game: str, bots: list[str]) -> int:
    """Play a match of this game, with these bots, by the server at this URL, or where none answers by a new one."""
    address = urlsplit(url)
    if answers(address.port or 80, address.hostname or HOST):
        return _run("clients.demo", [url, game, *bots], dict(os.environ))
    with temporary_stack(os.environ) as stack:
        port = free_port()
        start_service(stack, port)
        return _run("clients.demo", [f"http://{HOST}:{port}", game, *bots], dict(os.environ))


def _run(module: str, arguments: list[str], environment: dict[str, str]) -> int:
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=PROJECT, env=environment).returncode


def _say(line: str) -> None:
    print(line, flush=True)


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="config.local_stack")
    commands = parser.add_subparsers(dest="command", required=True)
    serve_parser = commands.add_parser("serve")
    serve_parser.add_argument("--port", required=True)
    serve_parser.add_argument("--data", type=Path, required=True)
    admin_parser = commands.add_parser("admin")
    admin_parser.add_argument("--port", required=True)
    operator_parser = commands.add_parser("operator")
    operator_parser.add_argument("--handle", required=True)
    manage_parser = commands.add_parser("manage")
    manage_parser.add_argument("arguments", nargs="*")
    backup_parser = commands.add_parser("backup")
    backup_parser.add_argument("--to", type=Path, required=True)
    restore_parser = commands.add_parser("restore")
    restore_parser.add_argument("--from", dest="source", type=Path, required=True)
    for parser_of_data in (admin_parser, operator_parser, manage_parser, backup_parser, restore_parser):
        parser_of_data.add_argument("--data", type=Path, required=True)
    demo_parser = commands.add_parser("demo")
    for wish in ("--url", "--game"):
        demo_parser.add_argument(wish, required=True)
    demo_parser.add_argument("--bots", default="")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
