-- Schema 3.

-- Stacks by person (`stack/TABLE/PERSON`), so that a person's postings are found without a walk over all accounts.
CREATE INDEX account_by_person ON account (substr(id, instr(substr(id, 7), '/') + 7)) WHERE kind = 'stack';

-- How far the room was verified (see checkpoint.py): a start verifies what was written after it.
CREATE TABLE checkpoint (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL,
    log INTEGER NOT NULL,
    log_hash BLOB NOT NULL,
    entry INTEGER NOT NULL,
    entry_seal BLOB NOT NULL,
    round INTEGER NOT NULL,
    round_hash BLOB NOT NULL,
    sums BLOB NOT NULL,
    seal BLOB NOT NULL
) STRICT;
-- A start loads the open tables, and closed ones are more with every year.
CREATE INDEX room_table_open ON room_table (ordinal) WHERE closed IS NULL;
