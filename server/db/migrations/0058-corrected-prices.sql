-- What changes prices afterwards: corrections, final values of shares that stopped trading, and new symbols (docs/record.md, "Scoring").

alter table market_closes
  -- Shares traded that day. Null if the provider didn't say, or the close is older than this column.
  add column volume numeric check (volume >= 0);

alter table market_series
  -- When the provider's answer last differed from what was stored, and the first day that ever differed.
  add column corrected_at timestamptz(3),
  add column corrected_from date;

-- What one share was worth after it stopped trading, set by an administrator. A correction is a new version.
create table market_final_values (
  symbol text not null,
  version smallint not null,
  day date not null,
  -- US dollars.
  value numeric not null check (value > 0),
  -- Where the administrator read it; everybody sees it.
  source text not null check (length(source) between 1 and 200),
  set_at timestamptz(3) not null,
  primary key (symbol, version)
);

-- A share that trades under a new symbol from a day on.
create table market_renames (
  old_symbol text primary key,
  new_symbol text not null,
  day date not null,
  noted_at timestamptz(3) not null,
  check (old_symbol <> new_symbol)
);

alter table record_scoring
  -- Corrections of the market's prices until then have made positions due.
  add column corrections_at timestamptz(3);

alter table record_inputs
  -- The close is a final value: nobody traded at it.
  add column is_final boolean not null default false;
create index record_inputs_final on record_inputs (symbol, day) where is_final;

alter table record_restatements
  -- What was corrected: [{ symbol, day, what }].
  add column causes jsonb not null default '[]';
