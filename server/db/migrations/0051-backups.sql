-- The backups that `npm run admin -- backup` has made, so that operators see when the last one was.
create table backups (
  -- What the backup shows: the instant at which its transaction began.
  at timestamptz(3) primary key,
  -- Of its file.
  size_in_bytes bigint not null check (size_in_bytes > 0),
  is_encrypted boolean not null
);
