"""A live table top: the round runner, seats, bank, collections, ledger, views and documents."""

from houseway.table.chips.bank import Payment
from houseway.table.documents.playing import Shoe, Source, play
from houseway.table.documents.record import Record, resume
from houseway.table.round import Event, Round
from houseway.table.setup import Document, Setup, document_from, document_text
from houseway.table.told.history import history
from houseway.table.told.result import Result, result
from houseway.table.told.view import SPECTATOR, View, view

__all__ = [
    "SPECTATOR", "Document", "Event", "Payment", "Record", "Result", "Round", "Setup", "Shoe", "Source", "View",
    "document_from", "document_text", "history", "play", "result", "resume", "view",
]  # fmt: skip
