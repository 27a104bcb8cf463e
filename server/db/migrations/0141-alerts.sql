-- What people want to hear of, and what happened to them. New signals, followers and mentions aren't stored again: they are read
-- where they are, by the rules of the feed (docs/decisions/0065-alerts-are-read-by-the-rules-of-the-feed.md).

-- A person's choice for one author. Without a row, people hear of all signals of creators they pay, and of nobody else's.
create table alert_bells (
  author_id uuid not null references users (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  level text not null check (level in ('all', 'premium', 'off')),
  -- Null: as the person's preference for signals.
  email text check (email in ('off', 'at_once', 'digest')),
  created_at timestamptz(3) not null,
  primary key (author_id, person_id),
  check (author_id <> person_id)
);
create index alert_bells_of_person on alert_bells (person_id);

-- Only what differs from the defaults in shared/rules/alert-kinds.ts.
create table alert_preferences (
  person_id uuid not null references users (id) on delete cascade,
  kind text not null,
  list boolean not null,
  email text not null check (email in ('off', 'at_once', 'digest')),
  primary key (person_id, kind)
);

create table alert_schedules (
  person_id uuid primary key references users (id) on delete cascade,
  time_zone text not null,
  -- Minutes of the day in the time zone. Null: no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_minute smallint not null check (digest_minute between 0 and 1439),
  -- 0 is Sunday.
  digest_weekday smallint not null check (digest_weekday between 0 and 6),
  next_digest_at timestamptz(3),
  -- What happened until here was in an earlier digest.
  digest_since timestamptz(3) not null,
  -- Since when quiet hours hold emails, and when one email says what happened.
  held_since timestamptz(3),
  release_at timestamptz(3),
  check ((quiet_from is null) = (quiet_to is null)),
  check ((digest = 'off') = (next_digest_at is null)),
  check ((held_since is null) = (release_at is null))
);
create index alert_schedules_digests on alert_schedules (next_digest_at) where next_digest_at is not null;
create index alert_schedules_held on alert_schedules (release_at) where release_at is not null;

create table alerts (
  id uuid primary key,
  person_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  kind text not null,
  -- What happened, so that it is told once.
  cause text not null,
  actor_id uuid references users (id) on delete cascade,
  signal_id uuid references signals (id) on delete cascade,
  data jsonb not null default '{}',
  unique (person_id, kind, cause)
);
create index alerts_newest on alerts (person_id, created_at desc, id desc);
create index alerts_of_actor on alerts (actor_id) where actor_id is not null;
create index alerts_oldest on alerts (created_at);

create table alert_marks (
  person_id uuid primary key references users (id) on delete cascade,
  seen_at timestamptz(3) not null
);
-- For people who are here already, what happened before the upgrade isn't new.
insert into alert_marks (person_id, seen_at) select id, now() from users;

create table bookmarks (
  person_id uuid not null references users (id) on delete cascade,
  signal_id uuid not null references signals (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (person_id, signal_id)
);
create index bookmarks_newest on bookmarks (person_id, created_at desc, signal_id desc);
create index bookmarks_of_signal on bookmarks (signal_id);

-- Emails about a signal that people want at once: the loop that queues them continues after `after_person`.
create table alert_runs (
  signal_id uuid primary key,
  queued_at timestamptz(3) not null,
  after_person uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index alert_runs_oldest on alert_runs (queued_at);

-- Finds a person's newest mentions.
alter table signal_mentions add column created_at timestamptz(3) not null default now();
update signal_mentions m set created_at = g.created_at from signals g where g.id = m.signal_id;
create index signal_mentions_newest on signal_mentions (user_id, created_at desc, signal_id desc);
