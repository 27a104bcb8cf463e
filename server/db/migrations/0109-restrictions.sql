-- What moderators may decide besides hiding and dismissing: that a person may not post or sell for a while.
alter table decisions drop constraint decisions_measure_check;
alter table decisions add constraint decisions_measure_check
  check (measure in ('dismiss', 'hide', 'suspend', 'stop_selling'));

-- What a person may not do, until when, and because of which decision.
create table restrictions (
  decision_id uuid not null references decisions (id) on delete cascade,
  person_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('post', 'sell')),
  starts_at timestamptz(3) not null,
  -- Null: permanent.
  ends_at timestamptz(3),
  -- When an appeal reversed the decision.
  lifted_at timestamptz(3),
  primary key (decision_id, kind)
);
create index restrictions_of_person on restrictions (person_id);

create function is_restricted(person uuid, what text, moment timestamptz) returns boolean language sql stable as $$
  select exists (select from restrictions where person_id = person and kind = what and lifted_at is null
    and starts_at <= moment and (ends_at is null or ends_at > moment))
$$;

-- The reason of a case that a moderator opened without a report.
alter table cases add column opened_for text;
