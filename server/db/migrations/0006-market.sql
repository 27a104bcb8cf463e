-- What real market data was fetched, once for all people and copies of the server, and what is still to be asked for.

-- Adjusted closes change as a whole with each dividend, so they are fetched and replaced as a whole.
create table market_adjusted_closes (
  symbol text not null,
  day date not null,
  close numeric not null check (close > 0),
  source text not null,
  primary key (symbol, day)
);

-- New shares for an old one, from the first day on which the price is that of a new share.
create table market_splits (
  symbol text not null,
  day date not null,
  ratio numeric not null check (ratio > 0),
  source text not null,
  primary key (symbol, day)
);

-- From which day to which a provider was asked, whatever it knew; of rates the symbol is the currency.
create table market_series (
  kind text not null check (kind in ('closes', 'splits', 'rates', 'adjusted')),
  symbol text not null,
  from_day date,
  to_day date,
  tried_at timestamptz(3) not null,
  primary key (kind, symbol),
  check ((from_day is null) = (to_day is null) and from_day <= to_day)
);

-- When each provider may be asked next, by whichever copy of the server.
create table market_turns (
  provider text primary key,
  next_at timestamptz not null
);
