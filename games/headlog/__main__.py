"""`python -m games.headlog`: check that a log goes on, read a copy of it, be a witness.

Exit status: 0 it holds, 1 it does not, 2 nothing to check.
"""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from games.headlog import monitor, saved_files, timestamps
from games.headlog.checkpoints import NotProved, require_continued, require_witnesses
from games.headlog.saved_files import NoFile
from games.headlog.signed_notes import OF_TEXT, OF_WITNESS, NotANote, PrivateKey, PublicKey
from games.headlog.witness import FolderInUse, Witness
from games.headlog.witness_server import server

HOLDS, FAILS, NOTHING = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; the exit status."""
    try:
        asked = _parser().parse_args(arguments)
        return int(asked.do(asked))
    except NotProved as refused:
        # It may quote a file: nothing in it may write lines of its own here, or break a terminal.
        sys.stdout.write(f"not proved: {str(refused).encode('unicode_escape').decode('ascii')}\n")
        return FAILS
    except (NoFile, NotANote, FolderInUse, OSError) as refused:
        sys.stderr.write(f"{refused}\n")
        return NOTHING


def continues(asked: argparse.Namespace) -> int:
    """Whether a checkpoint continues another."""
    old, _ = saved_files.checkpoint_of(asked.old, asked.log_key)
    new, path = saved_files.checkpoint_of(asked.new, asked.log_key)
    signers = require_witnesses(new.note, _witnesses(asked), asked.cosignatures)
    require_continued(old.checkpoint, new.checkpoint, path)
    told = f"continues: {new.checkpoint.origin}, from size {old.checkpoint.size} to {new.checkpoint.size}"
    sys.stdout.write(f"{told}{''.join(f', cosigned by {key.name}' for key in signers)}\n")
    return HOLDS


def stamped(asked: argparse.Namespace) -> int:
    """When an authority has stamped a checkpoint of the log."""
    told = saved_files.timestamp_in(asked.answer)
    found = timestamps.require_stamped(told, asked.log_key, saved_files.roots_of(asked.authority))
    checkpoint = found.signed.checkpoint
    sys.stdout.write(f"stamped: {checkpoint.origin}, size {checkpoint.size}, {found.at:%Y-%m-%d %H:%M:%S} UTC\n")
    return HOLDS


def files(asked: argparse.Namespace) -> int:
    """The addresses of all entries of a log."""
    signed, _ = saved_files.checkpoint_of(asked.checkpoint, asked.log_key)
    sys.stdout.writelines(f"{name}\n" for name in monitor.entry_files(signed.checkpoint.size))
    return HOLDS


def read(asked: argparse.Namespace) -> int:
    """Whether a copy of the log is that of its checkpoint, and its entries agree."""
    signed, _ = saved_files.checkpoint_of(asked.folder / "checkpoint", asked.log_key)
    require_witnesses(signed.note, _witnesses(asked), asked.cosignatures)
    found = monitor.entries(asked.folder, signed.checkpoint)
    wrong = list(monitor.contradictions(found))
    sys.stdout.writelines(f"{one}\n" for one in wrong)
    if not wrong:
        matches = len({entry.match for entry in found})
        sys.stdout.write(f"agrees: {signed.checkpoint.origin}, {len(found)} entries of {matches} matches\n")
    return FAILS if wrong else HOLDS


def key(asked: argparse.Namespace) -> int:
    """Make a private key, and tell its public one."""
    kind = OF_WITNESS if asked.of == "witness" else OF_TEXT
    if not asked.file.exists():
        made = PrivateKey.made(asked.name or "", kind)
        with os.fdopen(os.open(asked.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(saved_files.written_key(made.name, made.seed))
    sys.stdout.write(f"{saved_files.private_key(asked.file, kind).public}\n")
    return HOLDS


def witness(asked: argparse.Namespace) -> int:
    """Be a witness until stopped."""
    host, _, port = asked.listen.rpartition(":")
    own = saved_files.private_key(asked.key, OF_WITNESS)
    made = Witness(asked.folder, own, asked.log_key, time.time)
    with made.alone(), server(made, host, int(port)) as serving:
        sys.stdout.write(f"{own.public}\nlistening on {host}:{serving.server_address[1]}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            serving.serve_forever()
    return HOLDS


def _witnesses(asked: argparse.Namespace) -> list[PublicKey]:
    return saved_files.keys_in(asked.witnesses) if asked.witnesses else []


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.headlog", description="Check the log of all heads.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("continues", help="whether a checkpoint continues an older one")
    one.add_argument("old", metavar="OLD", type=Path, help="a checkpoint that was kept, or an answer that has one")
    one.add_argument("new", metavar="NEW", type=Path, help="what GET /log?from=SIZE answers, SIZE as in OLD")
    _trusted(one, continues)

    one = commands.add_parser("stamped", help="when an authority (RFC 3161) has stamped a checkpoint")
    one.add_argument("answer", metavar="ANSWER", type=Path, help="what GET /log or GET /matches/{id}/log answered")
    one.add_argument("--authority", metavar="PEM", type=Path, required=True, help="the certificates it signs under")
    _keyed(one, stamped)

    one = commands.add_parser("files", help="print the addresses of all entries of a log, to be fetched")
    one.add_argument("checkpoint", metavar="CHECKPOINT", type=Path, help="the log's checkpoint")
    _keyed(one, files)

    one = commands.add_parser("read", help="whether the entries of a log are those of its checkpoint, and agree")
    one.add_argument("folder", metavar="FOLDER", type=Path, help="a copy: checkpoint, and tile/entries/…")
    _trusted(one, read)

    one = commands.add_parser("key", help="make a private key, where there is none, and print the public one")
    one.add_argument("file", metavar="FILE", type=Path, help="where the private key is kept")
    one.add_argument("--name", help="of a new key: an address without https://, such as witness.example/w1")
    one.add_argument("--of", choices=("witness", "log"), default="witness", help="default: witness")
    one.set_defaults(do=key)

    one = commands.add_parser("witness", help="cosign checkpoints of logs that only grow")
    one.add_argument("--key", metavar="FILE", type=Path, required=True, help="the witness's private key")
    one.add_argument("--folder", metavar="DIR", type=Path, required=True, help="where what was signed is kept")
    one.add_argument("--listen", metavar="HOST:PORT", default="127.0.0.1:8100", help="default: 127.0.0.1:8100")
    _keyed(one, witness)
    return parser


def _trusted(command: argparse.ArgumentParser, do: object) -> None:
    command.add_argument("--witnesses", metavar="FILE", type=Path, help="keys of witnesses, one a line")
    command.add_argument(
        "--cosignatures", metavar="K", type=int, default=0, help="how many of them have to have signed"
    )
    _keyed(command, do)


def _keyed(command: argparse.ArgumentParser, do: object) -> None:
    told = "the log's key, as GET /log tells it; again for each key of the log, or of more logs"
    command.add_argument("--log-key", metavar="KEY", type=saved_files.key_of, action="append", required=True, help=told)
    command.set_defaults(do=do)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
