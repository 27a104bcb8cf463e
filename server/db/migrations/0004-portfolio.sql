-- Brokers' accounts, what happened in them, the prices of each day, and what follows from both.

create table portfolio_accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  source text not null check (source in ('file', 'snaptrade', 'plaid', 'sample')),
  broker text not null,
  label text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index portfolio_accounts_person on portfolio_accounts (user_id);
-- The same account of the same broker is one account, however many files it comes in.
create unique index portfolio_accounts_same on portfolio_accounts (user_id, source, broker, coalesce(label, ''));

-- Numbers as the broker wrote them, to any decimal. Signs are the account's (server/outside/broker/port.ts).
create table portfolio_activities (
  account_id uuid not null references portfolio_accounts on delete cascade,
  id text not null,
  type text not null check (type in
    ('buy', 'sell', 'dividend', 'interest', 'fee', 'deposit', 'withdrawal', 'split', 'transfer')),
  day date not null,
  symbol text,
  company_name text,
  quantity numeric not null,
  price numeric,
  cash numeric not null,
  fee numeric not null check (fee >= 0),
  ratio numeric check (ratio > 0),
  currency text not null,
  primary key (account_id, id)
);
create index portfolio_activities_day on portfolio_activities (account_id, day);

-- A file that was read and not yet taken over; swept after a day.
create table portfolio_imports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  preview jsonb not null,
  account_id uuid references portfolio_accounts on delete cascade,
  created_at timestamptz(3) not null
);
create table portfolio_import_rows (
  import_id uuid not null references portfolio_imports on delete cascade,
  activity jsonb not null
);
create index portfolio_import_rows_import on portfolio_import_rows (import_id);

-- Closing prices as they were on the day, and what one unit of a currency cost in US dollars.
create table market_closes (
  symbol text not null,
  day date not null,
  close numeric not null check (close > 0),
  source text not null,
  primary key (symbol, day)
);
create table market_rates (
  currency text not null,
  day date not null,
  rate numeric not null check (rate > 0),
  source text not null,
  primary key (currency, day)
);

-- What was worked out last, in percent only; `fault` says why nothing could be.
create table portfolio_pictures (
  user_id uuid primary key references users on delete cascade,
  performance text not null check (performance ~ '^[+-][0-9]+\.[0-9]%$'),
  picture jsonb,
  fault text,
  worked_out_at timestamptz(3) not null
);
alter table portfolio_holdings add column weight text, add column spark jsonb;
