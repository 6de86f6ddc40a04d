"""A live table top: the round runner, seats, bank, collections, ledger, views and documents."""

from houseway.table.bank import Payment
from houseway.table.result import result
from houseway.table.round import Event, Round
from houseway.table.setup import Document, Setup, document_from, document_text
from houseway.table.source import Record, Shoe, Source, play, resume
from houseway.table.view import SPECTATOR, View, view

__all__ = [
    "SPECTATOR", "Document", "Event", "Payment", "Record", "Round", "Setup", "Shoe", "Source", "View", "document_from",
    "document_text", "play", "result", "resume", "view",
]  # fmt: skip
