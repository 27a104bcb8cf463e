-- What an author's linked broker says of one share is read for each visitor of a signal's page.
create index portfolio_activities_symbol on portfolio_activities (account_id, symbol, day) where symbol is not null;
