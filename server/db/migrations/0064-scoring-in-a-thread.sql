-- What new posts make due changes little until the next close (docs/decisions/0032-scoring-in-a-thread.md).
alter table record_due
  -- Only new signals made it due: the author's others have the figures that they had.
  add column is_posted boolean not null default false;
-- New rows that no calculation has seen. Not by columns that change with each close: those updates touch no index.
create index record_scores_new on record_scores (ticker, author) where does is null and reason is null;

-- The authors whose record must be calculated again.
create table record_rankings_due (
  author uuid primary key,
  since timestamptz(3) not null,
  -- Only the counts of signals changed.
  is_posted boolean not null
);
