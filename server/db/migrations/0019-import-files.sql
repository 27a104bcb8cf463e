-- Files whose broker isn't recognized, kept for a quarter of an hour while their owner says what the columns mean.
create table portfolio_import_files (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- What was found in it, as `ColumnProposal`; null while it is being stored.
  proposal jsonb,
  created_at timestamptz(3) not null
);
create index portfolio_import_files_person on portfolio_import_files (user_id);
create table portfolio_import_file_parts (
  file_id uuid not null references portfolio_import_files on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (file_id, part)
);

-- What somebody chose for files with the same header.
create table portfolio_column_mappings (
  user_id uuid not null references users on delete cascade,
  header_hash text not null,
  mapping jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, header_hash)
);

-- An owner may call a file's broker anything, so such an account is never the same as one whose broker was recognized.
alter table portfolio_accounts add column is_mapped boolean not null default false;
drop index portfolio_accounts_same;
create unique index portfolio_accounts_same
  on portfolio_accounts (user_id, source, broker, coalesce(label, ''), is_mapped)
  where connection_id is null;
