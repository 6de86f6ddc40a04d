"""The process log: one JSON object a line on standard error, without secrets and without cards."""

import logging
import sys
import time
import traceback
from typing import Any

import msgspec


class Lines(logging.Formatter):
    """Formats each log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns time in UTC, level, logger, message, facts, and the trace of an error."""
        told: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if facts:
            told["facts"] = facts
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            told["error"] = type(error).__name__
            told["trace"] = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)][-8:]
        return msgspec.json.encode(told).decode()


def log_to_stderr(level: int = logging.INFO) -> None:
    """Sends our own records from `level` on to standard error, and those of libraries from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("houseway").setLevel(level)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
