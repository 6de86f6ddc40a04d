"""Tables for tests, as every game's author has them."""

from houseway.conformance.kit import PLENTY, Backer, Played, Seat, cents, decided, document, last_seat, played

__all__ = ["PLENTY", "Backer", "Played", "Seat", "cents", "decided", "document", "last_seat", "played"]
