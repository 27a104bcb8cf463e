-- The names of what is traded, as a provider lists them, for the search of tickers.
create table market_instruments (
  symbol text primary key,
  name text not null,
  source text not null,
  -- Instruments that a later fetch didn't list are deleted.
  fetched_at timestamptz(3) not null
);
