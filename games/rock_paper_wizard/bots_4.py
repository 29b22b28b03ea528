"""The bots of version 4, which played the best reply: stored matches are judged by them."""

from games.core.bots import EASY, HARD, MEDIUM, Grade
from games.core.records import replace
from games.rock_paper_wizard import bots_5

GRADES = {
    EASY: Grade(samples=1, moves=30),
    MEDIUM: Grade(samples=40, moves=30),
    HARD: Grade(samples=120, nodes=6000, moves=30, strategic=True),
}
BOT = replace(bots_5.BOT, version="4", grades=GRADES)
