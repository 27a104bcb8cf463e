-- When a symbol's whole history of closes was last asked for, for corrections that come after the daily fetches no longer look.
alter table market_series add column whole_at timestamptz(3);
