-- Authors who are asked whether they hold what they post about can prefer not to say.
alter table signals drop constraint signals_details_check;
alter table signals add constraint signals_details_check check (
  jsonb_typeof(details) = 'object' and details <> '{}'
  and details - array['holds', 'promotion', 'paidBy', 'target', 'stop', 'confidence'] = '{}'
  and not jsonb_path_exists(details, '$.* ? (@.type() != "string")')
  and details ->> 'holds' in ('yes', 'no', 'unsaid')
  and details ->> 'promotion' = 'paid'
  and char_length(details ->> 'paidBy') between 1 and 80
  and (details ? 'promotion' or not details ? 'paidBy')
  and details ->> 'target' ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'
  and details ->> 'stop' ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'
  and details ->> 'confidence' ~ '^[5-9][0-9]$') not valid;
alter table signals validate constraint signals_details_check;
