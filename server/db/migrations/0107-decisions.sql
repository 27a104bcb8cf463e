-- Who decides cases, what they decided, and what authors say against it.
create table moderators (
  person_id uuid primary key references users (id) on delete cascade,
  role text not null check (role in ('moderator', 'administrator')),
  created_at timestamptz(3) not null
);

-- A decision is also the statement of its reasons (Art. 17 of the Digital Services Act).
create table decisions (
  id uuid primary key,
  case_id uuid not null unique references cases (id) on delete cascade,
  measure text not null check (measure in ('dismiss', 'hide')),
  facts text not null check (facts <> ''),
  ground text check (ground in ('law', 'rule')),
  -- The law or the rule.
  reference text check (reference <> ''),
  is_automatic boolean not null,
  territory text not null,
  starts_at timestamptz(3) not null,
  -- Null: permanent.
  ends_at timestamptz(3),
  -- Null once the moderator has left.
  decided_by uuid references users (id) on delete set null,
  check (measure = 'dismiss' or (ground is not null and reference is not null))
);
create index decisions_of_moderator on decisions (decided_by) where decided_by is not null;

create table appeals (
  decision_id uuid primary key references decisions (id) on delete cascade,
  by_id uuid not null references users (id) on delete cascade,
  text text not null check (text <> ''),
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  outcome text check (outcome in ('kept', 'reversed')),
  answer text check (answer <> ''),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz(3),
  check ((outcome is null) = (answer is null) and (outcome is null) = (decided_at is null))
);
create index appeals_open on appeals (due_at) where outcome is null;
create index appeals_of_person on appeals (by_id);
create index appeals_of_moderator on appeals (decided_by) where decided_by is not null;

-- What a person wrote, and what was written about it, leaves with them.
create or replace function forget_snapshot() returns trigger language plpgsql as $$
begin
  new.snapshot := null;
  -- The id of a profile is the person's.
  if new.subject_kind = 'profile' then
    new.subject_id := new.id;
    update reports set subject_id = new.id where case_id = new.id;
  end if;
  update decisions set facts = 'Deleted with the account.' where case_id = new.id;
  return new;
end $$;

-- By a decision of a moderator, until an appeal reverses it.
alter table signals add column hidden_at timestamptz(3);

-- As before, and: a moderator can hide a text and show it again. Nothing else changes with it.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  changed text[] := array(
    select a.key from jsonb_each(to_jsonb(new)) a join jsonb_each(to_jsonb(old)) b using (key)
     where a.value is distinct from b.value order by 1);
begin
  if new.content = 'The text was deleted with its author’s account.' and new.text_salt is null and new.details is null
    and changed <@ array['user_id', 'content', 'details', 'text_salt']
    and exists (select from users where id = new.user_id and is_former)
    and exists (select from users where id = old.user_id and deletion_requested_at is not null)
  then
    return new;
  end if;
  if changed = array['text_salt', 'trade_salt'] and old.text_salt is null and old.trade_salt is null then
    return new;
  end if;
  if changed = array['withdrawn_at'] and old.withdrawn_at is null then
    return new;
  end if;
  if changed = array['hidden_at'] then
    return new;
  end if;
  if new.content = 'The text was removed.' and new.text_salt is null and new.details is null
    and old.removed_for is null and new.removed_for is not null
    and changed <@ array['content', 'details', 'removed_for', 'text_salt']
  then
    return new;
  end if;
  raise exception 'a signal is a record and cannot be changed';
end $$;
