-- When a person was last here, to a day: only the timelines of people who were here in the last weeks are kept
-- (docs/decisions/0003-feed-storage.md). A timeline that isn't kept starts at infinity, so its pages come from the authors' lists.
create table last_visits (
  person_id uuid primary key references users (id) on delete cascade,
  visited_at timestamptz(3) not null,
  is_resting boolean not null default false
);
create index last_visits_awake on last_visits (visited_at) where not is_resting;
insert into last_visits (person_id, visited_at) select id, now() from users;
