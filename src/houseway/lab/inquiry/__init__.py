"""Inquiry: the parts that every question to the lab shares.

Lives here: the question, the probe of a game's script, the answer, its cache on the disk, progress and game records.
May import it: every floor of the lab, and whoever asks it. It imports games, table and the layers below.
Deliberately absent: methods. Nothing here knows how an answer is computed.
"""
