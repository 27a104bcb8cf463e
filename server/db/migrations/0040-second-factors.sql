-- When a session began (it ends 180 days later at the latest), when it was last used, to the day, and when its person last
-- proved who they are. The defaults are for rows that an older copy of the server inserts during an update.
alter table sessions
  add column started_at timestamptz(3) not null default now(),
  add column last_used_at timestamptz(3) not null default now(),
  add column reauthenticated_at timestamptz(3);
update sessions
  set started_at = coalesce((sess->>'startedAt')::timestamptz, now()), last_used_at = expire - interval '30 days';

-- Authenticator apps, one for each account. The secret is encrypted. Until a first code confirms it, signing in ignores it.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  -- The time step of the last code that was used: this and earlier codes don't work again.
  last_step integer
);

-- Codes for when the phone is lost, each for one use. The codes themselves aren't stored.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- The public keys of passkeys; `id` is the credential's, as base64url.
create table passkeys (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  public_key bytea not null,
  -- How often an authenticator that counts has signed; a copy of it would fall behind.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_person on passkeys (user_id, created_at);

-- The challenges that passkeys have answered, so that no answer works twice. They are signed, so unanswered ones aren't stored.
create table used_challenges (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
