-- A subscription gives access until the moment it ends, even if the webhook about its end arrives later.
drop function is_paying(text, boolean, timestamptz, timestamptz, integer);
create function is_paying(
  status text, is_disputed boolean, period_start timestamptz, ends_at timestamptz, at timestamptz, grace_days integer)
returns boolean language sql stable as $$
  select not is_disputed and (ends_at is null or ends_at > at) and (status in ('active', 'trialing')
      or (status = 'past_due' and period_start > at - grace_days * interval '1 day'))
$$;

-- The creator's transfer of a payment, how much of it was reversed, and how much was transferred again after a dispute.
alter table payments
  add column transferred_in_cents integer not null default 0 check (transferred_in_cents >= 0),
  add column reversed_in_cents integer not null default 0 check (reversed_in_cents >= 0),
  add column returned_in_cents integer not null default 0 check (returned_in_cents >= 0);
-- Estimates until the next sync: our refunds have always reversed the creator's share.
update payments set
  transferred_in_cents = case when stripe_transfer_id is null then 0 else amount_in_cents end,
  reversed_in_cents = case when stripe_transfer_id is null then 0
    else least(amount_in_cents, refunded_in_cents + case when stripe_reversal_id is null or stripe_return_id is not null then 0
      else amount_in_cents - fee_in_cents - refunded_in_cents + fee_refunded_in_cents end) end;
