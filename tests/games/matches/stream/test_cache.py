from games.matches.stream.cache import Recent


def test_the_process_forgets_what_was_used_longest_ago() -> None:
    few: Recent[int] = Recent(most=2)
    few.put("a", 1)
    few.put("b", 2)
    few.get("a")
    few.put("c", 3)

    assert [few.get(key) for key in "abc"] == [1, None, 3]


def test_a_value_that_takes_more_places_leaves_room_for_fewer_others() -> None:
    few: Recent[int] = Recent(most=4, places=lambda value: value)
    for key, size in (("a", 1), ("b", 1), ("c", 1)):
        few.put(key, size)
    few.put("c", 3)

    assert [few.get(key) for key in "abc"] == [None, 1, 3]


def test_a_value_that_is_replaced_gives_its_places_back() -> None:
    few: Recent[int] = Recent(most=4, places=lambda value: value)
    few.put("a", 3)
    few.put("a", 1)
    few.put("b", 3)
    few.clear()
    few.put("c", 1)
    few.put("d", 3)

    assert [few.get(key) for key in "abcd"] == [None, None, 1, 3]
