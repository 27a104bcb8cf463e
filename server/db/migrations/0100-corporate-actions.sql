-- Renames, mergers and spin-offs of shares, as the providers of market data report them, so that shares which a broker's file only
-- names by their old or their new symbol are one position.
create table market_corporate_actions (
  kind text not null check (kind in ('rename', 'merger', 'spin_off')),
  -- The symbol until then; of a spin-off the share that is kept.
  symbol text not null,
  -- The first day on which it has happened.
  day date not null,
  -- Null for a merger for cash alone.
  new_symbol text,
  -- New shares and US dollars for each share of `symbol`.
  ratio numeric check (ratio > 0),
  cash numeric check (cash >= 0),
  source text not null,
  check (new_symbol is not null or cash is not null),
  check ((new_symbol is null) = (ratio is null)),
  unique nulls not distinct (symbol, day, kind, new_symbol)
);
create index market_corporate_actions_new_symbol on market_corporate_actions (new_symbol);

alter table market_series
  drop constraint market_series_kind_check,
  add constraint market_series_kind_check
    check (kind in ('closes', 'splits', 'rates', 'adjusted', 'dividends', 'actions'));
