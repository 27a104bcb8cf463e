-- The email that tells an address on the waitlist that it can register. Each address gets one, ever.
create table launch_emails (
  -- Also the email's id, and the id from which the token of its unsubscribe link is derived.
  id uuid primary key,
  -- The address under a key: an address that unsubscribed is known without being kept.
  address_hash text not null unique,
  token_hash text not null unique,
  created_at timestamptz(3) not null,
  unsubscribed_at timestamptz(3)
);

alter table waitlist add column launch_email_id uuid unique references launch_emails;
create index waitlist_waiting on waitlist (created_at, id) where launch_email_id is null;
