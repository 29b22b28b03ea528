"""Attacks on a running service, each beside honest players: what the players notice is what is measured.

`make siege` runs all of them, two minutes each; `make siege ARGS="--seconds 20 http2 slow_bodies"` some.
"""
