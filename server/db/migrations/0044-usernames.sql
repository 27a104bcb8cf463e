-- Old usernames (docs/decisions/0022-names-and-mentions.md): reserved for their person for 90 days, and counted for 30.
create table username_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The one before the change.
  username text not null,
  changed_at timestamptz(3) not null
);
create index username_changes_name on username_changes (lower(username), changed_at desc);
create index username_changes_person on username_changes (user_id, changed_at);
create index username_changes_changed on username_changes (changed_at);

-- How names look (UTS #39), to refuse those that look like a creator's. Null for rows of older versions, until the sweep.
alter table users add column username_skeletons text[], add column display_name_skeletons text[];
create index users_creator_skeletons on users using gin (username_skeletons, display_name_skeletons)
  with (fastupdate = off) where is_creator;
create index users_without_skeletons on users (id) where username_skeletons is null;
