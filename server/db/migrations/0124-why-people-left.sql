-- When a subscription was canceled, which is earlier than its end, and what the subscriber answered when asked why. A reason
-- counts while the cancellation stands; its words leave with the account of either side.
alter table subscriptions add column canceled_at timestamptz(3);

create table cancel_reasons (
  subscription_id uuid primary key references subscriptions (id),
  reason text not null check (reason in ('price', 'activity', 'results', 'trying', 'time', 'other')),
  text text check (char_length(text) between 1 and 280),
  answered_at timestamptz(3) not null
);
