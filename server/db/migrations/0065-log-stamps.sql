-- Time stamps of the log from outside (RFC 3161): one for the last checkpoint of a UTC day (docs/record.md).
create table record_stamps (
  size bigint primary key references record_checkpoints,
  -- The authority's answer, which holds its token.
  reply bytea not null,
  -- The authority's own time.
  at timestamptz(3) not null
);
create trigger record_stamps_are_final before update or delete on record_stamps
  for each row execute function refuse_record_change();

-- Why the last try to get a stamp failed, in words for the page of the log.
alter table record_log add column stamp_fault text;
