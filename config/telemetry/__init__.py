"""Traces and figures for a collector of OpenTelemetry, where the environment asks for them (docs/running.md).

`wanted` and `hooks` are read by every process and import nothing of OpenTelemetry; the others only where it is wanted.
"""
