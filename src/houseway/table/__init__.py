"""The table: it runs one round of a game's script, with seats, bank, fees, ledger, views and documents.

Lives here: the round, its set-up and terms, chips, state between rounds, reports and documents.
May import it: players, lab, room and every layer above. It imports rulebook, script and cards.
Deliberately absent: rules of any game, people, clocks and chance. A source answers every request of a round.
"""

from houseway.table.chips.bank import Payment
from houseway.table.documents.playback import Shoe, Source, play
from houseway.table.documents.record import Record
from houseway.table.documents.resumed_round import resume
from houseway.table.events import Event
from houseway.table.reports.history import history
from houseway.table.reports.result import Result, result
from houseway.table.reports.view import SPECTATOR, View, view
from houseway.table.round import Round
from houseway.table.setup import Document, Setup, document_from, document_text

__all__ = [
    "SPECTATOR", "Document", "Event", "Payment", "Record", "Result", "Round", "Setup", "Shoe", "Source", "View",
    "document_from", "document_text", "history", "play", "result", "resume", "view",
]  # fmt: skip
