-- When the subscriber was told by e-mail that the creator ended the subscription, so that nobody is told twice of one end.
alter table subscriptions add column told_at timestamptz(3);
