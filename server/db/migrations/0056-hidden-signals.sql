-- Texts of signals that are no longer shown: withdrawn by their author, or removed by an administrator (docs/record.md).
alter table signals
  add column withdrawn_at timestamptz(3),
  -- The text is gone and can't come back.
  add column removed_for text check (removed_for in ('law', 'rules'));
-- How many a person withdrew is part of their track record.
create index signals_withdrawn on signals (user_id) where withdrawn_at is not null;
-- When a signal of the person was last withdrawn or removed. A feed's page asks it of the author, whose row it reads anyway,
-- to know whether it has changed.
alter table users add column signals_changed_at timestamptz(3);

-- As before, and: a signal can be withdrawn once, and its text removed once. Neither touches anything else.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  changed text[] := array(
    select a.key from jsonb_each(to_jsonb(new)) a join jsonb_each(to_jsonb(old)) b using (key)
     where a.value is distinct from b.value order by 1);
begin
  if new.content = 'The text was deleted with its author’s account.' and new.text_salt is null
    and changed <@ array['user_id', 'content', 'text_salt']
    and exists (select from users where id = new.user_id and is_former)
    and exists (select from users where id = old.user_id and deletion_requested_at is not null)
  then
    return new;
  end if;
  if changed = array['text_salt', 'trade_salt'] and old.text_salt is null and old.trade_salt is null then
    return new;
  end if;
  if changed = array['withdrawn_at'] and old.withdrawn_at is null then
    return new;
  end if;
  if new.content = 'The text was removed.' and new.text_salt is null and old.removed_for is null and new.removed_for is not null
    and changed <@ array['content', 'removed_for', 'text_salt']
  then
    return new;
  end if;
  raise exception 'a signal is a record and cannot be changed';
end $$;

alter table record_queue drop constraint record_queue_kind_check,
  add constraint record_queue_kind_check check (kind in ('signal', 'leave', 'withdraw', 'takedown')),
  -- Of a takedown.
  add column reason text check (reason in ('law', 'rules'));
