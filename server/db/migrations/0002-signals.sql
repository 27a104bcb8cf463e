-- Who follows and subscribes to whom, the signals they post, and each person's stored timeline.

create table follows (
  id uuid primary key,
  follower_id uuid not null references users on delete cascade,
  following_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  unique (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_following on follows (following_id, follower_id);

create table subscriptions (
  id uuid primary key,
  subscriber_id uuid not null references users on delete cascade,
  creator_id uuid not null references users on delete cascade,
  stripe_subscription_id text unique,
  price_in_cents integer not null check (price_in_cents between 500 and 10000),
  status text not null default 'active' check (status in
    ('incomplete', 'incomplete_expired', 'active', 'trialing', 'past_due', 'canceled', 'unpaid', 'paused')),
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (subscriber_id <> creator_id)
);
-- Two tabs or two servers at once can never make two.
create unique index subscriptions_live on subscriptions (subscriber_id, creator_id)
  where status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused');
create index subscriptions_creator on subscriptions (creator_id, subscriber_id);

-- Access through a subscription: active and trialing yes, past due for a grace time from the start of the unpaid
-- period, everything else no (answer 7). A plain expression, so that the planner writes it into each query.
create function is_paying(status text, period_start timestamptz, at timestamptz, grace_days integer)
  returns boolean language sql stable as $$
  select status in ('active', 'trialing')
      or (status = 'past_due' and period_start > at - grace_days * interval '1 day')
$$;

create table signals (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  content text not null check (char_length(content) between 1 and 1000),
  signal_type text not null check (signal_type in ('buy', 'sell', 'comment')),
  tickers text check (jsonb_typeof(tickers::jsonb) = 'array'),
  intent text check (intent in ('bullish', 'bearish', 'taking_profits', 'adding_position', 'watching')),
  time_horizon text check (time_horizon in ('days', 'weeks', 'months', 'years')),
  is_premium boolean not null default false,
  created_at timestamptz(3) not null
);
create index signals_newest on signals (created_at desc, id desc);
create index signals_of_person on signals (user_id, created_at desc, id desc);

-- A signal is a record: nobody can change it, not even by hand in the database (answer 27).
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a signal is a record and cannot be changed';
end $$;
create trigger signals_are_records before update on signals for each row execute function refuse_change();

-- One row for each signal a person's feed may show: own ones, and those of people followed or subscribed to.
-- Whether a row is still shown is asked again when the feed is read, which is also why it refers to nothing: checking
-- two references for each follower of each signal would cost several times the write itself.
create table timelines (
  viewer_id uuid not null,
  created_at timestamptz(3) not null,
  signal_id uuid not null,
  author_id uuid not null,
  primary key (viewer_id, created_at, signal_id)
);

-- Signals not yet in all their readers' timelines, with the last reader who has it.
create table deliveries (
  queued_at timestamptz(3) not null,
  signal_id uuid not null,
  after_reader uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (queued_at, signal_id)
);

create table portfolio_holdings (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  ticker text not null,
  company_name text not null,
  percent_return text not null check (percent_return ~ '^[+-][0-9]+(\.[0-9]+)?%$'),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (user_id, ticker)
);
