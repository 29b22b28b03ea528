from tests.table_fixtures import _every_match_that_was_played_holds, later

__all__ = ["_every_match_that_was_played_holds", "later"]
