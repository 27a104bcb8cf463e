-- A creator whose payout account can't be paid: what Stripe requires, by when, and the last state that we emailed.
alter table users
  add column payouts_due text[] not null default '{}',
  add column payouts_due_at timestamptz(3),
  add column payouts_told text check (payouts_told in ('ready', 'due', 'on_hold'));
update users set payouts_told = 'ready' where stripe_onboarding_completed;

-- Set while renewals are paused: the end of the last paid period, which is when access pauses.
alter table subscriptions
  add column paused_from timestamptz(3),
  add column pause_told_at timestamptz(3);

-- A paused subscription stays active at Stripe, so access follows what was paid.
drop function is_paying(text, boolean, timestamptz, timestamptz, timestamptz, integer);
create function is_paying(
  status text, is_disputed boolean, period_start timestamptz, ends_at timestamptz, paused_from timestamptz,
  at timestamptz, grace_days integer)
returns boolean language sql stable as $$
  select not is_disputed and (ends_at is null or ends_at > at) and (paused_from is null or paused_from > at)
    and (status in ('active', 'trialing')
      or (status = 'past_due' and period_start > at - grace_days * interval '1 day'))
$$;
