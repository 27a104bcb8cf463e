-- Brokers that are connected through a provider. Secrets are sealed (server/secrets.ts) for the row they stand in.

create table broker_customers (
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('snaptrade', 'plaid')),
  is_sample boolean not null,
  -- What the provider calls them by: an id of our making, for them alone.
  external_id uuid not null unique,
  secret bytea not null,
  created_at timestamptz(3) not null,
  primary key (user_id, provider, is_sample)
);

create table broker_connections (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('snaptrade', 'plaid')),
  is_sample boolean not null,
  external_id text not null,
  broker text not null,
  secret bytea,
  -- Since when the person has to sign in at the broker again.
  disabled_at timestamptz(3),
  -- Since when the provider doesn't know it any more: it can't be mended, only thrown away.
  ended_at timestamptz(3),
  -- When everything was read last, and what kept it from being read since.
  synced_at timestamptz(3),
  trouble text,
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  unique (provider, is_sample, external_id)
);
create index broker_connections_person on broker_connections (user_id);

alter table portfolio_accounts
  add column connection_id uuid references broker_connections on delete cascade,
  add column external_id text,
  add column is_paper boolean not null default false,
  add constraint portfolio_accounts_linked check ((connection_id is null) = (source = 'file')),
  add constraint portfolio_accounts_external check ((connection_id is null) = (external_id is null));
drop index portfolio_accounts_same;
-- The same account of the same broker is one account, however many files it comes in.
create unique index portfolio_accounts_same on portfolio_accounts (user_id, source, broker, coalesce(label, ''))
  where connection_id is null;
create unique index portfolio_accounts_of_connection on portfolio_accounts (connection_id, external_id);
