-- A sealed trade is opened when its positions have ended, or at `opens_at`. `ended_at` is null while one of them is open.
-- In what others see of a record it counts from `opens_at` on: counted when they end, quick winners would count before held losers
-- (docs/decisions/0038-figures-without-sealed-trades.md).
alter table record_trades
  add column ended_at timestamptz(3),
  add column is_counted boolean not null default false;
create index record_trades_ended on record_trades (ended_at) where opened is null and ended_at is not null;
create index record_trades_uncounted on record_trades (opens_at) where not is_counted;
update record_trades set is_counted = true where opened is not null;

-- Those that ended before are looked at again.
insert into record_due (ticker, author, since, is_posted)
select distinct s.ticker, s.author, now(), false from record_scores s join record_trades t on t.signal_id = s.signal_id
 where t.opened is null and s.ticker <> '' and s.status <> 'unscored'
on conflict (ticker, author) do update set is_posted = false;
