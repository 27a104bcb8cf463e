-- The method whose scores have been taken from the log up to `entries`. Another one begins with the first entry.
alter table record_scoring add column method smallint not null default 1;
