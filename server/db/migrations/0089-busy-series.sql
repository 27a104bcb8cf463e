-- Since when the provider has only said that it is busy when it was asked for a series. After a while, the pages that wait for it
-- say so, as they do for failures.
alter table market_series add column busy_since timestamptz(3);
