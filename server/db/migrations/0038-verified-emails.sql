-- When a person proved with a link that they read the mail of their address; null until then. Nobody has proved it yet.
alter table users add column email_verified_at timestamptz(3);
-- One account for each verified address, whatever the case of letters. What holds for others is in
-- server/features/auth/email/refuse-taken-address.ts, because it depends on a setting.
drop index users_email;
create unique index users_verified_email on users (lower(email)) where email_verified_at is not null;
create index users_email on users (lower(email));

-- `email`: the address that a link is about.
alter table account_tokens
  add column email text,
  drop constraint account_tokens_purpose_check,
  add constraint account_tokens_purpose_check
    check (purpose in ('reset_password', 'sign_in', 'verify_email', 'change_email', 'revert_email')),
  add constraint account_tokens_email_check
    check ((email is not null) = (purpose in ('verify_email', 'change_email', 'revert_email')));
-- Finds former addresses with a way back.
create index account_tokens_reverts on account_tokens (lower(email)) where purpose = 'revert_email' and used_at is null;
