-- What happened to accounts and money: who, what, on whom and when, as ids. No names, addresses of people or texts, so that
-- it can outlive the people. The server may only add and read; `server/audit/partitions.ts` makes and drops the months.
create table audit_log (
  id uuid not null,
  created_at timestamptz(3) not null,
  event text not null,
  actor text not null check (actor in ('user', 'visitor', 'operator', 'system')),
  actor_id uuid,
  -- The account that it happened to. Nothing refers to `users`: deleting an account keeps its entries.
  user_id uuid,
  -- What it was done with, such as the id of a payment or an export.
  target text check (char_length(target) <= 200),
  -- How many, such as sessions that ended.
  quantity integer check (quantity > 0),
  -- Only the network: 24 bits of an IPv4 address, 48 of an IPv6 address.
  network cidr,
  request_id uuid,
  primary key (created_at, id),
  check ((actor_id is null) = (actor <> 'user'))
) partition by range (created_at);
create index audit_log_person on audit_log (user_id, created_at);
create index audit_log_event on audit_log (event, created_at);
-- Nothing is lost while the partition of a month is missing.
create table audit_log_default partition of audit_log default;
