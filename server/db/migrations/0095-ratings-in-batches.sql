-- Records are rated in batches of authors, and only those with something new. The rows of a run wait in record_ratings_next, so
-- that the ratings and the board change together, and a killed run goes on where it was.
alter table record_ratings
  -- The mean of the last 156 weeks alone.
  add column recent_mean double precision,
  -- The tickers of its positions, among which monkeys choose.
  add column tickers text[] not null default '{}';
create index record_ratings_active on record_ratings (author) where ended_on is null;

-- Always with the columns of record_ratings, in the same order.
create table record_ratings_next (like record_ratings including defaults, primary key (author, book, is_early));

-- The authors of the present run.
create table record_ratings_due (author uuid primary key);

-- The present run: one row, or none.
create table record_rating_run (
  is_only boolean primary key default true check (is_only),
  -- Everything is rated as it stood at the end of this calendar day.
  day date not null,
  -- The size of the log, the time and the inputs when it began.
  size bigint not null,
  started_at timestamptz(3) not null,
  inputs text not null,
  -- All authors are rated, whether they have something new or not.
  is_whole boolean not null,
  -- The last author whose rows are in record_ratings_next.
  after uuid
);

-- The same of the run that made the board. Null after a release that rated the whole log at once.
alter table record_board
  add column day date,
  add column size bigint,
  add column rated_at timestamptz(3);

create index record_entries_by_author on record_entries (author, index) where kind in ('signal', 'open');
create index record_entries_opening on record_entries (index) where kind = 'open';
create index record_inputs_restated on record_inputs (stored_at) where version > 0;
create index record_inputs_by_time on record_inputs using brin (stored_at);
