-- What brokers' statements say an account held, positions its owner added, and rows of files that were left out.

create table portfolio_statements (
  account_id uuid not null references portfolio_accounts on delete cascade,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- Opening and closing balance as `Statement` in server/outside/broker/port.ts has them, numbers as text.
  statement jsonb not null,
  primary key (account_id, from_day, to_day)
);

-- Held at the close of `day` by the owner's word, because the files begin later. `price`: cost of a share; null if unknown.
create table portfolio_openings (
  account_id uuid not null references portfolio_accounts on delete cascade,
  day date not null,
  symbol text not null,
  company_name text,
  quantity numeric not null check (quantity > 0),
  price numeric check (price >= 0),
  currency text not null,
  primary key (account_id, day, symbol)
);

-- `key`: the id of an activity that can't have happened, or a hash of a row that can't be read, whose neighbors in the
-- file are the activities of these ids: a file that has them and reads what is between settles it.
create table portfolio_left_out_rows (
  account_id uuid not null references portfolio_accounts on delete cascade,
  key text not null,
  neighbors text[] not null,
  primary key (account_id, key)
);

-- What a confirmed preview stores beside its activities: statements and rows that were left out.
alter table portfolio_imports add column pending jsonb not null default '{}';
-- For the owner alone: statements whose net asset value the record doesn't come to.
alter table portfolio_pictures add column statement_differences jsonb not null default '[]';
