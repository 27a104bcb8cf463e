-- Moderators can stop a person who abuses reports from reporting.
alter table decisions drop constraint decisions_measure_check;
alter table decisions add constraint decisions_measure_check
  check (measure in ('dismiss', 'hide', 'suspend', 'stop_selling', 'stop_reporting'));
alter table restrictions drop constraint restrictions_kind_check;
alter table restrictions add constraint restrictions_kind_check check (kind in ('post', 'sell', 'report'));
