"""The log of all heads as anybody can check it: trees, tiles, signed checkpoints, proofs, and a witness.

It needs no database, no framework and no network. The formats are those of C2SP (signed-note, tlog-checkpoint,
tlog-tiles, tlog-cosignature, tlog-witness) over trees of RFC 6962.
"""
