"""The words after --db: the path of a file, or the address of a PostgreSQL."""

from urllib.parse import urlsplit


def is_database(db: str) -> bool:
    return db.startswith(("postgresql://", "postgres://"))


def shown(db: str) -> str:
    """The words after --db as anybody may read them: without a password."""
    if not is_database(db):
        return db
    parts = urlsplit(db)
    who = f"{parts.username}@" if parts.username else ""
    where = (parts.hostname or "") + (f":{parts.port}" if parts.port else "")
    return f"postgresql://{who}{where}{parts.path}"
