-- A link in an email to the current address stops a change of it (docs/threat-model.md). Links to a new password and sign-in links
-- also have the address they were sent to, because using one proves that its mail is read; older ones don't.
alter table account_tokens
  drop constraint account_tokens_purpose_check,
  add constraint account_tokens_purpose_check
    check (purpose in ('reset_password', 'sign_in', 'verify_email', 'change_email', 'revert_email', 'stop_email')),
  drop constraint account_tokens_email_check,
  add constraint account_tokens_email_check check (email is not null or purpose in ('reset_password', 'sign_in'));
-- When codes were issued, so that those of an intruder can be told from older ones. Null for codes from before.
alter table recovery_codes add column created_at timestamptz(3);
