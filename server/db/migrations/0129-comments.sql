-- Who may reply to a signal, chosen at posting and never changed. Null: everyone, in signals from before. The log commits to it.
alter table signals add column replies_from text
  check (replies_from in ('everyone', 'followers', 'subscribers', 'no_one'));

create table comments (
  id uuid primary key,
  signal_id uuid not null references signals (id) on delete cascade,
  -- The comment that this replies to. There is one level: it has no parent.
  parent_id uuid references comments (id) on delete cascade,
  -- Null once the writer has left.
  person_id uuid references users (id) on delete set null,
  body text not null,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  -- When the writer deleted it. Nothing of the text is kept.
  deleted_at timestamptz(3),
  -- By a decision of a moderator, until an appeal reverses it.
  hidden_at timestamptz(3),
  -- Whether the writer lets readers see that a linked broker holds a ticker of the signal.
  shows_holding boolean not null default false,
  -- The time and id of the parent, or its own: what a thread is ordered by.
  thread_at timestamptz(3) not null,
  thread_id uuid not null,
  is_reply boolean not null generated always as (parent_id is not null) stored,
  check ((deleted_at is null) = (body <> ''))
);
create index comments_in_order on comments (signal_id, thread_at, thread_id, is_reply, created_at, id);
create index comments_of_person on comments (person_id, created_at desc, id desc) where person_id is not null;
create index comments_of_parent on comments (parent_id) where parent_id is not null;

-- What a comment said before each edit. Deleted with it.
create table comment_versions (
  comment_id uuid not null references comments (id) on delete cascade,
  -- Since when it said so.
  created_at timestamptz(3) not null,
  body text not null,
  primary key (comment_id, created_at)
);

create table comment_mentions (
  comment_id uuid not null references comments (id) on delete cascade,
  -- As in the text, in lower case.
  name text not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (comment_id, name)
);
create index comment_mentions_of_person on comment_mentions (user_id);

-- Whom a comment concerns: the author of the signal or of the comment that it replies to, and whoever it mentions.
create table comment_alerts (
  person_id uuid not null references users (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  created_at timestamptz(3) not null,
  kind text not null check (kind in ('reply', 'mention')),
  primary key (person_id, comment_id)
);
create index comment_alerts_newest on comment_alerts (person_id, created_at desc, comment_id desc);
create index comment_alerts_of_comment on comment_alerts (comment_id);
create index comment_alerts_oldest on comment_alerts (created_at);

-- Signals that people found useful. It enters no rank.
create table useful (
  person_id uuid not null references users (id) on delete cascade,
  signal_id uuid not null references signals (id) on delete cascade,
  -- Whose signal it is; null once they have left.
  author_id uuid references users (id) on delete set null,
  created_at timestamptz(3) not null,
  primary key (person_id, signal_id)
);
create index useful_of_signal on useful (signal_id);
create index useful_newest on useful (author_id, created_at desc) where author_id is not null;

-- People who have a thread open, whose pages hear of its changes until then.
create table thread_readers (
  signal_id uuid not null references signals (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  until timestamptz(3) not null,
  primary key (signal_id, person_id)
);
create index thread_readers_of_person on thread_readers (person_id);
create index thread_readers_ended on thread_readers (until);

-- How many comments with a text a signal has, and how many people found it useful. No row: none.
create table signal_counts (
  signal_id uuid primary key references signals (id) on delete cascade,
  comments integer not null default 0,
  useful integer not null default 0
);

create function change_signal_counts(signal uuid, more_comments integer, more_useful integer) returns void
language plpgsql as $$
begin
  if more_comments = 0 and more_useful = 0 then
    return;
  end if;
  insert into signal_counts as c (signal_id, comments, useful) values (signal, more_comments, more_useful)
  on conflict (signal_id) do update set comments = c.comments + excluded.comments, useful = c.useful + excluded.useful;
end $$;

create function count_comment() returns trigger language plpgsql as $$
declare
  before integer := 0;
begin
  if tg_op = 'UPDATE' then
    before := (old.deleted_at is null and old.hidden_at is null)::integer;
  end if;
  perform change_signal_counts(new.signal_id, (new.deleted_at is null and new.hidden_at is null)::integer - before, 0);
  return null;
end $$;
create trigger comments_counted after insert or update on comments
  for each row execute function count_comment();

create function count_useful() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_signal_counts(new.signal_id, 0, 1);
  -- Not while the signal itself is being deleted.
  elsif exists (select from signals where id = old.signal_id) then
    perform change_signal_counts(old.signal_id, 0, -1);
  end if;
  return null;
end $$;
create trigger useful_counted after insert or delete on useful for each row execute function count_useful();

-- What a person wrote leaves with them, and its place stays.
create function forget_comment() returns trigger language plpgsql as $$
begin
  new.body := '';
  new.edited_at := null;
  new.shows_holding := false;
  new.deleted_at := coalesce(new.deleted_at, date_trunc('day', now()));
  delete from comment_versions where comment_id = new.id;
  delete from comment_mentions where comment_id = new.id;
  delete from comment_alerts where comment_id = new.id;
  return new;
end $$;
create trigger comments_forget before update of person_id on comments
  for each row when (new.person_id is null and old.person_id is not null) execute function forget_comment();

-- Comments can be reported.
alter table cases drop constraint cases_subject_kind_check;
alter table cases add constraint cases_subject_kind_check check (subject_kind in ('signal', 'profile', 'comment'));
