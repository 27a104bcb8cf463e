-- Emails that wait to be sent or were sent. What they say is rendered from `template` and `data` (shared/emails) when they are
-- sent. After `expires_at` an email is of no use, and isn't sent any more.
create table emails (
  id uuid primary key,
  recipient text not null,
  template text not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  sent_at timestamptz(3)
);
create index emails_created on emails (created_at);

-- Addresses that a mail server refused permanently, in lower case. They get no more emails.
create table suppressed_addresses (
  address text primary key,
  reason text not null,
  created_at timestamptz(3) not null
);
