-- Witnesses of the log (c2sp.org/tlog-witness), by their verifier keys.
create table record_witnesses (
  vkey text primary key,
  -- Why it didn't cosign when it was last asked, in words for the page of the log. The log doesn't wait for it then.
  fault text,
  -- It isn't asked before: another copy of the server is asking it, or it failed.
  next_at timestamptz(3) not null
);

-- Signatures of witnesses, which are appended to checkpoints when these are served. Only recent ones are kept.
create table record_cosignatures (
  vkey text references record_witnesses,
  size bigint references record_checkpoints,
  -- As a signed note has it.
  line text not null,
  at timestamptz(3) not null,
  primary key (vkey, size)
);
create index record_cosignatures_by_size on record_cosignatures (size);
