-- Two people who never meet, and what a person doesn't want in their feed.
create table blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);

create table mutes (
  id uuid primary key,
  person_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('person', 'ticker', 'word')),
  -- A person's id, a ticker, or a word or phrase in lower case.
  value text not null,
  muted_person_id uuid generated always as (case when kind = 'person' then value::uuid end) stored
    references users (id) on delete cascade,
  -- Null: until it is removed.
  until timestamptz(3),
  created_at timestamptz(3) not null,
  unique (person_id, kind, value)
);
create index mutes_of_person on mutes (muted_person_id) where muted_person_id is not null;
