"""Cold matches: their events are in a file, and a row of `cold_match` says which (decision 62)."""
