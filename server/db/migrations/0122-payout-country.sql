-- Where a creator is paid: an ISO 3166 code such as US. Chosen before the payout account is created, which keeps its country.
alter table users add column payout_country text check (payout_country ~ '^[A-Z]{2}$');
