-- What stands beside a performance wherever it is printed: its source, since when it is linked, and its money-weighted
-- return. And what happened to a record that others could see.

alter table portfolio_pictures
  add column source text not null default 'none' check (source in ('none', 'sample', 'self_reported', 'linked')),
  add column linked_since date,
  add column money_weighted text check (money_weighted ~ '^[+-][0-9]+\.[0-9]%$'),
  drop column is_sample;
update portfolio_pictures
   set source = case picture -> 'trust' ->> 'kind'
         when 'sample' then 'sample' when 'imported' then 'self_reported' when 'live' then 'linked' else 'none' end,
       linked_since = case when picture -> 'trust' ->> 'kind' = 'live'
         then ((picture -> 'trust' ->> 'at')::timestamptz at time zone 'UTC')::date end,
       money_weighted = picture ->> 'moneyWeighted',
       -- To be calculated again by the next sweep.
       worked_out_at = 'epoch';
alter table portfolio_pictures
  alter column source drop default,
  add check ((source = 'linked') = (linked_since is not null));

-- Outlives accounts and figures; of several events of a kind on one day (UTC) the last one is kept.
create table performance_record_events (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('public', 'account_added', 'deleted', 'restarted')),
  at timestamptz(3) not null,
  day date not null generated always as ((at at time zone 'UTC')::date) stored,
  primary key (user_id, kind, day)
);
-- When an account became part of a figure: deleting one that never was changes no record.
alter table portfolio_accounts add column shown_at timestamptz(3);
update portfolio_accounts set shown_at = created_at
 where not is_paper and user_id in (select user_id from portfolio_pictures where picture is not null);
-- Since when older records are public is not known; since now at the latest.
insert into performance_record_events (user_id, kind, at)
  select user_id, 'public', now() from portfolio_pictures join users on users.id = user_id
   where is_public and picture is not null;
