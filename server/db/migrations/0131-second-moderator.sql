-- A permanent suspension needs a second moderator, where there is one. Until then it ends by itself at `ends_at`.
alter table decisions
  add column confirmation text check (confirmation in ('waiting', 'confirmed', 'declined')),
  add column confirmed_by uuid references users (id) on delete set null,
  add column confirmed_at timestamptz(3);
create index decisions_of_confirmer on decisions (confirmed_by) where confirmed_by is not null;

-- What reporters say against a decision to leave their report as it is, once each, and our answer.
create table second_looks (
  report_id uuid primary key references reports (id) on delete cascade,
  decision_id uuid not null references decisions (id) on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  outcome text check (outcome in ('kept', 'reopened')),
  answer text check (answer <> ''),
  -- Null once the moderator has left.
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz(3),
  check ((outcome is null) = (answer is null) and (outcome is null) = (decided_at is null))
);
create index second_looks_of_decision on second_looks (decision_id);
create index second_looks_of_moderator on second_looks (decided_by) where decided_by is not null;
