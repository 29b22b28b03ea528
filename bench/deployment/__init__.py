"""The files of `deploy/` as they stand, started on this machine."""
