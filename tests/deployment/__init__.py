"""Proof that the files of `deploy/` work as they stand: `make deployment` starts them on this machine."""
