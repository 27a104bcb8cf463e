-- The usernames of deleted people who have a record, which nobody can take: others remember them as the record's.
create table record_names (
  -- SHA-256 of the username in lower case.
  name_hash bytea primary key check (length(name_hash) = 32)
);
