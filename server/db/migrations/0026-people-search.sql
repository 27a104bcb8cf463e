-- Search of people by parts of their names: three letters anywhere in a name, or one or two at the start of a word. The
-- trigrams of a word's start are in the same index (https://www.postgresql.org/docs/current/pgtrgm.html).
create extension if not exists pg_trgm;
create index users_names on users using gin (username gin_trgm_ops, display_name gin_trgm_ops) where is_public;
