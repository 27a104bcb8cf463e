-- Holdings that are valued at the last price there was, for want of a newer one.
alter table portfolio_holdings add column no_price_since date;
