"""How history is written down as bytes that can be proved (`format.md`). It needs no database and knows no store."""
