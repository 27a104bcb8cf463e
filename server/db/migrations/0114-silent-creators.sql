-- Creators who have posted no premium signal for long. They are told first; then selling and renewals pause. The row goes
-- with their next premium signal.
create table silent_creators (
  creator_id uuid primary key references users (id) on delete cascade,
  -- Their last premium signal, or when they became a creator.
  since timestamptz(3) not null,
  warned_at timestamptz(3) not null,
  -- When selling and renewals paused.
  paused_at timestamptz(3)
);

create function is_silent(creator uuid) returns boolean language sql stable as $$
  select exists (select from silent_creators where creator_id = creator and paused_at is not null)
$$;
