-- Deleting an account (docs/decisions/0021-former-members.md): hidden from the day of the request, removed 14 days later.
alter table users add column deletion_requested_at timestamptz(3);
-- Stands for a removed person: signals, subscriptions and plans refer to it, and it says nothing of the person.
alter table users add column is_former boolean not null default false;
create index users_in_deletion on users (deletion_requested_at) where deletion_requested_at is not null;

-- Lists of people leave out both; with the whole condition in the indexes, searches still read only an index.
drop index users_newest;
create index users_newest on users (created_at desc, id desc) include (names)
  where is_public and deletion_requested_at is null and not is_former;
drop index users_name_parts;
create index users_name_parts on users using gin (name_parts(names)) with (fastupdate = off)
  where is_public and deletion_requested_at is null and not is_former;

-- Signals and payments outlive people, so that nothing of them hangs on a cascade.
alter table signals drop constraint signals_user_id_fkey,
  add constraint signals_user_id_fkey foreign key (user_id) references users on delete restrict;
alter table creator_plans drop constraint creator_plans_user_id_fkey,
  add constraint creator_plans_user_id_fkey foreign key (user_id) references users on delete restrict;
alter table subscriptions drop constraint subscriptions_subscriber_id_fkey, drop constraint subscriptions_creator_id_fkey,
  add constraint subscriptions_subscriber_id_fkey foreign key (subscriber_id) references users on delete restrict,
  add constraint subscriptions_creator_id_fkey foreign key (creator_id) references users on delete restrict;
alter table payments drop constraint payments_subscription_id_fkey,
  add constraint payments_subscription_id_fkey foreign key (subscription_id) references subscriptions on delete restrict;

-- The one change of a signal: its author's account is deleted, and with it the text and the link to the person.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if new.content = 'The text was deleted with its author’s account.'
    and to_jsonb(new) - array['user_id', 'content'] = to_jsonb(old) - array['user_id', 'content']
    and exists (select from users where id = new.user_id and is_former)
    and exists (select from users where id = old.user_id and deletion_requested_at is not null)
  then
    return new;
  end if;
  raise exception 'a signal is a record and cannot be changed';
end $$;
