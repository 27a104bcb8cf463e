-- What scoring needs of a signal is copied when its entry is taken from the log: at each close, hundreds of thousands are read, and
-- the rows of signals are wide and far apart. Those of rows from before are still read from the signals.
alter table record_scores
  add column intent text,
  add column time_horizon text,
  add column has_terms boolean not null default false;
-- Both tables have the same columns: records read them together.
alter table record_public_scores
  add column intent text,
  add column time_horizon text,
  add column has_terms boolean not null default false;
-- A third of the rows change at each close: room for their next versions on the same pages, so that no index changes.
alter table record_scores set (fillfactor = 60);
