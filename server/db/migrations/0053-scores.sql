-- How signals did at the market's closes (docs/record.md, "Scoring"). Like the log, nothing here refers to people or signals with a cascade.

-- One row for each ticker of each signal; a signal without a ticker has one row with an empty one. All of it can be
-- calculated again from the signals and from record_inputs.
create table record_scores (
  signal_id uuid not null,
  ticker text not null,
  method smallint not null,
  -- As in record_authors.
  author uuid not null,
  posted_at timestamptz(3) not null,
  status text not null check (status in ('pending', 'open', 'closed', 'linked', 'unscored')),
  -- Why it isn't scored.
  reason text,
  does text check (does in ('opens', 'adds', 'closes')),
  -- The signal whose position this one adds to or closes.
  of_signal_id uuid,
  -- 1 is long, -1 is short.
  side smallint not null check (side in (1, -1)),
  -- The part of one place of the paper portfolio.
  weight numeric not null,
  beta numeric,
  tilt numeric,
  entry_day date,
  entry_close numeric,
  last_close numeric,
  exit_day date,
  exit_reason text check (exit_reason in ('horizon', 'opposite', 'stopped-trading')),
  -- The last day of an open position as far as is known.
  ends_on date,
  trading_days integer,
  -- Ratios: 0.042 is 4.2 %.
  return numeric,
  benchmark numeric,
  excess numeric,
  -- The last close in these figures.
  as_of date,
  is_sample boolean not null,
  primary key (signal_id, ticker, method)
);
create index record_scores_by_author on record_scores (author, posted_at, signal_id);
create index record_scores_by_ticker on record_scores (ticker, author);

-- The closes, dividends and splits that scores were calculated from. A correction is a new version; older ones stay.
create table record_inputs (
  symbol text not null,
  day date not null,
  version smallint not null default 0,
  close numeric not null check (close > 0),
  -- Cash in US dollars for one share that went ex-dividend on this day.
  dividend numeric not null default 0,
  -- New shares for one old share on this day.
  ratio numeric not null default 1 check (ratio > 0),
  source text not null,
  stored_at timestamptz(3) not null,
  primary key (symbol, day, version)
);
