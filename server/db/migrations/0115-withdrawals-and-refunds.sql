-- Withdrawals from a contract within 14 days (EU directive 2023/2673), and every refund with its cause. A refund is stored
-- before Stripe is called, so that two at once never return more than was paid. Figures are as on the receipt.
create table withdrawals (
  subscription_id uuid primary key references subscriptions (id),
  number bigint not null generated always as identity unique,
  withdrawn_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  paid_in_cents integer not null check (paid_in_cents >= 0),
  refund_in_cents integer not null check (refund_in_cents between 0 and paid_in_cents),
  used_days integer not null,
  period_days integer not null,
  -- The payer asked for immediate access, so the used days are kept.
  kept_used_days boolean not null,
  -- The bank is returning a payment by itself.
  is_disputed boolean not null,
  -- When the subscription had ended and every refund was made.
  settled_at timestamptz(3)
);
create index withdrawals_unsettled on withdrawals (withdrawn_at) where settled_at is null;

create table refunds (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  stripe_invoice_id text not null references payments (stripe_invoice_id),
  stripe_refund_id text unique,
  cause text not null check (cause in ('withdrawal', 'creator', 'request', 'operator', 'block', 'leaving', 'fraud', 'other')),
  amount_in_cents integer not null check (amount_in_cents > 0),
  -- Whether the subscription ends at once, before the refund is made.
  ends_subscription boolean not null default false,
  -- What the creator or the operator wrote to the payer.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  -- When it turned out that nothing is left to refund, or that the bank returned the payment.
  dropped_at timestamptz(3),
  check ((done_at is null) = (stripe_refund_id is null)),
  check (done_at is null or dropped_at is null)
);
create index refunds_of_payment on refunds (stripe_invoice_id, created_at);
create index refunds_of_subscription on refunds (subscription_id);
create index refunds_waiting on refunds (created_at) where done_at is null and dropped_at is null;

-- A person asks for a refund. The creator answers; after five days an administrator can.
create table refund_requests (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  stripe_invoice_id text not null unique references payments (stripe_invoice_id),
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz(3) not null,
  answered_at timestamptz(3),
  answered_by text check (answered_by in ('creator', 'operator')),
  is_refunded boolean,
  answer text check (char_length(answer) between 1 and 500),
  check ((answered_at is null) = (answered_by is null) and (answered_at is null) = (is_refunded is null))
);
create index refund_requests_of_subscription on refund_requests (subscription_id);
create index refund_requests_open on refund_requests (created_at, id) where answered_at is null;
