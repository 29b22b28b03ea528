"""Attacks on a running service beside honest players; measured is what those players notice.

`make siege` runs all of them, two minutes each; `make siege ARGS="--seconds 20 http2 slow_bodies"` some.
"""
