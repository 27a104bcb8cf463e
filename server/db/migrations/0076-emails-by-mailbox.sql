-- The mailbox of an email that a stranger can cause, in one form: they are limited by mailbox (server/emails/mailbox-turn.ts).
-- Null for emails that the account's owner or the operator caused.
alter table emails add column mailbox text;
create index emails_mailbox on emails (mailbox, created_at) where mailbox is not null;
