-- The room's memory, schema 1. Money is whole cents, times are milliseconds since the epoch.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Secrets and sign-in links are kept as SHA-256 of what the person holds.
CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'bot', 'host')),
    made INTEGER NOT NULL,
    secret_hash BLOB UNIQUE,
    link_hash BLOB UNIQUE
) STRICT;

-- Balances come from postings and from nothing else (see the trigger). People's chips are never fewer than none.
CREATE TABLE account (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('cage', 'stack', 'pool', 'house', 'box', 'issued')),
    balance INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT chips CHECK (balance >= 0 OR kind IN ('house', 'box', 'issued'))
) STRICT, WITHOUT ROWID;

-- One move of chips: it is sealed when its postings are there, and only a sum of zero can be sealed.
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    table_id TEXT,
    n INTEGER,
    round_id TEXT,
    key TEXT UNIQUE,
    total INTEGER NOT NULL DEFAULT 0,
    sealed INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT sums_to_zero CHECK (sealed = 0 OR total = 0)
) STRICT;

CREATE TABLE posting (
    entry INTEGER NOT NULL REFERENCES entry (id),
    line INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES account (id),
    cents INTEGER NOT NULL,
    clause TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX posting_by_account ON posting (account, entry, cents);

CREATE TRIGGER posting_moves_chips AFTER INSERT ON posting BEGIN
    SELECT RAISE(ABORT, 'the entry is sealed') FROM entry WHERE id = NEW.entry AND sealed;
    UPDATE entry SET total = total + NEW.cents WHERE id = NEW.entry;
    UPDATE account SET balance = balance + NEW.cents WHERE id = NEW.account;
END;
CREATE TRIGGER posting_stands BEFORE UPDATE ON posting BEGIN
    SELECT RAISE(ABORT, 'a posting is never changed');
END;
CREATE TRIGGER posting_stays BEFORE DELETE ON posting BEGIN
    SELECT RAISE(ABORT, 'a posting is never deleted');
END;
CREATE TRIGGER entry_stands BEFORE UPDATE ON entry WHEN OLD.sealed BEGIN
    SELECT RAISE(ABORT, 'the entry is sealed');
END;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

-- Tables as they were opened, with the end of each one's log.
CREATE TABLE room_table (
    ordinal INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    opened INTEGER NOT NULL,
    last_n INTEGER NOT NULL,
    last_hash BLOB NOT NULL,
    closed INTEGER
) STRICT;

-- Every command that changed something. `asked` is the SHA-256 of the command, `hash` chains the rows of a table.
CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES room_table (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    key TEXT NOT NULL,
    asked BLOB NOT NULL,
    ack BLOB NOT NULL,
    body BLOB NOT NULL,
    prev_hash BLOB NOT NULL,
    hash BLOB NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, n)
) STRICT;
CREATE UNIQUE INDEX log_by_key ON log (who, key) WHERE key <> '';
CREATE TRIGGER log_stands BEFORE UPDATE ON log BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never changed');
END;
CREATE TRIGGER log_stays BEFORE DELETE ON log BEGIN
    SELECT RAISE(ABORT, 'a row of the log is never deleted');
END;

-- Seeds of rounds, away from everything that is shown; a round's own `seed` is empty until it is revealed.
CREATE TABLE seed (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    commitment TEXT NOT NULL,
    seed BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE round (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES room_table (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    document BLOB NOT NULL,
    result BLOB NOT NULL,
    fair BLOB,
    seen BLOB NOT NULL,
    void TEXT,
    seed BLOB,
    hash BLOB NOT NULL,
    UNIQUE (table_id, number)
) STRICT;
CREATE INDEX round_unrevealed ON round (at) WHERE seed IS NULL;

CREATE TABLE snapshot (
    table_id TEXT PRIMARY KEY REFERENCES room_table (id),
    n INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
