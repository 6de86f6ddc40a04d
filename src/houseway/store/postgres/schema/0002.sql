-- Schema 2.

-- Sessions of a person are found by how their names begin, compared as bytes whatever the database's language is.
CREATE INDEX meta_by_prefix ON meta (name text_pattern_ops);

-- How far the ledger was verified (see tail.py): the first node verifies what was written after it.
CREATE TABLE checkpoint (
    id integer PRIMARY KEY CHECK (id = 1),
    at bigint NOT NULL,
    entry bigint NOT NULL
);
-- A start looks at the open tables, and closed ones are more with every year.
CREATE INDEX room_table_open ON room_table (ordinal) WHERE closed IS NULL;
