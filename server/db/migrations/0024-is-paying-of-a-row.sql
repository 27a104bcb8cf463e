-- `is_paying` takes a whole row, so that queries needn't list the columns that it uses. A plain expression, so that the
-- planner can inline it.
drop function is_paying(text, boolean, timestamptz, timestamptz, timestamptz, timestamptz, integer);
create function is_paying(s subscriptions, at timestamptz, grace_days integer) returns boolean language sql stable as $$
  select not s.is_disputed and (s.ends_at is null or s.ends_at > at) and (s.paused_from is null or s.paused_from > at)
    and (s.status in ('active', 'trialing')
      or (s.status = 'past_due' and s.current_period_start > at - grace_days * interval '1 day'))
$$;
