-- Schema 2.

-- Sessions of a person are found by how their names begin, compared as bytes whatever the database's language is.
CREATE INDEX meta_by_prefix ON meta (name text_pattern_ops);
