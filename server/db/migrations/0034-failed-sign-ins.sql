-- Wrong passwords of the last hour for a username (in lower case, whether or not anybody has it), by devices that have never
-- signed in to the account. Losing these rows in a crash harms nobody.
create unlogged table failed_sign_ins (
  username text primary key,
  failures integer not null check (failures >= 0),
  expires_at timestamptz(3) not null
);
-- Past the limit, each address waits between two tries; `since` is its last one.
create unlogged table sign_in_waits (
  username text not null,
  address text not null,
  since timestamptz(3) not null,
  primary key (username, address)
);
