-- What a loop of alerts couldn't do for one row. The loop goes on with the others, tries this one again a few times, and then
-- gives it up.
create table failed_steps (
  loop text not null check (loop in ('signal_email', 'digest', 'quiet_hours', 'push', 'held_push')),
  -- The id of a signal, of a person or of a device.
  subject uuid not null,
  -- Whom it was for; null if it was for many.
  person_id uuid references users (id) on delete cascade,
  attempts integer not null,
  reason text not null,
  failed_at timestamptz(3) not null,
  -- Null: given up.
  retry_at timestamptz(3),
  unique nulls not distinct (loop, subject, person_id)
);
create index failed_steps_of_person on failed_steps (person_id);
create index failed_steps_due on failed_steps (loop, retry_at) where retry_at is not null;

-- When the browser's push service said that the subscription has ended. The row stays, so that the settings can say so.
alter table push_devices add column ended_at timestamptz(3);

-- Devices that got the signal after their quiet hours, and on a later try because their push service didn't take it at once.
alter table delivery_receipts add column handed_after_quiet integer not null default 0;
alter table delivery_receipts add column handed_later integer not null default 0;
