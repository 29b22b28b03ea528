"""What the table can do besides a match's course: a folder for each, of the same files.

- `events.py`: what is stored, a frozen dataclass for each type.
- `fold.py`: the table after each event.
- `rule.py`: when a verifier believes each event. It is written from what the service may do, and never from the fold
  beside it: a rule that asked the fold would believe whatever the fold does. An import contract keeps the two apart.
- `feature.py`: `FEATURE`, which puts them together.

A new feature is a copy of the folder that is most like it, and a line in `games/table/registry.py`. Its words are in
`games/table/texts/`, its calls in `games/matches/` and `api/` under the feature's name.
"""
