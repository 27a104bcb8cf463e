-- How many of a candidate's 199 monkeys its record was ahead of, and at which month-end. Null for records that were never tested.
alter table record_ratings
  add column beaten smallint check (beaten between 0 and 199),
  add column beaten_on date,
  add constraint record_ratings_beaten check ((beaten is null) = (beaten_on is null));
alter table record_ratings_next
  add column beaten smallint,
  add column beaten_on date;
