-- How well authors' stated confidence fits what came of it (docs/record.md, "Details").
alter table record_people
  -- Closed positions with a stated confidence.
  add column forecasts integer not null default 0,
  -- Brier's score of them; null without any.
  add column brier numeric;
