-- Tax on top of prices (STRIPE_TAX), in US cents.
-- On top of the monthly price; null for what is sold without tax.
alter table subscriptions add column tax_in_cents integer check (tax_in_cents >= 0);
alter table creator_plans add column tax_in_cents integer check (tax_in_cents >= 0);
-- In the amount, and in the fee: the operator remits it.
alter table payments add column tax_in_cents integer not null default 0 check (tax_in_cents between 0 and amount_in_cents);
-- In what was paid, and in what goes back.
alter table withdrawals
  add column paid_tax_in_cents integer not null default 0 check (paid_tax_in_cents between 0 and paid_in_cents),
  add column refund_tax_in_cents integer not null default 0 check (refund_tax_in_cents between 0 and paid_tax_in_cents);
-- In the amount; known once Stripe has made the refund.
alter table refunds add column tax_in_cents integer not null default 0 check (tax_in_cents between 0 and amount_in_cents);
