-- Reports by people, and the cases that they make: at most one open case about one object.
create table cases (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('signal', 'profile')),
  -- A signal or a person. Without a foreign key: the case stays when the person leaves.
  subject_id uuid not null,
  -- Whose it is; null once the person has left.
  author_id uuid references users (id) on delete set null,
  -- The object as it was at the first report; null once its author has left.
  snapshot jsonb,
  state text not null default 'open' check (state in ('open', 'closed')),
  opened_at timestamptz(3) not null,
  -- By the reason that is due first.
  due_at timestamptz(3) not null,
  closed_at timestamptz(3),
  check ((state = 'closed') = (closed_at is not null)),
  check (author_id is null or snapshot is not null)
);
create unique index cases_open on cases (subject_kind, subject_id) where state = 'open';
create index cases_due on cases (due_at, id) where state = 'open';
create index cases_of_author on cases (author_id) where author_id is not null;

-- What a person wrote leaves with them.
create function forget_snapshot() returns trigger language plpgsql as $$
begin
  new.snapshot := null;
  return new;
end $$;
create trigger cases_forget before update of author_id on cases
  for each row when (new.author_id is null and old.author_id is not null) execute function forget_snapshot();

create table reports (
  id uuid primary key,
  reporter_id uuid not null references users (id) on delete cascade,
  subject_kind text not null,
  subject_id uuid not null,
  reason text not null,
  text text not null,
  case_id uuid not null references cases (id) on delete cascade,
  created_at timestamptz(3) not null,
  -- When its case was decided.
  closed_at timestamptz(3)
);
-- A repeat by the same person counts once.
create unique index reports_open on reports (reporter_id, subject_id, subject_kind) where closed_at is null;
create index reports_of_case on reports (case_id, created_at, id);
create index reports_newest on reports (reporter_id, created_at desc, id);
