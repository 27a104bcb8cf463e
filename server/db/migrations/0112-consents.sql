-- What people agreed to, when they registered and when they paid. Rows are only added.

-- Each text that somebody agreed to, as it was shown.
create table legal_texts (
  -- SHA-256 of the text, as in /terms and its siblings.
  hash text primary key,
  document text not null,
  title text not null,
  -- The day of its last change, which people see as its version.
  updated date not null,
  html text not null,
  created_at timestamptz(3) not null
);

create table consents (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('age', 'terms', 'privacy', 'refunds', 'immediate_access')),
  -- Null where the statement is all there is to agree to.
  text_hash text references legal_texts (hash),
  -- The sentence beside the box or the button.
  statement text not null,
  -- What was paid for; null at registration, and after a change of a text.
  subscription_id uuid references subscriptions (id) on delete cascade,
  plan_id uuid references creator_plans (id) on delete cascade,
  created_at timestamptz(3) not null,
  check (subscription_id is null or plan_id is null),
  check ((text_hash is null) = (kind = 'age'))
);
create index consents_of_person on consents (user_id, created_at, id);
create index consents_of_subscription on consents (subscription_id) where subscription_id is not null;
create index consents_of_plan on consents (plan_id) where plan_id is not null;

-- When the payer asked for access during the 14 days in which they can withdraw. Null: they didn't ask, and get all of it back.
alter table subscriptions add column immediate_access_requested_at timestamptz(3);
alter table creator_plans add column immediate_access_requested_at timestamptz(3);
