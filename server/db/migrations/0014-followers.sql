-- How many follow each person, kept with each follow, so that no page has to count them.
create table follower_counts (
  user_id uuid primary key references users (id) on delete cascade,
  followers integer not null check (followers >= 0)
);
create index follower_counts_most on follower_counts (followers desc, user_id);
create index users_creators on users (id) where is_creator;

insert into follower_counts
  select u.id, (select count(*) from follows f where f.following_id = u.id) from users u;

create function begin_follower_counts() returns trigger language plpgsql as $$
begin
  insert into follower_counts select id, 0 from added;
  return null;
end $$;
create trigger users_begin_counts after insert on users
  referencing new table as added for each statement execute function begin_follower_counts();

-- In the order of the people, so that two that change the same ones wait for each other instead of both failing.
create function change_follower_counts() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in select following_id as person, count(*) as n from changed group by 1 order by 1 loop
    update follower_counts set followers = followers + case tg_op when 'INSERT' then change.n else -change.n end
      where user_id = change.person;
  end loop;
  return null;
end $$;
create trigger follows_count_added after insert on follows
  referencing new table as changed for each statement execute function change_follower_counts();
create trigger follows_count_removed after delete on follows
  referencing old table as changed for each statement execute function change_follower_counts();
