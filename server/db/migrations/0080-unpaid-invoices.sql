-- A renewal's invoice stays a draft for about an hour, while the subscription is active. Canceling in that hour ends it at once, because
-- the new month isn't paid, and the dialog has to say so.
alter table subscriptions add column has_unpaid_invoice boolean not null default false;
alter table creator_plans add column has_unpaid_invoice boolean not null default false;
