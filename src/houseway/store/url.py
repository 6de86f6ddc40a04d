"""The value of --db: the path of a SQLite file, or the URL of a PostgreSQL database."""

from urllib.parse import urlsplit


def is_database(db: str) -> bool:
    """Returns whether the value of --db is the URL of a PostgreSQL database."""
    return db.startswith(("postgresql://", "postgres://"))


def shown(db: str) -> str:
    """Returns the value of --db without its password, for logs and error messages."""
    if not is_database(db):
        return db
    parts = urlsplit(db)
    who = f"{parts.username}@" if parts.username else ""
    where = (parts.hostname or "") + (f":{parts.port}" if parts.port else "")
    return f"postgresql://{who}{where}{parts.path}"
