"""The features of the table: a folder each, with the same files.

- `events.py`: a frozen dataclass for each type of event.
- `fold.py`: the table after each event.
- `rule.py`: when a verifier accepts each event. It is written from what the service may do, and never from the fold
  beside it: a rule that asked the fold would believe whatever the fold does. An import contract keeps the two apart.
- `feature.py`: `FEATURE`, which puts them together.

A new feature is a copy of the folder that is most like it, and a line in `games/table/registry.py`. Its words are in
`games/table/texts/`, its calls in `games/matches/` and `api/` under the feature's name.
"""
