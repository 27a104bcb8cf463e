-- What Stripe pays out from a creator's payout account to their bank. Stripe is asked for each again, so a row is as it was
-- when it was last read. Money is in the smallest unit of its currency: payouts abroad aren't in US dollars.
create table payouts (
  stripe_payout_id text primary key,
  creator_id uuid not null references users (id) on delete cascade,
  amount bigint not null,
  -- Lower case, such as usd.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- When the bank should have it.
  arrives_at timestamptz(3) not null,
  -- Stripe's code for the reason, such as account_closed.
  failure_code text,
  -- The last of these two that the creator got an email about, or that was old news when it was first heard of.
  emailed text check (emailed in ('paid', 'failed')),
  created_at timestamptz(3) not null
);
create index payouts_of_creator on payouts (creator_id, created_at desc, stripe_payout_id);

-- The connected account that an event is about, if it is another than ours.
alter table stripe_events add column account text;
