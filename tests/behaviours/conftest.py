from tests.support.table_fixtures import _every_match_that_was_played_holds, cast, later

__all__ = ["_every_match_that_was_played_holds", "cast", "later"]
