-- The hourly audit also reads a slice of the entries that it has audited before, so that all of them are read again each day.
-- Up to here it has come.
alter table record_log add column reaudited_size bigint not null default 0;
