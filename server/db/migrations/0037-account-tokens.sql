-- Secret links sent by email, each for one purpose and one use. The token itself isn't stored.
create table account_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'sign_in')),
  token_hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index account_tokens_person on account_tokens (user_id, purpose, created_at);
create index account_tokens_expires on account_tokens (expires_at);
