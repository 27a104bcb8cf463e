-- Where a cut timeline starts: signals from this instant on are in `timelines`, and older ones only in their authors' lists.
-- A timeline without a row here was never cut. Like `timelines` it refers to nothing.
create table timeline_starts (
  viewer_id uuid primary key,
  starts_at timestamptz(3) not null
);
