-- The moderator who works on a case, until a time. Losing the role releases it.
alter table cases
  add column assigned_to uuid references moderators (person_id) on delete set null,
  add column claimed_until timestamptz(3),
  add check (assigned_to is null or claimed_until is not null);
create index cases_of_moderator on cases (assigned_to) where assigned_to is not null;
