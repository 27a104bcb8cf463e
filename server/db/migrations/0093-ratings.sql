-- Method 2 rates each author's open and sealed record by its weekly results, and orders the board once a week.
create table record_ratings (
  author uuid not null,
  book text not null check (book in ('open', 'sealed')),
  -- The sealed record as its author and subscribers see it; others see it 91 days later.
  is_early boolean not null default false,
  is_sample boolean not null,
  as_of date not null,
  -- The first day of the first week.
  since date not null,
  trades integer not null,
  entry_days integer not null,
  active_days integer not null,
  -- Each week's result, in millionths, and its filled places, in ten-thousandths, summed over its days.
  results integer[] not null,
  filled integer[] not null,
  -- Null below thirteen weeks, and without prices of the index funds.
  days integer,
  df integer,
  is_yearly boolean,
  mean numeric,
  low numeric,
  high numeric,
  low_year double precision,
  t double precision,
  p double precision,
  slopes numeric[],
  drawdown numeric,
  later_mean numeric,
  later_low numeric,
  later_high numeric,
  ended_on date,
  is_rated boolean not null,
  -- The place on the board among all who are listed, including those who are private now.
  place integer,
  -- Whether it met all conditions at the last month-end, and whether it has the label.
  passes boolean not null default false,
  is_likely_skill boolean not null default false,
  primary key (author, book, is_early)
);
create index record_ratings_listed on record_ratings (place) where place is not null;

-- The board as of its last whole week: one row.
create table record_board (
  is_only boolean primary key default true check (is_only),
  -- What it was computed from; another text makes it due.
  inputs text not null,
  as_of date not null,
  -- The last month-end that was decided.
  decided date,
  rated integer not null,
  listed integer not null,
  family integer not null,
  cutoff double precision not null,
  -- How many of so many monkeys would be listed.
  monkeys integer not null,
  monkeys_listed integer not null
);

-- The seven funds' results in each week, in millionths, with which a record's line is drawn.
create table record_market_weeks (
  -- The week's last exchange day.
  day date primary key,
  is_sample boolean not null,
  days integer not null,
  funds integer[] not null
);

-- Their figures are in record_ratings; these columns, record_days and record_full_days are unused from here on.
alter table record_people
  alter column days set default 0,
  alter column active_days set default 0,
  alter column entry_days set default 0,
  alter column ranked_opened set default 0,
  alter column ranked_entry_days set default 0;
alter table record_full_people
  alter column days set default 0,
  alter column active_days set default 0,
  alter column entry_days set default 0,
  alter column ranked_opened set default 0,
  alter column ranked_entry_days set default 0;
delete from record_days;
delete from record_full_days;
