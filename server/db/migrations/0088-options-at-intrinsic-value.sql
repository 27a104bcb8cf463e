-- The market has no prices of options, so on days without a trade they count at their intrinsic value, and the page says so.
alter table portfolio_holdings add column is_at_intrinsic boolean not null default false;
