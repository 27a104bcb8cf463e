-- The tickers on each person's watch list.
create table watched_tickers (
  user_id uuid not null references users on delete cascade,
  ticker text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, ticker)
);
