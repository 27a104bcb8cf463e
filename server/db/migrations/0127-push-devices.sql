-- Browsers that get push notifications. A device ends with the session that it was added in.
create table push_devices (
  id uuid primary key,
  person_id uuid not null references users (id) on delete cascade,
  session text not null references sessions (sid) on update cascade on delete cascade,
  -- Where its push service takes messages. A browser that is added twice has one row.
  endpoint text not null unique,
  -- The browser's public key, and the secret that it shares with us: in base64url.
  p256dh text not null,
  auth text not null,
  -- The number of the key that the browser subscribed with (VAPID_KEYS).
  vapid_key smallint not null,
  -- Whether notifications on this device have what a premium signal says.
  shows_text boolean not null default false,
  created_at timestamptz(3) not null,
  last_ok_at timestamptz(3),
  failures integer not null default 0,
  -- Since when notifications wait, why, and when they are sent: because of quiet hours, because the push service doesn't
  -- take them, or because something happened that no signal's loop sends.
  held_since timestamptz(3),
  held_for text check (held_for in ('quiet', 'service', 'due')),
  release_at timestamptz(3),
  check ((held_since is null) = (held_for is null) and (held_since is null) = (release_at is null))
);
create index push_devices_of_person on push_devices (person_id);
create index push_devices_of_session on push_devices (session);
create index push_devices_held on push_devices (release_at) where release_at is not null;
