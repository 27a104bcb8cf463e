-- How scores are kept up to date, and what they were before a correction (docs/record.md, "Scoring").
alter table record_scores
  -- When this row was calculated: inputs that were stored later are corrections.
  add column scored_at timestamptz(3) not null default now();

-- What others see of a signal while a premium trade of its author is sealed: calculated as if the sealed trades weren't there,
-- because a position that they close or extend would give them away. Only rows that differ from record_scores.
create table record_public_scores (like record_scores including defaults including constraints);
alter table record_public_scores add primary key (signal_id, ticker, method);

-- How far scoring has come.
create table record_scoring (
  is_only boolean primary key default true check (is_only),
  -- The number of log entries that are in record_scores.
  entries bigint not null,
  -- The exchange day whose closes were given to all open positions.
  day date
);

-- The positions that must be calculated again. One row for each author and ticker.
create table record_due (
  ticker text,
  author uuid,
  since timestamptz(3) not null,
  -- Prices are being fetched.
  is_waiting boolean not null default false,
  primary key (ticker, author)
);

-- Figures that were published and then changed because a price, a dividend or a split was corrected.
create table record_restatements (
  signal_id uuid not null,
  ticker text not null,
  method smallint not null,
  restated_at timestamptz(3) not null,
  reason text not null,
  -- The figures before.
  as_of date not null,
  entry_day date not null,
  return numeric not null,
  benchmark numeric not null,
  excess numeric not null,
  primary key (signal_id, ticker, method, restated_at)
);
create index record_inputs_corrected on record_inputs (symbol, day) where version > 0;
