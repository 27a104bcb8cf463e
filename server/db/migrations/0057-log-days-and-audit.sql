-- The last checkpoint of each day, the audit of the log, and the entries that describe the log itself (docs/record.md).
create index record_checkpoints_by_time on record_checkpoints (at desc, size desc);
-- Methods and keys: few among many.
create index record_entries_of_log on record_entries (index) where kind in ('method', 'key');

alter table record_log
  -- When the server last recomputed its own log, and how many entries were right by then.
  add column audited_at timestamptz(3),
  add column audited_size bigint not null default 0,
  -- What the audit found wrong, in words for the page of the log. Nothing is signed until an audit finds it right again.
  add column audit_fault text;
