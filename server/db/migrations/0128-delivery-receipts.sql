-- How fast a signal reached its readers: public, one row for each signal. It is also the queue of the loop that sends push
-- notifications about the signal.
create table delivery_receipts (
  signal_id uuid primary key references signals (id) on delete cascade,
  queued_at timestamptz(3) not null,
  -- Of how many readers the feeds had it, and when the last one did, in ms after the post. Null while it is delivered.
  feeds integer,
  feeds_ms integer,
  -- When the loop goes on. Null once all devices were handed the signal, or were left out.
  push_due_at timestamptz(3),
  -- The people of the author's bells are taken in the order of their ids, from a random one on and around. Null before the start.
  first_person uuid,
  after_person uuid,
  has_wrapped boolean not null default false,
  -- How many devices a push service took it for, counted by the time since the post (shared/rules/delivery-times.ts).
  handed integer not null default 0,
  handed_in integer[] not null default '{}',
  last_ms integer
);
create index delivery_receipts_due on delivery_receipts (push_due_at) where push_due_at is not null;

-- Counts the readers whose feeds have a signal already.
alter table deliveries add column readers integer not null default 0;
