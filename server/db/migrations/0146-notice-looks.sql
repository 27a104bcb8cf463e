-- The same as second_looks, for reports without an account.
create table notice_looks (
  notice_id uuid primary key references notices (id) on delete cascade,
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
create index notice_looks_of_decision on notice_looks (decision_id);
create index notice_looks_of_moderator on notice_looks (decided_by) where decided_by is not null;
