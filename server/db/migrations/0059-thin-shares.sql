-- Positions in thin shares are scored and never ranked (method 1, "Rank").
alter table record_scores add column is_thin boolean not null default false;
alter table record_public_scores add column is_thin boolean not null default false;
update record_scores set is_thin = true where entry_close < 1;
update record_public_scores set is_thin = true where entry_close < 1;

alter table record_people
  -- Without positions in thin shares: signals that opened a position, and on how many different days.
  add column ranked_opened integer not null default 0,
  add column ranked_entry_days integer not null default 0,
  -- Positions in thin shares.
  add column thin integer not null default 0;
update record_people set ranked_opened = opened, ranked_entry_days = entry_days;
