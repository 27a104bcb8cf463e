-- Which emails about money were queued, so that none is sent twice when Stripe reports something twice or late.
create table billing_emails (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- What it is about: a subscription, an invoice, a day.
  cause text not null,
  queued_at timestamptz(3) not null,
  primary key (user_id, kind, cause)
);
create index billing_emails_queued on billing_emails (queued_at);
