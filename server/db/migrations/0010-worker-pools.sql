-- Who works on the queue, so that jobs are taken over from whoever was killed, and from nobody else.

-- Each copy of the server says every few seconds that it lives; a row that has grown old is of one that was killed.
create table worker_pools (
  -- What the queue writes into `locked_by`.
  id text primary key,
  seen_at timestamptz(3) not null
);
