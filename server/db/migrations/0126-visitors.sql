-- What people without an account may see, and how many people a person's page brought.
-- Null: the person hasn't been asked yet, and visitors see nothing.
alter table users add column shows_record_to_visitors boolean;
-- A number and no names: nobody learns who came through whom.
alter table users add column joined_from_page integer not null default 0 check (joined_from_page >= 0);
-- For the site map.
create index users_shown_to_visitors on users (id)
  where shows_record_to_visitors and is_public and deletion_requested_at is null and not is_former;
