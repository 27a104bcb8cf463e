-- An author's record with their sealed trades, for those who may know these. `record_people` and `record_days` are what everybody may
-- see: the record as if the trades that are sealed weren't there (docs/decisions/0038-figures-without-sealed-trades.md).
create table record_full_people (like record_people including all);
create table record_full_days (like record_days including all);

-- These records are calculated again.
insert into record_rankings_due (author, since, is_posted)
select distinct s.author, now(), false from record_scores s join record_trades t on t.signal_id = s.signal_id where t.opened is null
on conflict (author) do update set is_posted = false;
