-- Accounts, the browsers they are signed in with, invitations and the waitlist.

create table users (
  id uuid primary key,
  email text not null,
  password text not null,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,30}$'),
  display_name text check (char_length(display_name) between 1 and 50),
  bio text check (char_length(bio) between 1 and 160),
  profile_image_url text,
  is_public boolean not null default true,
  is_creator boolean not null default false,
  stripe_customer_id text unique,
  stripe_account_id text unique,
  stripe_onboarding_completed boolean not null default false,
  creator_subscription_id text unique,
  stripe_product_id text,
  stripe_price_id text,
  subscription_price_in_cents integer not null default 500 check (subscription_price_in_cents between 500 and 10000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
-- One person per name and address, whatever the case of letters (answer 15).
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_newest on users (created_at desc, id desc) where is_public;

-- `sid` is a keyed hash of the cookie's value, so that a copy of this table signs nobody in.
create table sessions (
  sid text primary key,
  sess json not null,
  expire timestamptz(3) not null,
  user_id uuid not null references users on delete cascade
);
create index sessions_expire on sessions (expire);
create index sessions_user on sessions (user_id);

create table waitlist (
  id uuid primary key,
  email text not null,
  created_at timestamptz(3) not null
);
create unique index waitlist_email on waitlist (lower(email));

create table invitations (
  id uuid primary key,
  email text not null,
  token_hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid references users on delete set null
);

-- Counts of the tighter limits, kept by rate-limiter-flexible; losing them in a crash harms nobody.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
-- Counts of the general limit, written once a second by each copy of the server.
create unlogged table request_counts (
  key text not null,
  window_start timestamptz(3) not null,
  requests integer not null,
  primary key (key, window_start)
);
