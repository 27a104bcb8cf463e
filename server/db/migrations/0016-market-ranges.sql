-- What the trades and dividends of imported files are compared with: the range of each day, and what companies paid.

-- Null for days that were fetched before ranges were kept, and where a provider doesn't tell.
alter table market_closes
  add column low numeric check (low > 0),
  add column high numeric,
  add constraint market_closes_range check ((low is null) = (high is null) and low <= high);

create table market_dividends (
  symbol text not null,
  ex_day date not null,
  pay_day date,
  -- For one share as shares were counted on that day.
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  source text not null,
  primary key (symbol, ex_day, amount)
);

alter table market_series
  drop constraint market_series_kind_check,
  add constraint market_series_kind_check check (kind in ('closes', 'splits', 'rates', 'adjusted', 'dividends')),
  -- False where no provider's plan has it: nothing follows from what is not there.
  add column is_included boolean not null default true;

-- Trades and dividends of a person's files that disagree with the market, for the owner alone: prices are amounts.
create table portfolio_differences (
  user_id uuid not null references users on delete cascade,
  place integer not null,
  kind text not null check (kind in ('trade', 'dividend')),
  day date not null,
  symbol text not null,
  currency text not null,
  -- For one share: the price paid, or the dividend received; null where the shares are not known.
  recorded numeric,
  -- The range of the day; of a dividend only `high`, what the company paid, and null where it paid none.
  low numeric,
  high numeric,
  primary key (user_id, place)
);
