-- The newest sign-in link that an account's owner got by email, because strangers tried many passwords. One row an account, so
-- that two copies of the server can't send two emails at once.
create table sign_in_links (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
