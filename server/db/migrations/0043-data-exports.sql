-- Copies of a person's own data. The zip is in the object storage under the row's id until it expires.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  requested_at timestamptz(3) not null,
  -- Null while the job builds it.
  ready_at timestamptz(3),
  expires_at timestamptz(3),
  size_in_bytes integer check (size_in_bytes > 0),
  check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (size_in_bytes is null))
);
create index data_exports_person on data_exports (user_id, requested_at desc);
create index data_exports_expired on data_exports (expires_at);
