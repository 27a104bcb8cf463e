-- The record: an append-only log of all signals (docs/record.md). Nothing in it refers to people or signals with a cascade.
alter table signals
  -- The salts of the log's commitments to the text and the trade. `trade_salt` is null until the signal is in the queue.
  add column text_salt bytea check (length(text_salt) = 32),
  add column trade_salt bytea check (length(trade_salt) = 32);
-- Signals older than the log, which are logged first. Empty from then on.
create index signals_not_logged on signals (created_at, id) where trade_salt is null;

-- As before, and what the log needs: salts for a signal older than it; a deleted text takes its salt along.
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
  raise exception 'a signal is a record and cannot be changed';
end $$;

-- What waits to be logged. No index: the sequencer reads it whole, and posting writes one row.
create table record_queue (
  queued_at timestamptz(3) not null,
  kind text not null default 'signal' check (kind in ('signal', 'leave')),
  signal_id uuid,
  -- Of a signal: whether its trade is sealed, because it is premium or its author was private when it was posted.
  sealed boolean,
  -- Of a departure.
  author uuid
);

create table record_log (
  is_only boolean primary key default true check (is_only),
  -- The name of the log and of its key. Fixed with the first entry.
  origin text not null,
  started_at timestamptz(3) not null,
  -- Why nothing is signed, in words for the page of the log.
  problem text
);

-- Each author under a random id. The link to the person is deleted with the account.
create table record_authors (
  author uuid primary key,
  user_id uuid unique references users on delete set null,
  -- The next number in the author's own chain, and the leaf hash of their last entry.
  seq integer not null,
  head bytea
);

create table record_entries (
  index bigint primary key,
  kind text not null,
  signal_id uuid unique,
  author uuid,
  bytes bytea not null,
  leaf_hash bytea not null
);

-- The hashes of a tile so far. Level 0 holds leaf hashes, level 1 the roots of full tiles of level 0, and so on.
create table record_tiles (
  level smallint,
  n bigint,
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, n)
);

create table record_checkpoints (
  size bigint primary key,
  note text not null,
  at timestamptz(3) not null
);

-- The trades of sealed signals, which are opened later, even after the author has left.
create table record_trades (
  signal_id uuid primary key,
  index bigint not null,
  salt bytea not null,
  trade jsonb not null,
  opens_at timestamptz(3) not null,
  -- The index of the entry that opened it.
  opened bigint
);
create index record_trades_sealed on record_trades (opens_at) where opened is null;

create function refuse_record_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'record_tiles' then
    if new.level = old.level and new.n = old.n and length(new.hashes) > length(old.hashes)
      and substr(new.hashes, 1, length(old.hashes)) = old.hashes
    then
      return new;
    end if;
  end if;
  raise exception 'the record is append-only: % on %', lower(tg_op), tg_table_name;
end $$;
create trigger record_entries_are_final before update or delete on record_entries
  for each row execute function refuse_record_change();
create trigger record_tiles_only_grow before update or delete on record_tiles
  for each row execute function refuse_record_change();
create trigger record_checkpoints_are_final before update or delete on record_checkpoints
  for each row execute function refuse_record_change();
