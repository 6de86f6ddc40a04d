-- Schema 3.

-- Stacks by person (`stack/TABLE/PERSON`), so that a person's postings are found without a walk over all accounts.
CREATE INDEX account_by_person ON account (substr(id, instr(substr(id, 7), '/') + 7)) WHERE kind = 'stack';
