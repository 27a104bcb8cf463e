-- Creator plans, what Stripe is told for each subscription, what came in, and the events that arrived.

-- The $2 plan of Creator Mode. Its row is written before Stripe is called and names the call (`plan:<id>`).
create table creator_plans (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  stripe_subscription_id text unique,
  stripe_price_id text not null,
  price_in_cents integer not null check (price_in_cents > 0),
  status text not null check (status in
    ('incomplete', 'incomplete_expired', 'active', 'trialing', 'past_due', 'canceled', 'unpaid', 'paused')),
  current_period_start timestamptz(3),
  current_period_end timestamptz(3),
  ends_at timestamptz(3),
  -- Counts what a sync has written: whoever fetched before another one wrote, fetches again.
  revision integer not null default 0,
  checked_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index creator_plans_live on creator_plans (user_id)
  where status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused');
create index creator_plans_person on creator_plans (user_id, created_at desc);
create index creator_plans_checked on creator_plans (checked_at)
  where status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused');

-- The terms a subscription was begun with: asked again, Stripe must be told exactly the same.
alter table subscriptions
  add column stripe_price_id text,
  add column stripe_account_id text,
  add column fee_percent integer not null default 10 check (fee_percent between 0 and 100),
  add column ends_at timestamptz(3),
  add column ended_by text check (ended_by in ('subscriber', 'creator', 'payments')),
  -- A payment of it is disputed, or was and the bank agreed: no access until the dispute is won.
  add column is_disputed boolean not null default false,
  add column revision integer not null default 0,
  add column checked_at timestamptz(3) not null default 'epoch';
create index subscriptions_of_subscriber on subscriptions (subscriber_id, created_at desc, id desc);
create index subscriptions_of_creator on subscriptions (creator_id, created_at desc, id desc);
create index subscriptions_checked on subscriptions (checked_at)
  where status in ('incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused');

drop function is_paying(text, timestamptz, timestamptz, integer);
-- Access through a subscription: active and trialing yes, past due for a grace time from the start of the unpaid
-- period, everything else and whatever is disputed no (answer 7). A plain expression, so that the planner writes it
-- into each query.
create function is_paying(
  status text, is_disputed boolean, period_start timestamptz, at timestamptz, grace_days integer
) returns boolean language sql stable as $$
  select not is_disputed and (status in ('active', 'trialing')
      or (status = 'past_due' and period_start > at - grace_days * interval '1 day'))
$$;

-- Paid invoices of subscriptions, as Stripe last described them. US cents.
create table payments (
  stripe_invoice_id text primary key,
  subscription_id uuid not null references subscriptions on delete cascade,
  stripe_payment_intent_id text not null unique,
  stripe_charge_id text not null unique,
  stripe_transfer_id text,
  amount_in_cents integer not null check (amount_in_cents >= 0),
  fee_in_cents integer not null check (fee_in_cents between 0 and amount_in_cents),
  refunded_in_cents integer not null check (refunded_in_cents between 0 and amount_in_cents),
  fee_refunded_in_cents integer not null check (fee_refunded_in_cents between 0 and fee_in_cents),
  -- Stripe's word for the dispute of this payment, null without one.
  dispute_status text,
  -- What a dispute took back from the creator, and what was given again when it was won.
  stripe_reversal_id text,
  stripe_return_id text,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  paid_at timestamptz(3) not null
);
create index payments_of_subscription on payments (subscription_id, paid_at desc);

-- Each event of Stripe once; the job that works it off asks Stripe how its subject stands.
create table stripe_events (
  id text primary key,
  type text not null,
  subject text not null,
  received_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index stripe_events_received on stripe_events (received_at);

-- Which Stripe the ids in this database belong to, and up to when its events were looked through.
create table stripe_environment (
  is_only boolean primary key default true check (is_only),
  name text not null check (name in ('sandbox', 'test', 'live')),
  events_read_to timestamptz(3) not null,
  -- Where the payment sandbox keeps its state: copies of the server on one machine share it. Null with real keys.
  sandbox_file text
);

-- A deleted customer or a closed account gets a successor, which needs a call with a name of its own.
alter table users
  add column customer_number integer not null default 1,
  add column payout_account_number integer not null default 1,
  add column payouts_checked_at timestamptz(3) not null default 'epoch',
  add column payout_standing text not null default 'none' check (payout_standing in
    ('none', 'pending', 'restricted', 'unsupported', 'active'));
update users set payout_standing = case
  when stripe_onboarding_completed then 'active' when stripe_account_id is not null then 'pending' else 'none' end;
