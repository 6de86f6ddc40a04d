"""A live table top: the round runner, seats, bank, collections, ledger, views and documents."""

from houseway.table.chips.bank import Payment
from houseway.table.documents.playback import Shoe, Source, play
from houseway.table.documents.record import Record, resume
from houseway.table.reports.history import history
from houseway.table.reports.result import Result, result
from houseway.table.reports.view import SPECTATOR, View, view
from houseway.table.round import Event, Round
from houseway.table.setup import Document, Setup, document_from, document_text

__all__ = [
    "SPECTATOR", "Document", "Event", "Payment", "Record", "Result", "Round", "Setup", "Shoe", "Source", "View",
    "document_from", "document_text", "history", "play", "result", "resume", "view",
]  # fmt: skip
