"""A certificate authority of one's own, as between servers of one's own: a few calls of openssl."""

import os
import subprocess
from pathlib import Path

from config.local_stack import places
from config.local_stack.places import UnixAccount

DAYS = "2"


class Authority:
    """It signs certificates for names and addresses; `certificate` is what those who call have to know."""

    def __init__(self, folder: Path) -> None:
        self._folder = places.private(folder, None)
        folder.chmod(0o711)
        self.certificate = folder / "ca.crt"
        _openssl(
            "req", "-x509", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", DAYS, "-subj", "/CN=authority", "-keyout", folder / "ca.key", "-out", self.certificate,
        )  # fmt: skip
        self.certificate.chmod(0o644)

    def sign(self, folder: Path, host: str, account: UnixAccount | None) -> None:
        """Lay `server.crt`, `server.key` and `ca.crt` into a folder, for an account."""
        request, kind = self._folder / "request", "IP" if host[0].isdigit() else "DNS"
        made = [folder / name for name in ("server.key", "server.crt", "ca.crt")]
        _openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", f"/CN={host}", "-addext", f"subjectAltName={kind}:{host}", "-keyout", made[0], "-out", request,
        )  # fmt: skip
        _openssl(
            "x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self._folder / "ca.key",
            "-CAcreateserial", "-copy_extensions", "copy", "-days", DAYS, "-out", made[1],
        )  # fmt: skip
        made[2].write_bytes(self.certificate.read_bytes())
        for path in made:
            path.chmod(0o600)
            if account is not None:
                os.chown(path, account.uid, account.gid)


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
