-- When the session last used a second factor; administration needs it.
alter table sessions add column factor_at timestamptz(3);
-- Why a moderator or an administrator acted, in their words. Decisions have their own reasons.
alter table audit_log add column reason text check (char_length(reason) between 1 and 500);
