"""Re-exports the test kit that every game's author uses."""

from houseway.conformance.kit import PLENTY, Backer, Played, Seat, cents, decided, document, last_seat, played

__all__ = ["PLENTY", "Backer", "Played", "Seat", "cents", "decided", "document", "last_seat", "played"]
