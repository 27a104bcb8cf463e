-- The records of people, calculated from record_scores and record_inputs (docs/record.md, "Ranking").

-- One row for each author whose signals are scored. All of it can be calculated again.
create table record_people (
  author uuid not null,
  method smallint not null,
  computed_at timestamptz(3) not null,
  -- The last close in the figures.
  as_of date,
  is_sample boolean not null,
  first_posted_at timestamptz(3) not null,
  last_posted_at timestamptz(3) not null,
  -- Signals, by what they do.
  posted integer not null,
  opened integer not null,
  added integer not null,
  closed integer not null,
  comments integer not null,
  unscored integer not null,
  pending integer not null,
  sealed integer not null,
  -- On how many different days positions were entered.
  entry_days integer not null,
  -- The time horizon of more than half of the signals.
  horizon text,
  positions integer not null,
  positions_open integer not null,
  -- Figures by position, of those with at least one day. Null without any.
  scored_positions integer not null,
  mean_return numeric,
  median_return numeric,
  mean_excess numeric,
  median_excess numeric,
  average_win numeric,
  average_loss numeric,
  worst numeric,
  wins integer not null,
  hit_rate numeric,
  hit_low numeric,
  hit_high numeric,
  -- The paper portfolio for a year. Null before its first day.
  days integer not null,
  active_days integer not null,
  mean numeric,
  error numeric,
  low numeric,
  high numeric,
  drawdown numeric,
  primary key (author, method)
);
create index record_people_candidates on record_people (method, opened);
create index record_people_newest on record_people (method, first_posted_at desc);

-- Each exchange day of an author's paper portfolio.
create table record_days (
  author uuid not null,
  method smallint not null,
  day date not null,
  -- The sum of the weights of open positions.
  places numeric not null,
  excess numeric not null,
  primary key (author, method, day)
);
