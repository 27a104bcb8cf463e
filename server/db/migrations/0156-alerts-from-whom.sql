-- From whom mentions, comments and followers are alerts. Null: from everyone. "followed" are people one follows or pays.
alter table alert_preferences add column from_whom text check (from_whom in ('everyone', 'followed', 'nobody'));

-- Until when "Mark all as read" removed the marks of alerts. Null: never.
alter table alert_marks add column read_at timestamptz(3);

-- The same for the kinds of a filter, where it is later than in `alert_marks`.
create table alert_kind_marks (
  person_id uuid not null references users (id) on delete cascade,
  kind text not null,
  seen_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (person_id, kind)
);

-- Numbers the runs of the push loop: each begins with other people (server/features/alerts/push/fair-start.ts).
create sequence alert_run_number;
