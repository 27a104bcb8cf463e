-- A refund is made even if Stripe refuses to take the creator's share back. Then the creator owes it, and the hourly sweep tries again.
-- A refund that the card's bank rejects later doesn't count. Its amount only grows, so that an older response changes nothing.
alter table payments
  add column reversal_refused boolean not null default false,
  add column refund_failed_in_cents integer not null default 0 check (refund_failed_in_cents >= 0);
