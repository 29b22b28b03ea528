"""The bots of version 5, whose `easy` never slipped: stored matches are judged by them."""

from games.core.bots import EASY, Grade
from games.core.records import replace
from games.rock_paper_wizard import bot

BOT = replace(bot.BOT, version="5", grades={**bot.GRADES, EASY: Grade(samples=1, moves=30)})
