-- Schema 2: people, the house's own keys, tables and the entries of the ledger are held to hashes too (see seals.py).

ALTER TABLE meta ADD COLUMN hash BLOB;
ALTER TABLE person ADD COLUMN hash BLOB;
ALTER TABLE room_table ADD COLUMN hash BLOB;
ALTER TABLE entry ADD COLUMN hash BLOB;

-- An entry of before has none yet: it is given one, and stands from then on.
DROP TRIGGER entry_stands;
CREATE TRIGGER entry_stands BEFORE UPDATE ON entry WHEN OLD.sealed AND OLD.hash IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the entry is sealed');
END;
