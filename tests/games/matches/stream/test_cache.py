from games.matches.stream.cache import Recent


def test_the_process_forgets_what_was_used_longest_ago() -> None:
    few: Recent[int] = Recent(most=2)
    few.put("a", 1)
    few.put("b", 2)
    few.get("a")
    few.put("c", 3)

    assert [few.get(key) for key in "abc"] == [1, None, 3]
