-- The log's first verifier key. Later ones are entries of the log (`key`). Null until the next batch of a log that is older than this column.
alter table record_log add column first_vkey text;
