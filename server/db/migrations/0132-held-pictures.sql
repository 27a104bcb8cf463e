-- Profile pictures that look like a removed one. Nobody but moderators sees them until a decision shows them.
alter table cases drop constraint cases_subject_kind_check;
alter table cases add constraint cases_subject_kind_check
  check (subject_kind in ('signal', 'profile', 'comment', 'picture'));

create table held_pictures (
  id uuid primary key,
  person_id uuid not null references users (id) on delete cascade,
  -- The address of the picture.
  picture text not null,
  hash bit(64) not null,
  held_at timestamptz(3) not null,
  -- Whether the person has set another picture since, so that a decision shows nothing.
  is_replaced boolean not null default false
);
create index held_pictures_of_person on held_pictures (person_id);
