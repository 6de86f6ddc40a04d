-- Schema 2: what no sum and no chain of hashes holds carries a seal (see seals.py).

ALTER TABLE meta ADD COLUMN seal BLOB;
ALTER TABLE person ADD COLUMN seal BLOB;
ALTER TABLE room_table ADD COLUMN seal BLOB;
ALTER TABLE entry ADD COLUMN seal BLOB;
ALTER TABLE seed ADD COLUMN seal BLOB;
ALTER TABLE round ADD COLUMN seal BLOB;
ALTER TABLE snapshot ADD COLUMN seal BLOB;

-- An entry of before has none yet: it is given one, and stands from then on.
DROP TRIGGER entry_stands;
CREATE TRIGGER entry_stands BEFORE UPDATE ON entry WHEN OLD.sealed AND OLD.seal IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'the entry is sealed');
END;
