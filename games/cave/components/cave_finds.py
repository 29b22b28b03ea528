"""The Cave cards that are no enemies, 32 of the 60; the Crystal is set aside at setup (CAVE-0.9, CAVE-R28.2)."""

from games.cave.components.card import Card
from games.cave.effects.parser import parse

CAVE_FINDS = (
    Card(
        id="J20",  # Cave-in
        deck="cave",
        type="event",
        steps=parse("roll(1-2: lose(endurance,1) + lose_turn(1) | 3-4: lose_turn(1) | 5-6: none)"),
    ),
    Card(
        id="J21",  # Darkness
        deck="cave",
        type="event",
        steps=parse("each_all(slow(1))"),
    ),
    Card(
        id="J22",  # Tremor
        deck="cave",
        type="event",
        steps=parse("go(random_corridor)"),
    ),
    Card(
        id="J23",  # Poison Fumes
        deck="cave",
        type="event",
        steps=parse("test(strength, ok: none | fail: lose(endurance,1))"),
    ),
    Card(
        id="J24",  # Underground River
        deck="cave",
        type="event",
        steps=parse("go(entrance)"),
    ),
    Card(
        id="J25",  # Whisper of the Crystal
        deck="cave",
        type="event",
        steps=parse("gain(power,1)"),
    ),
    Card(
        id="J26",  # Echo of the Ancestors
        deck="cave",
        type="event",
        steps=parse("spell(1)"),
    ),
    Card(
        id="J27",  # Hermit of the Deep
        deck="cave",
        type="stranger",
        steps=parse("choose(heal(2) | spell(1) | none)"),
    ),
    Card(
        id="J28",  # Cursed Knight
        deck="cave",
        type="stranger",
        steps=parse("choose(fight(strength,7,win: gain(strength,1)) | pay(1: none) | lose_turn(1))"),
    ),
    Card(
        id="J29",  # Shadow Trader
        deck="cave",
        type="stranger",
        steps=parse("choose(pay(2: bonus_next_test(2)) | pay(1: spell(1)) | none)"),
    ),
    Card(
        id="J30",  # Blind Seer
        deck="cave",
        type="stranger",
        steps=parse("peek(cave,3)"),
    ),
    Card(
        id="J31",  # Digging Gnomes
        deck="cave",
        type="stranger",
        steps=parse("roll(1-2: none | 3-5: gain(gold,1) | 6: gain(gold,2))"),
    ),
    Card(
        id="J32",  # Statue
        deck="cave",
        type="place",
        steps=parse("pay(2: raise_endurance(1)) + stay"),
    ),
    Card(
        id="J33",  # Wishing Well
        deck="cave",
        type="place",
        steps=parse(
            "pay(1: roll(1: lose(endurance,1) | 2-3: none | 4: heal(1) | 5: gain(gold,2)"
            " | 6: choose(gain(strength,1) | gain(power,1)))) + stay"
        ),
    ),
    Card(
        id="J34",  # Altar of Shadow
        deck="cave",
        type="place",
        steps=parse(
            "if(alignment=evil: gain(power,1) + discard | alignment=neutral: none + stay"
            " | alignment=good: lose(endurance,1) + discard)"
        ),
    ),
    Card(
        id="J35",  # Deceptive Portal
        deck="cave",
        type="place",
        steps=parse("choose(go(nearest_chamber) | go(entrance) | none) + stay"),
    ),
    Card(
        id="J36",  # Torch
        deck="cave",
        type="object",
        steps=parse("immune(slow)"),
    ),
    Card(
        id="J37",  # Pickaxe
        deck="cave",
        type="object",
        steps=parse("weapon + bonus(strength,1,fight) + bonus(strength,2,gate)"),
    ),
    Card(
        id="J38",  # Two-edged Axe
        deck="cave",
        type="object",
        steps=parse("weapon + bonus(strength,2,fight)"),
    ),
    Card(
        id="J39",  # Scale Armour
        deck="cave",
        type="object",
        steps=parse("armour(4-6)"),
    ),
    Card(
        id="J40",  # Gate Key
        deck="cave",
        type="object",
        steps=parse("key"),
    ),
    Card(
        id="J41",  # Map of the Cave
        deck="cave",
        type="magic_object",
        steps=parse("map"),
    ),
    Card(
        id="J42",  # Crystal Amulet
        deck="cave",
        type="magic_object",
        steps=parse("bonus(power,1,always)"),
    ),
    Card(
        id="J43",  # Runic Sword
        deck="cave",
        type="magic_object",
        steps=parse("restrict(good,neutral) + weapon + bonus(strength,2,fight)"),
    ),
    Card(
        id="J44",  # Black Staff
        deck="cave",
        type="magic_object",
        steps=parse("restrict(evil,neutral) + bonus(power,2,psychic)"),
    ),
    Card(
        id="J45",  # Giant's Belt
        deck="cave",
        type="magic_object",
        steps=parse("bonus(strength,1,always)"),
    ),
    Card(
        id="J46",  # Guide
        deck="cave",
        type="friend",
        steps=parse("guide"),
    ),
    Card(
        id="J47",  # Kobold Porter
        deck="cave",
        type="friend",
        steps=parse("limit(objects,4)"),
    ),
    Card(
        id="J48",  # Glow-sprite
        deck="cave",
        type="friend",
        steps=parse("bonus(power,1,always)"),
    ),
    Card(
        id="J49",  # Dwarven Hoard
        deck="cave",
        type="gold",
        value=3,
        count=2,
    ),
    Card(
        id="J50",  # Magic Crystal
        deck="cave",
        type="crystal",
        steps=parse("set_aside"),
    ),
)
