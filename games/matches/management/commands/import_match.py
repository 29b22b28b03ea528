from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.importing import CannotImport, import_file
from games.verify.__main__ import LARGEST


class Command(BaseCommand):
    help = "Take over the finished match of a match file, to be looked at and never to be played on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--name", default="", help="what the lists call it")
        parser.add_argument("--unlisted", action="store_true", help="found by its id only")

    def handle(self, *args: Any, **options: Any) -> None:
        visibility = "unlisted" if options["unlisted"] else "public"
        try:
            match_id = import_file(_read(options["file"]), name=options["name"], visibility=visibility)
        except CannotImport as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"imported {match_id}")


def _read(path: Path) -> bytes:
    """The bytes of a file, up to what the verifier reads of one."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    if len(data) > LARGEST:
        raise CommandError(f"{path}: larger than any match, {LARGEST} bytes")
    return data
