-- Search of people in any alphabet, by parts of their names. pg_trgm knows no letters but a to z where the database's
-- locale is C, and no punctuation anywhere, so that such searches read everybody (docs/decisions/0015-people-search.md).
drop index users_names;

/* Every three characters in a row, and the first one and two of each word: "an_b\nIda" has an_ n_b … Ida a an b b_ I Id. */
create function name_parts(names text) returns text[] language sql immutable strict parallel safe
return array(
  select substr(names, start, 3) from generate_series(1, char_length(names) - 2) as start
  union all
  select left(word || '_', size)
  from regexp_split_to_table(names, E'[_ \n]') as word cross join generate_series(1, 2) as size
);

/* The parts that all names matching a lowercase query have. A word that starts with _ is an empty word to `name_parts`. */
create function query_parts(query text) returns text[] language sql immutable strict parallel safe
return case
  when char_length(query) < 3 and left(query, 1) = '_' then array['_']
  when char_length(query) < 3 then array[query]
  else array(select distinct substr(query, start, 3) from generate_series(1, char_length(query) - 2) as start)
end;

alter table users add column names text not null
  generated always as (lower(username) || E'\n' || coalesce(lower(display_name), '')) stored;

-- Without a list of pending entries, which each search would read from its start.
create index users_name_parts on users using gin (name_parts(names)) with (fastupdate = off) where is_public;

-- Includes the names, so that a search reads those of the newest people from the index alone.
drop index users_newest;
create index users_newest on users (created_at desc, id desc) include (names) where is_public;
-- An index-only scan reads the rows of new people until they are vacuumed: by default after a fifth more people.
alter table users set (autovacuum_vacuum_insert_scale_factor = 0.01);
