-- Where each symbol was written about, so that a ticker's page costs the same whether it is rare or on everybody's lips.

-- An index over the list inside each signal would find the signals, but not in their order: a page of a popular symbol
-- would read and sort all that was ever written about it. Like timelines it refers to nothing: reading joins the signal.
create table signal_tickers (
  ticker text not null,
  created_at timestamptz(3) not null,
  signal_id uuid not null,
  primary key (ticker, created_at, signal_id)
);

insert into signal_tickers (ticker, created_at, signal_id)
select distinct jsonb_array_elements_text(tickers::jsonb), created_at, id from signals where tickers is not null;
