"""Players of the house: bots with a style and a temper, and seats filled from one seed.

Lives here: bots, seating, random answers for tests, and one strategy module for each game.
May import it: room, conformance and every layer above. It imports table and the layers below.
Deliberately absent: hidden cards. A bot decides from the view of its own seat, as a person does.
"""
