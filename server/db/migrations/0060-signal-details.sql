-- What an author states beside the trade: holding, paid promotion, target, stop and confidence. Strings, exactly as the log commits to
-- them (docs/record.md). None of it changes a score.
alter table signals add column details jsonb constraint signals_details_check check (
  jsonb_typeof(details) = 'object' and details <> '{}'
  and details - array['holds', 'promotion', 'paidBy', 'target', 'stop', 'confidence'] = '{}'
  and not jsonb_path_exists(details, '$.* ? (@.type() != "string")')
  and details ->> 'holds' in ('yes', 'no')
  and details ->> 'promotion' = 'paid'
  and char_length(details ->> 'paidBy') between 1 and 80
  and (details ? 'promotion' or not details ? 'paidBy')
  and details ->> 'target' ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'
  and details ->> 'stop' ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'
  and details ->> 'confidence' ~ '^[5-9][0-9]$');

-- As before, and: details go wherever the text goes, because a name may be in them.
create or replace function refuse_change() returns trigger language plpgsql as $$
declare
  changed text[] := array(
    select a.key from jsonb_each(to_jsonb(new)) a join jsonb_each(to_jsonb(old)) b using (key)
     where a.value is distinct from b.value order by 1);
begin
  if new.content = 'The text was deleted with its author’s account.' and new.text_salt is null and new.details is null
    and changed <@ array['user_id', 'content', 'details', 'text_salt']
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
  if new.content = 'The text was removed.' and new.text_salt is null and new.details is null
    and old.removed_for is null and new.removed_for is not null
    and changed <@ array['content', 'details', 'removed_for', 'text_salt']
  then
    return new;
  end if;
  raise exception 'a signal is a record and cannot be changed';
end $$;
