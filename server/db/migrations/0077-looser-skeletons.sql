-- The skeletons of names ignore accents and separators, and follow Unicode 17 (docs/decisions/0046-names-that-deceive.md). Null for
-- those from before, until the next sweep calculates them again. No name changes.
alter table users add column skeletons_unicode smallint;
create index users_old_skeletons on users (id) where skeletons_unicode is null;
