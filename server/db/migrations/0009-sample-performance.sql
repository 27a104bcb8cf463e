-- Whether a performance is made of sample data, to be said wherever the one figure stands without its picture.
alter table portfolio_pictures
  add column is_sample boolean not null
  generated always as (coalesce(picture -> 'trust' ->> 'kind' = 'sample', false)) stored;
