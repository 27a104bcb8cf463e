-- After a restore from an older backup the log goes on in another epoch, whose first entry is a `continues` (docs/decisions/0049-a-restored-log-goes-on.md).
-- These are very few.
create index record_entries_continues on record_entries (index) where kind = 'continues';
