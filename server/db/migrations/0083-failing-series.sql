-- How often in a row the provider couldn't answer for a series. From the third time on, the pages that wait for it say so
-- instead of "Calculating your returns…" or "Getting prices".
alter table market_series add column failures integer not null default 0 check (failures >= 0);
