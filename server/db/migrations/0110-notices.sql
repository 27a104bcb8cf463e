-- Reports by people without an account (Art. 16 of the Digital Services Act), and of intimate pictures (TAKE IT DOWN Act).
create table notices (
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  reason text not null,
  text text not null,
  -- Who reported, if they said so. The email gets the outcome.
  name text,
  email text,
  -- The typed name under the statement that a picture shows the signer without their consent; null in other notices.
  signature text,
  created_at timestamptz(3) not null,
  -- When its case was decided.
  closed_at timestamptz(3)
);
create index notices_of_case on notices (case_id, created_at, id);
create index notices_closed on notices (closed_at) where closed_at is not null;
