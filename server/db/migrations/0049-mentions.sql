-- Whom the usernames in a signal's text meant when it was posted (docs/decisions/0022-names-and-mentions.md).
create table signal_mentions (
  signal_id uuid not null references signals,
  -- As in the text, in lower case.
  name text not null check (name = lower(name)),
  user_id uuid not null references users on delete cascade,
  primary key (signal_id, name)
);
create index signal_mentions_person on signal_mentions (user_id);

-- Signals of older versions mean the people who have these names now. The page recognizes mentions more strictly than this
-- pattern, and ignores the rest.
insert into signal_mentions (signal_id, name, user_id)
select distinct g.id, lower(found[1]), u.id
from signals g
cross join lateral regexp_matches(g.content, '@([A-Za-z0-9_]{3,30})(?![A-Za-z0-9_])', 'g') as found
join users u on lower(u.username) = lower(found[1]) and not u.is_former
where strpos(g.content, '@') > 0;
