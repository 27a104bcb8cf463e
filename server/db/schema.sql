-- The tables as all migrations together make them, to be read; written by npm run check -- --tables.
-- Changes are made by a new file in migrations/.

CREATE OR REPLACE FUNCTION public.add_polled_job(name text, job json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  task integer;
begin
  select id into task from graphile_worker._private_tasks where identifier = name;
  if task is null then
    perform graphile_worker.add_job(name, job);
  else
    insert into graphile_worker._private_jobs (task_id, payload) values (task, job);
  end if;
end;
$function$
;

CREATE OR REPLACE FUNCTION public.begin_follower_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into follower_counts select id, 0 from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_follower_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change record;
begin
  for change in select following_id as person, count(*) as n from changed group by 1 order by 1 loop
    update follower_counts set followers = followers + case tg_op when 'INSERT' then change.n else -change.n end
      where user_id = change.person;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_signal_counts(signal uuid, more_comments integer, more_useful integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if more_comments = 0 and more_useful = 0 then
    return;
  end if;
  insert into signal_counts as c (signal_id, comments, useful) values (signal, more_comments, more_useful)
  on conflict (signal_id) do update set comments = c.comments + excluded.comments, useful = c.useful + excluded.useful;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before integer := 0;
begin
  if tg_op = 'UPDATE' then
    before := (old.deleted_at is null and old.hidden_at is null)::integer;
  end if;
  perform change_signal_counts(new.signal_id, (new.deleted_at is null and new.hidden_at is null)::integer - before, 0);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_useful()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform change_signal_counts(new.signal_id, 0, 1);
  -- Not while the signal itself is being deleted.
  elsif exists (select from signals where id = old.signal_id) then
    perform change_signal_counts(old.signal_id, 0, -1);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.body := '';
  new.edited_at := null;
  new.shows_holding := false;
  new.deleted_at := coalesce(new.deleted_at, date_trunc('day', now()));
  delete from comment_versions where comment_id = new.id;
  delete from comment_mentions where comment_id = new.id;
  delete from comment_alerts where comment_id = new.id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.snapshot := null;
  -- The id of a profile is the person's.
  if new.subject_kind = 'profile' then
    new.subject_id := new.id;
    update reports set subject_id = new.id where case_id = new.id;
  end if;
  update decisions set facts = 'Deleted with the account.' where case_id = new.id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_paying(s subscriptions, at timestamp with time zone, grace_days integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not s.is_disputed and (s.ends_at is null or s.ends_at > at) and (s.paused_from is null or s.paused_from > at)
    and (s.status in ('active', 'trialing')
      or (s.status = 'past_due' and s.current_period_start > at - grace_days * interval '1 day'))
$function$
;

CREATE OR REPLACE FUNCTION public.is_restricted(person uuid, what text, moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from restrictions where person_id = person and kind = what and lifted_at is null
    and starts_at <= moment and (ends_at is null or ends_at > moment))
$function$
;

CREATE OR REPLACE FUNCTION public.is_silent(creator uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from silent_creators where creator_id = creator and paused_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.name_parts(names text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT substr(name_parts.names, start.start, 3) AS substr FROM generate_series(1, (char_length(name_parts.names) - 2)) start(start) UNION ALL SELECT "left"((word.word || '_'::text), size.size) AS "left" FROM (regexp_split_to_table(name_parts.names, '[_ 
]'::text) word(word) CROSS JOIN generate_series(1, 2) size(size)))
;

CREATE OR REPLACE FUNCTION public.query_parts(query text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((char_length(query) < 3) AND ("left"(query, 1) = '_'::text)) THEN ARRAY['_'::text] WHEN (char_length(query) < 3) THEN ARRAY[query] ELSE ARRAY(SELECT DISTINCT substr(query_parts.query, start.start, 3) AS substr FROM generate_series(1, (char_length(query_parts.query) - 2)) start(start)) END
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed text[] := array(
    select a.key from jsonb_each(to_jsonb(new)) a join jsonb_each(to_jsonb(old)) b using (key)
     where a.value is distinct from b.value order by 1);
begin
  if new.content = 'The text was deleted with its author’s account.' and new.text_salt is null and new.details is null
    and changed <@ array['user_id', 'content', 'details', 'text_salt']
    and exists (select from users where id = new.user_id and is_former)
    and exists (select from users where id = old.user_id and deletion_requested_at is not null)
  then
    return new;
  end if;
  if changed = array['text_salt', 'trade_salt'] and old.text_salt is null and old.trade_salt is null then
    return new;
  end if;
  if changed = array['withdrawn_at'] and old.withdrawn_at is null then
    return new;
  end if;
  if changed = array['hidden_at'] then
    return new;
  end if;
  if new.content = 'The text was removed.' and new.text_salt is null and new.details is null
    and old.removed_for is null and new.removed_for is not null
    and changed <@ array['content', 'details', 'removed_for', 'text_salt']
  then
    return new;
  end if;
  raise exception 'a signal is a record and cannot be changed';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'record_tiles' then
    if new.level = old.level and new.n = old.n and length(new.hashes) > length(old.hashes)
      and substr(new.hashes, 1, length(old.hashes)) = old.hashes
    then
      return new;
    end if;
  end if;
  raise exception 'the record is append-only: % on %', lower(tg_op), tg_table_name;
end $function$
;

create table account_tokens (
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  email text,
  constraint account_tokens_pkey PRIMARY KEY (id),
  constraint account_tokens_token_hash_key UNIQUE (token_hash),
  constraint account_tokens_email_check CHECK (((email IS NOT NULL) OR (purpose = ANY (ARRAY['reset_password'::text, 'sign_in'::text])))),
  constraint account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'sign_in'::text, 'verify_email'::text, 'change_email'::text, 'revert_email'::text, 'stop_email'::text]))),
  constraint account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_tokens_expires ON public.account_tokens USING btree (expires_at);
CREATE INDEX account_tokens_person ON public.account_tokens USING btree (user_id, purpose, created_at);
CREATE INDEX account_tokens_reverts ON public.account_tokens USING btree (lower(email)) WHERE ((purpose = 'revert_email'::text) AND (used_at IS NULL));

create table alert_bells (
  author_id uuid not null,
  person_id uuid not null,
  level text not null,
  email text,
  created_at timestamp(3) with time zone not null,
  push boolean,
  constraint alert_bells_pkey PRIMARY KEY (author_id, person_id),
  constraint alert_bells_check CHECK ((author_id <> person_id)),
  constraint alert_bells_email_check CHECK ((email = ANY (ARRAY['off'::text, 'at_once'::text, 'digest'::text]))),
  constraint alert_bells_level_check CHECK ((level = ANY (ARRAY['all'::text, 'premium'::text, 'off'::text]))),
  constraint alert_bells_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint alert_bells_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX alert_bells_of_person ON public.alert_bells USING btree (person_id);

create table alert_kind_marks (
  person_id uuid not null,
  kind text not null,
  seen_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint alert_kind_marks_pkey PRIMARY KEY (person_id, kind),
  constraint alert_kind_marks_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);

create table alert_marks (
  person_id uuid not null,
  seen_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint alert_marks_pkey PRIMARY KEY (person_id),
  constraint alert_marks_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);

create table alert_preferences (
  person_id uuid not null,
  kind text not null,
  list boolean not null,
  email text not null,
  push boolean,
  from_whom text,
  constraint alert_preferences_pkey PRIMARY KEY (person_id, kind),
  constraint alert_preferences_email_check CHECK ((email = ANY (ARRAY['off'::text, 'at_once'::text, 'digest'::text]))),
  constraint alert_preferences_from_whom_check CHECK ((from_whom = ANY (ARRAY['everyone'::text, 'followed'::text, 'nobody'::text]))),
  constraint alert_preferences_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);

create table alert_runs (
  signal_id uuid not null,
  queued_at timestamp(3) with time zone not null,
  after_person uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint alert_runs_pkey PRIMARY KEY (signal_id)
);
CREATE INDEX alert_runs_oldest ON public.alert_runs USING btree (queued_at);

create table alert_schedules (
  person_id uuid not null,
  time_zone text not null,
  quiet_from smallint,
  quiet_to smallint,
  digest text not null default 'off'::text,
  digest_minute smallint not null,
  digest_weekday smallint not null,
  next_digest_at timestamp(3) with time zone,
  digest_since timestamp(3) with time zone not null,
  held_since timestamp(3) with time zone,
  release_at timestamp(3) with time zone,
  constraint alert_schedules_pkey PRIMARY KEY (person_id),
  constraint alert_schedules_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
  constraint alert_schedules_check1 CHECK (((digest = 'off'::text) = (next_digest_at IS NULL))),
  constraint alert_schedules_check2 CHECK (((held_since IS NULL) = (release_at IS NULL))),
  constraint alert_schedules_digest_check CHECK ((digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]))),
  constraint alert_schedules_digest_minute_check CHECK (((digest_minute >= 0) AND (digest_minute <= 1439))),
  constraint alert_schedules_digest_weekday_check CHECK (((digest_weekday >= 0) AND (digest_weekday <= 6))),
  constraint alert_schedules_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint alert_schedules_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439))),
  constraint alert_schedules_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX alert_schedules_digests ON public.alert_schedules USING btree (next_digest_at) WHERE (next_digest_at IS NOT NULL);
CREATE INDEX alert_schedules_held ON public.alert_schedules USING btree (release_at) WHERE (release_at IS NOT NULL);

create table alerts (
  id uuid not null,
  person_id uuid not null,
  created_at timestamp(3) with time zone not null,
  kind text not null,
  cause text not null,
  actor_id uuid,
  signal_id uuid,
  data jsonb not null default '{}'::jsonb,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_person_id_kind_cause_key UNIQUE (person_id, kind, cause),
  constraint alerts_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint alerts_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint alerts_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX alerts_newest ON public.alerts USING btree (person_id, created_at DESC, id DESC);
CREATE INDEX alerts_of_actor ON public.alerts USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX alerts_oldest ON public.alerts USING btree (created_at);

create table appeals (
  decision_id uuid not null,
  by_id uuid not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  outcome text,
  answer text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  constraint appeals_pkey PRIMARY KEY (decision_id),
  constraint appeals_answer_check CHECK ((answer <> ''::text)),
  constraint appeals_check CHECK ((((outcome IS NULL) = (answer IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)))),
  constraint appeals_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'reversed'::text]))),
  constraint appeals_text_check CHECK ((text <> ''::text)),
  constraint appeals_by_id_fkey FOREIGN KEY (by_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint appeals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE
);
CREATE INDEX appeals_of_moderator ON public.appeals USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX appeals_of_person ON public.appeals USING btree (by_id);
CREATE INDEX appeals_open ON public.appeals USING btree (due_at) WHERE (outcome IS NULL);

create table audit_log (
  id uuid not null,
  created_at timestamp(3) with time zone not null,
  event text not null,
  actor text not null,
  actor_id uuid,
  user_id uuid,
  target text,
  quantity integer,
  network cidr,
  request_id uuid,
  reason text,
  constraint audit_log_pkey PRIMARY KEY (created_at, id),
  constraint audit_log_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'visitor'::text, 'operator'::text, 'system'::text]))),
  constraint audit_log_check CHECK (((actor_id IS NULL) = (actor <> 'user'::text))),
  constraint audit_log_quantity_check CHECK ((quantity > 0)),
  constraint audit_log_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint audit_log_target_check CHECK ((char_length(target) <= 200))
) partition by RANGE (created_at);
CREATE INDEX audit_log_event ON ONLY public.audit_log USING btree (event, created_at);
CREATE INDEX audit_log_person ON ONLY public.audit_log USING btree (user_id, created_at);

create table backups (
  at timestamp(3) with time zone not null,
  size_in_bytes bigint not null,
  is_encrypted boolean not null,
  constraint backups_pkey PRIMARY KEY (at),
  constraint backups_size_in_bytes_check CHECK ((size_in_bytes > 0))
);

create table billing_emails (
  user_id uuid not null,
  kind text not null,
  cause text not null,
  queued_at timestamp(3) with time zone not null,
  constraint billing_emails_pkey PRIMARY KEY (user_id, kind, cause),
  constraint billing_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX billing_emails_queued ON public.billing_emails USING btree (queued_at);

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_check CHECK ((blocker_id <> blocked_id)),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX blocks_newest ON public.blocks USING btree (blocker_id, created_at DESC, blocked_id DESC);
CREATE INDEX blocks_of_blocked ON public.blocks USING btree (blocked_id, blocker_id);

create table bookmarks (
  person_id uuid not null,
  signal_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint bookmarks_pkey PRIMARY KEY (person_id, signal_id),
  constraint bookmarks_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint bookmarks_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX bookmarks_newest ON public.bookmarks USING btree (person_id, created_at DESC, signal_id DESC);
CREATE INDEX bookmarks_of_signal ON public.bookmarks USING btree (signal_id);

create table broker_connections (
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  is_sample boolean not null,
  external_id text not null,
  broker text not null,
  secret bytea,
  disabled_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  sync_error text,
  failures integer not null default 0,
  created_at timestamp(3) with time zone not null,
  looked_at timestamp(3) with time zone,
  constraint broker_connections_pkey PRIMARY KEY (id),
  constraint broker_connections_provider_is_sample_external_id_key UNIQUE (provider, is_sample, external_id),
  constraint broker_connections_provider_check CHECK ((provider = ANY (ARRAY['snaptrade'::text, 'plaid'::text]))),
  constraint broker_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX broker_connections_person ON public.broker_connections USING btree (user_id);

create table broker_customers (
  user_id uuid not null,
  provider text not null,
  is_sample boolean not null,
  external_id uuid not null,
  secret bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint broker_customers_pkey PRIMARY KEY (user_id, provider, is_sample),
  constraint broker_customers_external_id_key UNIQUE (external_id),
  constraint broker_customers_provider_check CHECK ((provider = ANY (ARRAY['snaptrade'::text, 'plaid'::text]))),
  constraint broker_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table cancel_reasons (
  subscription_id uuid not null,
  reason text not null,
  text text,
  answered_at timestamp(3) with time zone not null,
  constraint cancel_reasons_pkey PRIMARY KEY (subscription_id),
  constraint cancel_reasons_reason_check CHECK ((reason = ANY (ARRAY['price'::text, 'activity'::text, 'results'::text, 'trying'::text, 'time'::text, 'other'::text]))),
  constraint cancel_reasons_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 280))),
  constraint cancel_reasons_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);

create table cases (
  id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  author_id uuid,
  snapshot jsonb,
  state text not null default 'open'::text,
  opened_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  opened_for text,
  assigned_to uuid,
  claimed_until timestamp(3) with time zone,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_check CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint cases_check1 CHECK (((author_id IS NULL) OR (snapshot IS NOT NULL))),
  constraint cases_check2 CHECK (((assigned_to IS NULL) OR (claimed_until IS NOT NULL))),
  constraint cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint cases_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['signal'::text, 'profile'::text, 'comment'::text, 'picture'::text]))),
  constraint cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES moderators(person_id) ON DELETE SET NULL,
  constraint cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX cases_due ON public.cases USING btree (due_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_of_author ON public.cases USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX cases_of_moderator ON public.cases USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE UNIQUE INDEX cases_open ON public.cases USING btree (subject_kind, subject_id) WHERE (state = 'open'::text);
CREATE TRIGGER cases_forget BEFORE UPDATE OF author_id ON public.cases FOR EACH ROW WHEN (((new.author_id IS NULL) AND (old.author_id IS NOT NULL))) EXECUTE FUNCTION forget_snapshot();

create unlogged table changes (
  what text not null,
  user_ids uuid[] not null
);

create table comment_alerts (
  person_id uuid not null,
  comment_id uuid not null,
  created_at timestamp(3) with time zone not null,
  kind text not null,
  constraint comment_alerts_pkey PRIMARY KEY (person_id, comment_id),
  constraint comment_alerts_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'mention'::text]))),
  constraint comment_alerts_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_alerts_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX comment_alerts_newest ON public.comment_alerts USING btree (person_id, created_at DESC, comment_id DESC);
CREATE INDEX comment_alerts_of_comment ON public.comment_alerts USING btree (comment_id);
CREATE INDEX comment_alerts_oldest ON public.comment_alerts USING btree (created_at);

create table comment_mentions (
  comment_id uuid not null,
  name text not null,
  user_id uuid not null,
  constraint comment_mentions_pkey PRIMARY KEY (comment_id, name),
  constraint comment_mentions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_of_person ON public.comment_mentions USING btree (user_id);

create table comment_versions (
  comment_id uuid not null,
  created_at timestamp(3) with time zone not null,
  body text not null,
  constraint comment_versions_pkey PRIMARY KEY (comment_id, created_at),
  constraint comment_versions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE
);

create table comments (
  id uuid not null,
  signal_id uuid not null,
  parent_id uuid,
  person_id uuid,
  body text not null,
  created_at timestamp(3) with time zone not null,
  edited_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  hidden_at timestamp(3) with time zone,
  shows_holding boolean not null default false,
  thread_at timestamp(3) with time zone not null,
  thread_id uuid not null,
  is_reply boolean not null generated always as ((parent_id IS NOT NULL)) stored,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_check CHECK (((deleted_at IS NULL) = (body <> ''::text))),
  constraint comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comments_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint comments_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX comments_in_order ON public.comments USING btree (signal_id, thread_at, thread_id, is_reply, created_at, id);
CREATE INDEX comments_of_parent ON public.comments USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comments_of_person ON public.comments USING btree (person_id, created_at DESC, id DESC) WHERE (person_id IS NOT NULL);
CREATE TRIGGER comments_counted AFTER INSERT OR UPDATE ON public.comments FOR EACH ROW EXECUTE FUNCTION count_comment();
CREATE TRIGGER comments_forget BEFORE UPDATE OF person_id ON public.comments FOR EACH ROW WHEN (((new.person_id IS NULL) AND (old.person_id IS NOT NULL))) EXECUTE FUNCTION forget_comment();

create table consents (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  text_hash text,
  statement text not null,
  subscription_id uuid,
  plan_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_check CHECK (((subscription_id IS NULL) OR (plan_id IS NULL))),
  constraint consents_check1 CHECK (((text_hash IS NULL) = (kind = 'age'::text))),
  constraint consents_kind_check CHECK ((kind = ANY (ARRAY['age'::text, 'terms'::text, 'privacy'::text, 'refunds'::text, 'immediate_access'::text]))),
  constraint consents_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES creator_plans(id) ON DELETE CASCADE,
  constraint consents_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint consents_text_hash_fkey FOREIGN KEY (text_hash) REFERENCES legal_texts(hash),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX consents_of_person ON public.consents USING btree (user_id, created_at, id);
CREATE INDEX consents_of_plan ON public.consents USING btree (plan_id) WHERE (plan_id IS NOT NULL);
CREATE INDEX consents_of_subscription ON public.consents USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);

create table creator_plans (
  id uuid not null,
  user_id uuid not null,
  stripe_subscription_id text,
  stripe_price_id text not null,
  price_in_cents integer not null,
  status text not null,
  current_period_start timestamp(3) with time zone,
  current_period_end timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  revision integer not null default 0,
  checked_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  has_unpaid_invoice boolean not null default false,
  immediate_access_requested_at timestamp(3) with time zone,
  tax_in_cents integer,
  constraint creator_plans_pkey PRIMARY KEY (id),
  constraint creator_plans_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint creator_plans_price_in_cents_check CHECK ((price_in_cents > 0)),
  constraint creator_plans_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text]))),
  constraint creator_plans_tax_in_cents_check CHECK ((tax_in_cents >= 0)),
  constraint creator_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE RESTRICT
);
CREATE INDEX creator_plans_checked ON public.creator_plans USING btree (checked_at) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text]));
CREATE UNIQUE INDEX creator_plans_live ON public.creator_plans USING btree (user_id) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text]));
CREATE INDEX creator_plans_person ON public.creator_plans USING btree (user_id, created_at DESC);

create table data_exports (
  id uuid not null,
  user_id uuid not null,
  requested_at timestamp(3) with time zone not null,
  ready_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  size_in_bytes integer,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_check CHECK ((((ready_at IS NULL) = (expires_at IS NULL)) AND ((ready_at IS NULL) = (size_in_bytes IS NULL)))),
  constraint data_exports_size_in_bytes_check CHECK ((size_in_bytes > 0)),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX data_exports_expired ON public.data_exports USING btree (expires_at);
CREATE INDEX data_exports_person ON public.data_exports USING btree (user_id, requested_at DESC);

create table decisions (
  id uuid not null,
  case_id uuid not null,
  measure text not null,
  facts text not null,
  ground text,
  reference text,
  is_automatic boolean not null,
  territory text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  decided_by uuid,
  confirmation text,
  confirmed_by uuid,
  confirmed_at timestamp(3) with time zone,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_case_id_key UNIQUE (case_id),
  constraint decisions_check CHECK (((measure = 'dismiss'::text) OR ((ground IS NOT NULL) AND (reference IS NOT NULL)))),
  constraint decisions_confirmation_check CHECK ((confirmation = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text]))),
  constraint decisions_facts_check CHECK ((facts <> ''::text)),
  constraint decisions_ground_check CHECK ((ground = ANY (ARRAY['law'::text, 'rule'::text]))),
  constraint decisions_measure_check CHECK ((measure = ANY (ARRAY['dismiss'::text, 'hide'::text, 'suspend'::text, 'stop_selling'::text, 'stop_reporting'::text]))),
  constraint decisions_reference_check CHECK ((reference <> ''::text)),
  constraint decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint decisions_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX decisions_of_confirmer ON public.decisions USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX decisions_of_moderator ON public.decisions USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX decisions_to_confirm ON public.decisions USING btree (ends_at) WHERE (confirmation = 'waiting'::text);

create table deliveries (
  queued_at timestamp(3) with time zone not null,
  signal_id uuid not null,
  after_reader uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  readers integer not null default 0,
  constraint deliveries_pkey PRIMARY KEY (queued_at, signal_id)
);

create table delivery_receipts (
  signal_id uuid not null,
  queued_at timestamp(3) with time zone not null,
  feeds integer,
  feeds_ms integer,
  push_due_at timestamp(3) with time zone,
  first_person uuid,
  after_person uuid,
  has_wrapped boolean not null default false,
  handed integer not null default 0,
  handed_in integer[] not null default '{}'::integer[],
  last_ms integer,
  handed_after_quiet integer not null default 0,
  handed_later integer not null default 0,
  constraint delivery_receipts_pkey PRIMARY KEY (signal_id),
  constraint delivery_receipts_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX delivery_receipts_due ON public.delivery_receipts USING btree (push_due_at) WHERE (push_due_at IS NOT NULL);

create table emails (
  id uuid not null,
  recipient text not null,
  template text not null,
  data jsonb not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  mailbox text,
  constraint emails_pkey PRIMARY KEY (id)
);
CREATE INDEX emails_created ON public.emails USING btree (created_at);
CREATE INDEX emails_mailbox ON public.emails USING btree (mailbox, created_at) WHERE (mailbox IS NOT NULL);
CREATE INDEX emails_waiting_alerts ON public.emails USING btree (recipient, created_at) WHERE ((sent_at IS NULL) AND (template = 'signalAlerts'::text));

create unlogged table failed_sign_ins (
  username text not null,
  failures integer not null,
  expires_at timestamp(3) with time zone not null,
  constraint failed_sign_ins_pkey PRIMARY KEY (username),
  constraint failed_sign_ins_failures_check CHECK ((failures >= 0))
);

create table failed_steps (
  loop text not null,
  subject uuid not null,
  person_id uuid,
  attempts integer not null,
  reason text not null,
  failed_at timestamp(3) with time zone not null,
  retry_at timestamp(3) with time zone,
  constraint failed_steps_loop_subject_person_id_key UNIQUE NULLS NOT DISTINCT (loop, subject, person_id),
  constraint failed_steps_loop_check CHECK ((loop = ANY (ARRAY['signal_email'::text, 'digest'::text, 'quiet_hours'::text, 'push'::text, 'held_push'::text]))),
  constraint failed_steps_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX failed_steps_due ON public.failed_steps USING btree (loop, retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX failed_steps_of_person ON public.failed_steps USING btree (person_id);

create table follower_counts (
  user_id uuid not null,
  followers integer not null,
  constraint follower_counts_pkey PRIMARY KEY (user_id),
  constraint follower_counts_followers_check CHECK ((followers >= 0)),
  constraint follower_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX follower_counts_most ON public.follower_counts USING btree (followers DESC, user_id);

create table follows (
  id uuid not null,
  follower_id uuid not null,
  following_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint follows_pkey PRIMARY KEY (id),
  constraint follows_follower_id_following_id_key UNIQUE (follower_id, following_id),
  constraint follows_check CHECK ((follower_id <> following_id)),
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint follows_following_id_fkey FOREIGN KEY (following_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX follows_created ON public.follows USING brin (created_at);
CREATE INDEX follows_following ON public.follows USING btree (following_id, follower_id);
CREATE INDEX follows_newest_followed ON public.follows USING btree (follower_id, created_at DESC, following_id DESC);
CREATE INDEX follows_newest_followers ON public.follows USING btree (following_id, created_at DESC, follower_id DESC);
CREATE TRIGGER follows_count_added AFTER INSERT ON public.follows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION change_follower_counts();
CREATE TRIGGER follows_count_removed AFTER DELETE ON public.follows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION change_follower_counts();

create table held_pictures (
  id uuid not null,
  person_id uuid not null,
  picture text not null,
  hash bit(64) not null,
  held_at timestamp(3) with time zone not null,
  is_replaced boolean not null default false,
  constraint held_pictures_pkey PRIMARY KEY (id),
  constraint held_pictures_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX held_pictures_of_person ON public.held_pictures USING btree (person_id);

create table invitations (
  id uuid not null,
  email text not null,
  token_hash text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  used_by uuid,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL
);

create table last_visits (
  person_id uuid not null,
  visited_at timestamp(3) with time zone not null,
  is_resting boolean not null default false,
  constraint last_visits_pkey PRIMARY KEY (person_id),
  constraint last_visits_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX last_visits_awake ON public.last_visits USING btree (visited_at) WHERE (NOT is_resting);

create table launch_emails (
  id uuid not null,
  address_hash text not null,
  token_hash text not null,
  created_at timestamp(3) with time zone not null,
  unsubscribed_at timestamp(3) with time zone,
  constraint launch_emails_pkey PRIMARY KEY (id),
  constraint launch_emails_address_hash_key UNIQUE (address_hash),
  constraint launch_emails_token_hash_key UNIQUE (token_hash)
);

create table legal_texts (
  hash text not null,
  document text not null,
  title text not null,
  updated date not null,
  html text not null,
  created_at timestamp(3) with time zone not null,
  constraint legal_texts_pkey PRIMARY KEY (hash)
);

create table market_adjusted_closes (
  symbol text not null,
  day date not null,
  close numeric not null,
  source text not null,
  constraint market_adjusted_closes_pkey PRIMARY KEY (symbol, day),
  constraint market_adjusted_closes_close_check CHECK ((close > (0)::numeric))
);

create table market_closes (
  symbol text not null,
  day date not null,
  close numeric not null,
  source text not null,
  low numeric,
  high numeric,
  volume numeric,
  constraint market_closes_pkey PRIMARY KEY (symbol, day),
  constraint market_closes_close_check CHECK ((close > (0)::numeric)),
  constraint market_closes_low_check CHECK ((low > (0)::numeric)),
  constraint market_closes_range CHECK ((((low IS NULL) = (high IS NULL)) AND (low <= high))),
  constraint market_closes_volume_check CHECK ((volume >= (0)::numeric))
);

create table market_corporate_actions (
  kind text not null,
  symbol text not null,
  day date not null,
  new_symbol text,
  ratio numeric,
  cash numeric,
  source text not null,
  constraint market_corporate_actions_symbol_day_kind_new_symbol_key UNIQUE NULLS NOT DISTINCT (symbol, day, kind, new_symbol),
  constraint market_corporate_actions_cash_check CHECK ((cash >= (0)::numeric)),
  constraint market_corporate_actions_check CHECK (((new_symbol IS NOT NULL) OR (cash IS NOT NULL))),
  constraint market_corporate_actions_check1 CHECK (((new_symbol IS NULL) = (ratio IS NULL))),
  constraint market_corporate_actions_kind_check CHECK ((kind = ANY (ARRAY['rename'::text, 'merger'::text, 'spin_off'::text]))),
  constraint market_corporate_actions_ratio_check CHECK ((ratio > (0)::numeric))
);
CREATE INDEX market_corporate_actions_new_symbol ON public.market_corporate_actions USING btree (new_symbol);

create table market_dividends (
  symbol text not null,
  ex_day date not null,
  pay_day date,
  amount numeric not null,
  currency text not null,
  source text not null,
  constraint market_dividends_pkey PRIMARY KEY (symbol, ex_day, amount),
  constraint market_dividends_amount_check CHECK ((amount > (0)::numeric)),
  constraint market_dividends_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

create table market_final_values (
  symbol text not null,
  version smallint not null,
  day date not null,
  value numeric not null,
  source text not null,
  set_at timestamp(3) with time zone not null,
  constraint market_final_values_pkey PRIMARY KEY (symbol, version),
  constraint market_final_values_source_check CHECK (((length(source) >= 1) AND (length(source) <= 200))),
  constraint market_final_values_value_check CHECK ((value > (0)::numeric))
);

create table market_instruments (
  symbol text not null,
  name text not null,
  source text not null,
  fetched_at timestamp(3) with time zone not null,
  constraint market_instruments_pkey PRIMARY KEY (symbol)
);

create table market_rates (
  currency text not null,
  day date not null,
  rate numeric not null,
  source text not null,
  constraint market_rates_pkey PRIMARY KEY (currency, day),
  constraint market_rates_rate_check CHECK ((rate > (0)::numeric))
);

create table market_renames (
  old_symbol text not null,
  new_symbol text not null,
  day date not null,
  noted_at timestamp(3) with time zone not null,
  constraint market_renames_pkey PRIMARY KEY (old_symbol),
  constraint market_renames_check CHECK ((old_symbol <> new_symbol))
);

create table market_series (
  kind text not null,
  symbol text not null,
  from_day date,
  to_day date,
  tried_at timestamp(3) with time zone not null,
  is_included boolean not null default true,
  corrected_at timestamp(3) with time zone,
  corrected_from date,
  whole_at timestamp(3) with time zone,
  failures integer not null default 0,
  busy_since timestamp(3) with time zone,
  constraint market_series_pkey PRIMARY KEY (kind, symbol),
  constraint market_series_check CHECK ((((from_day IS NULL) = (to_day IS NULL)) AND (from_day <= to_day))),
  constraint market_series_failures_check CHECK ((failures >= 0)),
  constraint market_series_kind_check CHECK ((kind = ANY (ARRAY['closes'::text, 'splits'::text, 'rates'::text, 'adjusted'::text, 'dividends'::text, 'actions'::text])))
);

create table market_splits (
  symbol text not null,
  day date not null,
  ratio numeric not null,
  source text not null,
  constraint market_splits_pkey PRIMARY KEY (symbol, day),
  constraint market_splits_ratio_check CHECK ((ratio > (0)::numeric))
);

create table migrations (
  name text not null,
  applied_at timestamp(3) with time zone not null,
  kind text,
  constraint migrations_pkey PRIMARY KEY (name),
  constraint migrations_kind_check CHECK ((kind = ANY (ARRAY['expand'::text, 'contract'::text])))
);

create table moderators (
  person_id uuid not null,
  role text not null,
  created_at timestamp(3) with time zone not null,
  constraint moderators_pkey PRIMARY KEY (person_id),
  constraint moderators_role_check CHECK ((role = ANY (ARRAY['moderator'::text, 'administrator'::text]))),
  constraint moderators_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);

create table mutes (
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  value text not null,
  muted_person_id uuid generated always as (
CASE
    WHEN (kind = 'person'::text) THEN (value)::uuid
    ELSE NULL::uuid
END) stored,
  until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint mutes_pkey PRIMARY KEY (id),
  constraint mutes_person_id_kind_value_key UNIQUE (person_id, kind, value),
  constraint mutes_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'ticker'::text, 'word'::text]))),
  constraint mutes_muted_person_id_fkey FOREIGN KEY (muted_person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mutes_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mutes_of_person ON public.mutes USING btree (muted_person_id) WHERE (muted_person_id IS NOT NULL);

create table notice_looks (
  notice_id uuid not null,
  decision_id uuid not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  outcome text,
  answer text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  constraint notice_looks_pkey PRIMARY KEY (notice_id),
  constraint notice_looks_answer_check CHECK ((answer <> ''::text)),
  constraint notice_looks_check CHECK ((((outcome IS NULL) = (answer IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)))),
  constraint notice_looks_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'reopened'::text]))),
  constraint notice_looks_text_check CHECK ((text <> ''::text)),
  constraint notice_looks_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint notice_looks_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE,
  constraint notice_looks_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE
);
CREATE INDEX notice_looks_of_decision ON public.notice_looks USING btree (decision_id);
CREATE INDEX notice_looks_of_moderator ON public.notice_looks USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX notice_looks_open ON public.notice_looks USING btree (due_at) WHERE (outcome IS NULL);

create table notices (
  id uuid not null,
  case_id uuid not null,
  reason text not null,
  text text not null,
  name text,
  email text,
  signature text,
  created_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);
CREATE INDEX notices_closed ON public.notices USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX notices_of_case ON public.notices USING btree (case_id, created_at, id);

create table passkeys (
  id text not null,
  user_id uuid not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_person ON public.passkeys USING btree (user_id, created_at);

create table payments (
  stripe_invoice_id text not null,
  subscription_id uuid not null,
  stripe_payment_intent_id text not null,
  stripe_charge_id text not null,
  stripe_transfer_id text,
  amount_in_cents integer not null,
  fee_in_cents integer not null,
  refunded_in_cents integer not null,
  fee_refunded_in_cents integer not null,
  dispute_status text,
  stripe_reversal_id text,
  stripe_return_id text,
  period_start timestamp(3) with time zone not null,
  period_end timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone not null,
  transferred_in_cents integer not null default 0,
  reversed_in_cents integer not null default 0,
  returned_in_cents integer not null default 0,
  reversal_refused boolean not null default false,
  refund_failed_in_cents integer not null default 0,
  tax_in_cents integer not null default 0,
  card_fingerprint text,
  constraint payments_pkey PRIMARY KEY (stripe_invoice_id),
  constraint payments_stripe_charge_id_key UNIQUE (stripe_charge_id),
  constraint payments_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id),
  constraint payments_amount_in_cents_check CHECK ((amount_in_cents >= 0)),
  constraint payments_check CHECK (((fee_in_cents >= 0) AND (fee_in_cents <= amount_in_cents))),
  constraint payments_check1 CHECK (((refunded_in_cents >= 0) AND (refunded_in_cents <= amount_in_cents))),
  constraint payments_check2 CHECK (((fee_refunded_in_cents >= 0) AND (fee_refunded_in_cents <= fee_in_cents))),
  constraint payments_check3 CHECK (((tax_in_cents >= 0) AND (tax_in_cents <= amount_in_cents))),
  constraint payments_refund_failed_in_cents_check CHECK ((refund_failed_in_cents >= 0)),
  constraint payments_returned_in_cents_check CHECK ((returned_in_cents >= 0)),
  constraint payments_reversed_in_cents_check CHECK ((reversed_in_cents >= 0)),
  constraint payments_transferred_in_cents_check CHECK ((transferred_in_cents >= 0)),
  constraint payments_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE RESTRICT
);
CREATE INDEX payments_card ON public.payments USING btree (card_fingerprint, paid_at) WHERE (card_fingerprint IS NOT NULL);
CREATE INDEX payments_of_subscription ON public.payments USING btree (subscription_id, paid_at DESC);

create table payouts (
  stripe_payout_id text not null,
  creator_id uuid not null,
  amount bigint not null,
  currency text not null,
  status text not null,
  arrives_at timestamp(3) with time zone not null,
  failure_code text,
  emailed text,
  created_at timestamp(3) with time zone not null,
  constraint payouts_pkey PRIMARY KEY (stripe_payout_id),
  constraint payouts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payouts_emailed_check CHECK ((emailed = ANY (ARRAY['paid'::text, 'failed'::text]))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'paid'::text, 'failed'::text, 'canceled'::text]))),
  constraint payouts_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX payouts_of_creator ON public.payouts USING btree (creator_id, created_at DESC, stripe_payout_id);

create table performance_record_events (
  user_id uuid not null,
  kind text not null,
  at timestamp(3) with time zone not null,
  day date not null generated always as (((at AT TIME ZONE 'UTC'::text))::date) stored,
  constraint performance_record_events_pkey PRIMARY KEY (user_id, kind, day),
  constraint performance_record_events_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'account_added'::text, 'deleted'::text, 'restarted'::text]))),
  constraint performance_record_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table performance_summaries (
  user_id uuid not null,
  performance text not null,
  summary jsonb,
  no_return_reason text,
  computed_at timestamp(3) with time zone not null,
  cash_weight text,
  source text not null,
  linked_since date,
  money_weighted text,
  statement_differences jsonb not null default '[]'::jsonb,
  constraint performance_summaries_pkey PRIMARY KEY (user_id),
  constraint performance_summaries_cash_weight_check CHECK ((cash_weight ~ '^-?[0-9]+\.[0-9]%$'::text)),
  constraint performance_summaries_linked_since_check CHECK (((source = 'linked'::text) = (linked_since IS NOT NULL))),
  constraint performance_summaries_money_weighted_check CHECK ((money_weighted ~ '^([+-][0-9]+\.[0-9]|over \+9,999|under -9,999)%$'::text)),
  constraint performance_summaries_performance_check CHECK ((performance ~ '^([+-][0-9]+\.[0-9]|over \+9,999|under -9,999)%$'::text)),
  constraint performance_summaries_source_check CHECK ((source = ANY (ARRAY['none'::text, 'sample'::text, 'self_reported'::text, 'linked'::text]))),
  constraint performance_summaries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table portfolio_accounts (
  id uuid not null,
  user_id uuid not null,
  source text not null,
  broker text not null,
  label text,
  currency text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  connection_id uuid,
  external_id text,
  is_paper boolean not null default false,
  shown_at timestamp(3) with time zone,
  is_mapped boolean not null default false,
  is_margin boolean not null default false,
  constraint portfolio_accounts_pkey PRIMARY KEY (id),
  constraint portfolio_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint portfolio_accounts_external CHECK (((connection_id IS NULL) = (external_id IS NULL))),
  constraint portfolio_accounts_linked CHECK (((connection_id IS NULL) = (source = 'file'::text))),
  constraint portfolio_accounts_source_check CHECK ((source = ANY (ARRAY['file'::text, 'snaptrade'::text, 'plaid'::text, 'sample'::text]))),
  constraint portfolio_accounts_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES broker_connections(id) ON DELETE CASCADE,
  constraint portfolio_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX portfolio_accounts_of_connection ON public.portfolio_accounts USING btree (connection_id, external_id);
CREATE INDEX portfolio_accounts_person ON public.portfolio_accounts USING btree (user_id);
CREATE UNIQUE INDEX portfolio_accounts_same ON public.portfolio_accounts USING btree (user_id, source, broker, COALESCE(label, ''::text), is_mapped) WHERE (connection_id IS NULL);

create table portfolio_activities (
  account_id uuid not null,
  id text not null,
  type text not null,
  day date not null,
  symbol text,
  company_name text,
  quantity numeric not null,
  price numeric,
  cash numeric not null,
  fee numeric not null,
  ratio numeric,
  currency text not null,
  is_short boolean not null default false,
  owner_cost numeric,
  constraint portfolio_activities_pkey PRIMARY KEY (account_id, id),
  constraint portfolio_activities_fee_check CHECK ((fee >= (0)::numeric)),
  constraint portfolio_activities_owner_cost_check CHECK ((owner_cost >= (0)::numeric)),
  constraint portfolio_activities_ratio_check CHECK ((ratio > (0)::numeric)),
  constraint portfolio_activities_type_check CHECK ((type = ANY (ARRAY['buy'::text, 'sell'::text, 'dividend'::text, 'interest'::text, 'fee'::text, 'deposit'::text, 'withdrawal'::text, 'split'::text, 'transfer'::text]))),
  constraint portfolio_activities_account_id_fkey FOREIGN KEY (account_id) REFERENCES portfolio_accounts(id) ON DELETE CASCADE
);
CREATE INDEX portfolio_activities_day ON public.portfolio_activities USING btree (account_id, day);
CREATE INDEX portfolio_activities_symbol ON public.portfolio_activities USING btree (account_id, symbol, day) WHERE (symbol IS NOT NULL);

create table portfolio_column_mappings (
  user_id uuid not null,
  header_hash text not null,
  mapping jsonb not null,
  updated_at timestamp(3) with time zone not null,
  constraint portfolio_column_mappings_pkey PRIMARY KEY (user_id, header_hash),
  constraint portfolio_column_mappings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table portfolio_differences (
  user_id uuid not null,
  place integer not null,
  kind text not null,
  day date not null,
  symbol text not null,
  currency text not null,
  recorded numeric,
  low numeric,
  high numeric,
  constraint portfolio_differences_pkey PRIMARY KEY (user_id, place),
  constraint portfolio_differences_kind_check CHECK ((kind = ANY (ARRAY['trade'::text, 'dividend'::text]))),
  constraint portfolio_differences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table portfolio_holdings (
  id uuid not null,
  user_id uuid not null,
  ticker text not null,
  company_name text not null,
  percent_return text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  weight text,
  spark jsonb,
  no_price_since date,
  is_at_intrinsic boolean not null default false,
  constraint portfolio_holdings_pkey PRIMARY KEY (id),
  constraint portfolio_holdings_user_id_ticker_key UNIQUE (user_id, ticker),
  constraint portfolio_holdings_percent_return_check CHECK ((percent_return ~ '^([+-][0-9]+(\.[0-9]+)?|over \+9,999|under -9,999)%$'::text)),
  constraint portfolio_holdings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table portfolio_import_file_parts (
  file_id uuid not null,
  part integer not null,
  bytes bytea not null,
  constraint portfolio_import_file_parts_pkey PRIMARY KEY (file_id, part),
  constraint portfolio_import_file_parts_file_id_fkey FOREIGN KEY (file_id) REFERENCES portfolio_import_files(id) ON DELETE CASCADE
);

create table portfolio_import_files (
  id uuid not null,
  user_id uuid not null,
  proposal jsonb,
  created_at timestamp(3) with time zone not null,
  constraint portfolio_import_files_pkey PRIMARY KEY (id),
  constraint portfolio_import_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX portfolio_import_files_person ON public.portfolio_import_files USING btree (user_id);

create table portfolio_import_rows (
  import_id uuid not null,
  activity jsonb not null,
  constraint portfolio_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES portfolio_imports(id) ON DELETE CASCADE
);
CREATE INDEX portfolio_import_rows_import ON public.portfolio_import_rows USING btree (import_id);

create table portfolio_imports (
  id uuid not null,
  user_id uuid not null,
  preview jsonb not null,
  account_id uuid,
  created_at timestamp(3) with time zone not null,
  pending jsonb not null default '{}'::jsonb,
  constraint portfolio_imports_pkey PRIMARY KEY (id),
  constraint portfolio_imports_account_id_fkey FOREIGN KEY (account_id) REFERENCES portfolio_accounts(id) ON DELETE CASCADE,
  constraint portfolio_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table portfolio_left_out_rows (
  account_id uuid not null,
  key text not null,
  neighbors text[] not null,
  constraint portfolio_left_out_rows_pkey PRIMARY KEY (account_id, key),
  constraint portfolio_left_out_rows_account_id_fkey FOREIGN KEY (account_id) REFERENCES portfolio_accounts(id) ON DELETE CASCADE
);

create table portfolio_openings (
  account_id uuid not null,
  day date not null,
  symbol text not null,
  company_name text,
  quantity numeric not null,
  price numeric,
  currency text not null,
  constraint portfolio_openings_pkey PRIMARY KEY (account_id, day, symbol),
  constraint portfolio_openings_price_check CHECK ((price >= (0)::numeric)),
  constraint portfolio_openings_quantity_check CHECK ((quantity <> (0)::numeric)),
  constraint portfolio_openings_account_id_fkey FOREIGN KEY (account_id) REFERENCES portfolio_accounts(id) ON DELETE CASCADE
);

create table portfolio_statements (
  account_id uuid not null,
  from_day date not null,
  to_day date not null,
  statement jsonb not null,
  constraint portfolio_statements_pkey PRIMARY KEY (account_id, from_day, to_day),
  constraint portfolio_statements_check CHECK ((to_day >= from_day)),
  constraint portfolio_statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES portfolio_accounts(id) ON DELETE CASCADE
);

create table provider_rate_limits (
  provider text not null,
  next_at timestamp with time zone not null,
  constraint provider_rate_limits_pkey PRIMARY KEY (provider)
);

create table push_devices (
  id uuid not null,
  person_id uuid not null,
  session text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  vapid_key smallint not null,
  shows_text boolean not null default false,
  created_at timestamp(3) with time zone not null,
  last_ok_at timestamp(3) with time zone,
  failures integer not null default 0,
  held_since timestamp(3) with time zone,
  held_for text,
  release_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint push_devices_pkey PRIMARY KEY (id),
  constraint push_devices_endpoint_key UNIQUE (endpoint),
  constraint push_devices_check CHECK ((((held_since IS NULL) = (held_for IS NULL)) AND ((held_since IS NULL) = (release_at IS NULL)))),
  constraint push_devices_held_for_check CHECK ((held_for = ANY (ARRAY['quiet'::text, 'service'::text, 'due'::text]))),
  constraint push_devices_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_devices_session_fkey FOREIGN KEY (session) REFERENCES sessions(sid) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX push_devices_held ON public.push_devices USING btree (release_at) WHERE (release_at IS NOT NULL);
CREATE INDEX push_devices_of_person ON public.push_devices USING btree (person_id);
CREATE INDEX push_devices_of_session ON public.push_devices USING btree (session);

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table record_authors (
  author uuid not null,
  user_id uuid,
  seq integer not null,
  head bytea,
  constraint record_authors_pkey PRIMARY KEY (author),
  constraint record_authors_user_id_key UNIQUE (user_id),
  constraint record_authors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table record_board (
  is_only boolean not null default true,
  inputs text not null,
  as_of date not null,
  decided date,
  rated integer not null,
  listed integer not null,
  family integer not null,
  cutoff double precision not null,
  monkeys integer not null,
  monkeys_listed integer not null,
  day date,
  size bigint,
  rated_at timestamp(3) with time zone,
  constraint record_board_pkey PRIMARY KEY (is_only),
  constraint record_board_is_only_check CHECK (is_only)
);

create table record_checkpoints (
  size bigint not null,
  note text not null,
  at timestamp(3) with time zone not null,
  constraint record_checkpoints_pkey PRIMARY KEY (size)
);
CREATE INDEX record_checkpoints_by_time ON public.record_checkpoints USING btree (at DESC, size DESC);
CREATE TRIGGER record_checkpoints_are_final BEFORE DELETE OR UPDATE ON public.record_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_record_change();

create table record_cosignatures (
  vkey text not null,
  size bigint not null,
  line text not null,
  at timestamp(3) with time zone not null,
  constraint record_cosignatures_pkey PRIMARY KEY (vkey, size),
  constraint record_cosignatures_size_fkey FOREIGN KEY (size) REFERENCES record_checkpoints(size),
  constraint record_cosignatures_vkey_fkey FOREIGN KEY (vkey) REFERENCES record_witnesses(vkey)
);
CREATE INDEX record_cosignatures_by_size ON public.record_cosignatures USING btree (size);

create table record_days (
  author uuid not null,
  method smallint not null,
  day date not null,
  places numeric not null,
  excess numeric not null,
  constraint record_days_pkey PRIMARY KEY (author, method, day)
);

create table record_due (
  ticker text not null,
  author uuid not null,
  since timestamp(3) with time zone not null,
  is_waiting boolean not null default false,
  is_posted boolean not null default false,
  constraint record_due_pkey PRIMARY KEY (ticker, author)
);

create table record_entries (
  index bigint not null,
  kind text not null,
  signal_id uuid,
  author uuid,
  bytes bytea not null,
  leaf_hash bytea not null,
  constraint record_entries_pkey PRIMARY KEY (index),
  constraint record_entries_signal_id_key UNIQUE (signal_id)
);
CREATE INDEX record_entries_by_author ON public.record_entries USING btree (author, index) WHERE (kind = ANY (ARRAY['signal'::text, 'open'::text]));
CREATE INDEX record_entries_continues ON public.record_entries USING btree (index) WHERE (kind = 'continues'::text);
CREATE INDEX record_entries_of_log ON public.record_entries USING btree (index) WHERE (kind = ANY (ARRAY['method'::text, 'key'::text]));
CREATE INDEX record_entries_opening ON public.record_entries USING btree (index) WHERE (kind = 'open'::text);
CREATE TRIGGER record_entries_are_final BEFORE DELETE OR UPDATE ON public.record_entries FOR EACH ROW EXECUTE FUNCTION refuse_record_change();

create table record_full_days (
  author uuid not null,
  method smallint not null,
  day date not null,
  places numeric not null,
  excess numeric not null,
  constraint record_full_days_pkey PRIMARY KEY (author, method, day)
);

create table record_full_people (
  author uuid not null,
  method smallint not null,
  computed_at timestamp(3) with time zone not null,
  as_of date,
  is_sample boolean not null,
  first_posted_at timestamp(3) with time zone not null,
  last_posted_at timestamp(3) with time zone not null,
  posted integer not null,
  opened integer not null,
  added integer not null,
  closed integer not null,
  comments integer not null,
  unscored integer not null,
  pending integer not null,
  sealed integer not null,
  entry_days integer not null default 0,
  horizon text,
  positions integer not null,
  positions_open integer not null,
  scored_positions integer not null,
  mean_return numeric,
  median_return numeric,
  mean_excess numeric,
  median_excess numeric,
  average_win numeric,
  average_loss numeric,
  worst numeric,
  wins integer not null,
  hit_rate numeric,
  hit_low numeric,
  hit_high numeric,
  days integer not null default 0,
  active_days integer not null default 0,
  mean numeric,
  error numeric,
  low numeric,
  high numeric,
  drawdown numeric,
  ranked_opened integer not null default 0,
  ranked_entry_days integer not null default 0,
  thin integer not null default 0,
  forecasts integer not null default 0,
  brier numeric,
  later_mean numeric,
  later_low numeric,
  later_high numeric,
  histogram integer[],
  histogram_step numeric,
  constraint record_full_people_pkey PRIMARY KEY (author, method)
);
CREATE INDEX record_full_people_method_first_posted_at_idx ON public.record_full_people USING btree (method, first_posted_at DESC);
CREATE INDEX record_full_people_method_opened_idx ON public.record_full_people USING btree (method, opened);

create table record_inputs (
  symbol text not null,
  day date not null,
  version smallint not null default 0,
  close numeric not null,
  dividend numeric not null default 0,
  ratio numeric not null default 1,
  source text not null,
  stored_at timestamp(3) with time zone not null,
  is_final boolean not null default false,
  constraint record_inputs_pkey PRIMARY KEY (symbol, day, version),
  constraint record_inputs_close_check CHECK ((close > (0)::numeric)),
  constraint record_inputs_ratio_check CHECK ((ratio > (0)::numeric))
);
CREATE INDEX record_inputs_by_time ON public.record_inputs USING brin (stored_at);
CREATE INDEX record_inputs_corrected ON public.record_inputs USING btree (symbol, day) WHERE (version > 0);
CREATE INDEX record_inputs_final ON public.record_inputs USING btree (symbol, day) WHERE is_final;
CREATE INDEX record_inputs_restated ON public.record_inputs USING btree (stored_at) WHERE (version > 0);

create table record_log (
  is_only boolean not null default true,
  origin text not null,
  started_at timestamp(3) with time zone not null,
  problem text,
  audited_at timestamp(3) with time zone,
  audited_size bigint not null default 0,
  audit_fault text,
  first_vkey text,
  stamp_fault text,
  reaudited_size bigint not null default 0,
  constraint record_log_pkey PRIMARY KEY (is_only),
  constraint record_log_is_only_check CHECK (is_only)
);

create table record_market_weeks (
  day date not null,
  is_sample boolean not null,
  days integer not null,
  funds integer[] not null,
  constraint record_market_weeks_pkey PRIMARY KEY (day)
);

create table record_names (
  name_hash bytea not null,
  constraint record_names_pkey PRIMARY KEY (name_hash),
  constraint record_names_name_hash_check CHECK ((length(name_hash) = 32))
);

create table record_people (
  author uuid not null,
  method smallint not null,
  computed_at timestamp(3) with time zone not null,
  as_of date,
  is_sample boolean not null,
  first_posted_at timestamp(3) with time zone not null,
  last_posted_at timestamp(3) with time zone not null,
  posted integer not null,
  opened integer not null,
  added integer not null,
  closed integer not null,
  comments integer not null,
  unscored integer not null,
  pending integer not null,
  sealed integer not null,
  entry_days integer not null default 0,
  horizon text,
  positions integer not null,
  positions_open integer not null,
  scored_positions integer not null,
  mean_return numeric,
  median_return numeric,
  mean_excess numeric,
  median_excess numeric,
  average_win numeric,
  average_loss numeric,
  worst numeric,
  wins integer not null,
  hit_rate numeric,
  hit_low numeric,
  hit_high numeric,
  days integer not null default 0,
  active_days integer not null default 0,
  mean numeric,
  error numeric,
  low numeric,
  high numeric,
  drawdown numeric,
  ranked_opened integer not null default 0,
  ranked_entry_days integer not null default 0,
  thin integer not null default 0,
  forecasts integer not null default 0,
  brier numeric,
  later_mean numeric,
  later_low numeric,
  later_high numeric,
  histogram integer[],
  histogram_step numeric,
  constraint record_people_pkey PRIMARY KEY (author, method)
);
CREATE INDEX record_people_candidates ON public.record_people USING btree (method, opened);
CREATE INDEX record_people_newest ON public.record_people USING btree (method, first_posted_at DESC);

create table record_public_scores (
  signal_id uuid not null,
  ticker text not null,
  method smallint not null,
  author uuid not null,
  posted_at timestamp(3) with time zone not null,
  status text not null,
  reason text,
  does text,
  of_signal_id uuid,
  side smallint not null,
  weight numeric not null,
  beta numeric,
  tilt numeric,
  entry_day date,
  entry_close numeric,
  last_close numeric,
  exit_day date,
  exit_reason text,
  ends_on date,
  trading_days integer,
  return numeric,
  benchmark numeric,
  excess numeric,
  as_of date,
  is_sample boolean not null,
  scored_at timestamp(3) with time zone not null default now(),
  is_thin boolean not null default false,
  intent text,
  time_horizon text,
  has_terms boolean not null default false,
  constraint record_public_scores_pkey PRIMARY KEY (signal_id, ticker, method),
  constraint record_scores_does_check CHECK ((does = ANY (ARRAY['opens'::text, 'adds'::text, 'closes'::text]))),
  constraint record_scores_exit_reason_check CHECK ((exit_reason = ANY (ARRAY['horizon'::text, 'opposite'::text, 'stopped-trading'::text]))),
  constraint record_scores_side_check CHECK ((side = ANY (ARRAY[1, '-1'::integer]))),
  constraint record_scores_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text, 'linked'::text, 'unscored'::text])))
);

create table record_queue (
  queued_at timestamp(3) with time zone not null,
  kind text not null default 'signal'::text,
  signal_id uuid,
  sealed boolean,
  author uuid,
  reason text,
  constraint record_queue_kind_check CHECK ((kind = ANY (ARRAY['signal'::text, 'leave'::text, 'withdraw'::text, 'takedown'::text]))),
  constraint record_queue_reason_check CHECK ((reason = ANY (ARRAY['law'::text, 'rules'::text])))
);

create table record_rankings_due (
  author uuid not null,
  since timestamp(3) with time zone not null,
  is_posted boolean not null,
  constraint record_rankings_due_pkey PRIMARY KEY (author)
);

create table record_rating_run (
  is_only boolean not null default true,
  day date not null,
  size bigint not null,
  started_at timestamp(3) with time zone not null,
  inputs text not null,
  is_whole boolean not null,
  after uuid,
  constraint record_rating_run_pkey PRIMARY KEY (is_only),
  constraint record_rating_run_is_only_check CHECK (is_only)
);

create table record_ratings (
  author uuid not null,
  book text not null,
  is_early boolean not null default false,
  is_sample boolean not null,
  as_of date not null,
  since date not null,
  trades integer not null,
  entry_days integer not null,
  active_days integer not null,
  results integer[] not null,
  filled integer[] not null,
  days integer,
  df integer,
  is_yearly boolean,
  mean numeric,
  low numeric,
  high numeric,
  low_year double precision,
  t double precision,
  p double precision,
  slopes numeric[],
  drawdown numeric,
  later_mean numeric,
  later_low numeric,
  later_high numeric,
  ended_on date,
  is_rated boolean not null,
  place integer,
  passes boolean not null default false,
  is_likely_skill boolean not null default false,
  recent_mean double precision,
  tickers text[] not null default '{}'::text[],
  beaten smallint,
  beaten_on date,
  constraint record_ratings_pkey PRIMARY KEY (author, book, is_early),
  constraint record_ratings_beaten CHECK (((beaten IS NULL) = (beaten_on IS NULL))),
  constraint record_ratings_beaten_check CHECK (((beaten >= 0) AND (beaten <= 199))),
  constraint record_ratings_book_check CHECK ((book = ANY (ARRAY['open'::text, 'sealed'::text])))
);
CREATE INDEX record_ratings_active ON public.record_ratings USING btree (author) WHERE (ended_on IS NULL);
CREATE INDEX record_ratings_listed ON public.record_ratings USING btree (place) WHERE (place IS NOT NULL);

create table record_ratings_due (
  author uuid not null,
  constraint record_ratings_due_pkey PRIMARY KEY (author)
);

create table record_ratings_next (
  author uuid not null,
  book text not null,
  is_early boolean not null default false,
  is_sample boolean not null,
  as_of date not null,
  since date not null,
  trades integer not null,
  entry_days integer not null,
  active_days integer not null,
  results integer[] not null,
  filled integer[] not null,
  days integer,
  df integer,
  is_yearly boolean,
  mean numeric,
  low numeric,
  high numeric,
  low_year double precision,
  t double precision,
  p double precision,
  slopes numeric[],
  drawdown numeric,
  later_mean numeric,
  later_low numeric,
  later_high numeric,
  ended_on date,
  is_rated boolean not null,
  place integer,
  passes boolean not null default false,
  is_likely_skill boolean not null default false,
  recent_mean double precision,
  tickers text[] not null default '{}'::text[],
  beaten smallint,
  beaten_on date,
  constraint record_ratings_next_pkey PRIMARY KEY (author, book, is_early)
);

create table record_restatements (
  signal_id uuid not null,
  ticker text not null,
  method smallint not null,
  restated_at timestamp(3) with time zone not null,
  reason text not null,
  as_of date not null,
  entry_day date not null,
  return numeric not null,
  benchmark numeric not null,
  excess numeric not null,
  causes jsonb not null default '[]'::jsonb,
  constraint record_restatements_pkey PRIMARY KEY (signal_id, ticker, method, restated_at)
);

create table record_scores (
  signal_id uuid not null,
  ticker text not null,
  method smallint not null,
  author uuid not null,
  posted_at timestamp(3) with time zone not null,
  status text not null,
  reason text,
  does text,
  of_signal_id uuid,
  side smallint not null,
  weight numeric not null,
  beta numeric,
  tilt numeric,
  entry_day date,
  entry_close numeric,
  last_close numeric,
  exit_day date,
  exit_reason text,
  ends_on date,
  trading_days integer,
  return numeric,
  benchmark numeric,
  excess numeric,
  as_of date,
  is_sample boolean not null,
  scored_at timestamp(3) with time zone not null default now(),
  is_thin boolean not null default false,
  intent text,
  time_horizon text,
  has_terms boolean not null default false,
  is_sealed boolean not null default false,
  only_closes boolean not null default false,
  constraint record_scores_pkey PRIMARY KEY (signal_id, ticker, method),
  constraint record_scores_does_check CHECK ((does = ANY (ARRAY['opens'::text, 'adds'::text, 'closes'::text]))),
  constraint record_scores_exit_reason_check CHECK ((exit_reason = ANY (ARRAY['horizon'::text, 'opposite'::text, 'stopped-trading'::text]))),
  constraint record_scores_side_check CHECK ((side = ANY (ARRAY[1, '-1'::integer]))),
  constraint record_scores_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'open'::text, 'closed'::text, 'linked'::text, 'unscored'::text])))
);
CREATE INDEX record_scores_by_author ON public.record_scores USING btree (author, posted_at, signal_id);
CREATE INDEX record_scores_by_ticker ON public.record_scores USING btree (ticker, author);
CREATE INDEX record_scores_new ON public.record_scores USING btree (ticker, author) WHERE ((does IS NULL) AND (reason IS NULL));

create table record_scoring (
  is_only boolean not null default true,
  entries bigint not null,
  day date,
  corrections_at timestamp(3) with time zone,
  method smallint not null default 1,
  constraint record_scoring_pkey PRIMARY KEY (is_only),
  constraint record_scoring_is_only_check CHECK (is_only)
);

create table record_stamps (
  size bigint not null,
  reply bytea not null,
  at timestamp(3) with time zone not null,
  constraint record_stamps_pkey PRIMARY KEY (size),
  constraint record_stamps_size_fkey FOREIGN KEY (size) REFERENCES record_checkpoints(size)
);
CREATE TRIGGER record_stamps_are_final BEFORE DELETE OR UPDATE ON public.record_stamps FOR EACH ROW EXECUTE FUNCTION refuse_record_change();

create table record_tiles (
  level smallint not null,
  n bigint not null,
  hashes bytea not null,
  constraint record_tiles_pkey PRIMARY KEY (level, n),
  constraint record_tiles_hashes_check CHECK ((((length(hashes) >= 32) AND (length(hashes) <= 8192)) AND ((length(hashes) % 32) = 0)))
);
CREATE TRIGGER record_tiles_only_grow BEFORE DELETE OR UPDATE ON public.record_tiles FOR EACH ROW EXECUTE FUNCTION refuse_record_change();

create table record_trade_figures (
  author uuid not null,
  book text not null,
  is_early boolean not null default false,
  trades integer not null,
  trades_open integer not null,
  scored integer not null,
  wins integer not null,
  mean_excess numeric,
  median_excess numeric,
  average_win numeric,
  average_loss numeric,
  hit_low numeric,
  hit_high numeric,
  worst numeric,
  worst_return numeric,
  worst_ticker text,
  worst_day date,
  histogram integer[],
  histogram_step numeric,
  constraint record_trade_figures_pkey PRIMARY KEY (author, book, is_early),
  constraint record_trade_figures_book_check CHECK ((book = ANY (ARRAY['open'::text, 'sealed'::text])))
);

create table record_trades (
  signal_id uuid not null,
  index bigint not null,
  salt bytea not null,
  trade jsonb not null,
  opens_at timestamp(3) with time zone not null,
  opened bigint,
  ended_at timestamp(3) with time zone,
  is_counted boolean not null default false,
  constraint record_trades_pkey PRIMARY KEY (signal_id)
);
CREATE INDEX record_trades_ended ON public.record_trades USING btree (ended_at) WHERE ((opened IS NULL) AND (ended_at IS NOT NULL));
CREATE INDEX record_trades_sealed ON public.record_trades USING btree (opens_at) WHERE (opened IS NULL);
CREATE INDEX record_trades_uncounted ON public.record_trades USING btree (opens_at) WHERE (NOT is_counted);

create table record_witnesses (
  vkey text not null,
  fault text,
  next_at timestamp(3) with time zone not null,
  constraint record_witnesses_pkey PRIMARY KEY (vkey)
);

create table recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refund_requests (
  id uuid not null,
  subscription_id uuid not null,
  stripe_invoice_id text not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  answered_at timestamp(3) with time zone,
  answered_by text,
  is_refunded boolean,
  answer text,
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_stripe_invoice_id_key UNIQUE (stripe_invoice_id),
  constraint refund_requests_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 500))),
  constraint refund_requests_answered_by_check CHECK ((answered_by = ANY (ARRAY['creator'::text, 'operator'::text]))),
  constraint refund_requests_check CHECK ((((answered_at IS NULL) = (answered_by IS NULL)) AND ((answered_at IS NULL) = (is_refunded IS NULL)))),
  constraint refund_requests_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000))),
  constraint refund_requests_stripe_invoice_id_fkey FOREIGN KEY (stripe_invoice_id) REFERENCES payments(stripe_invoice_id),
  constraint refund_requests_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX refund_requests_of_subscription ON public.refund_requests USING btree (subscription_id);
CREATE INDEX refund_requests_open ON public.refund_requests USING btree (created_at, id) WHERE (answered_at IS NULL);

create table refunds (
  id uuid not null,
  subscription_id uuid not null,
  stripe_invoice_id text not null,
  stripe_refund_id text,
  cause text not null,
  amount_in_cents integer not null,
  ends_subscription boolean not null default false,
  reason text,
  created_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  dropped_at timestamp(3) with time zone,
  tax_in_cents integer not null default 0,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_stripe_refund_id_key UNIQUE (stripe_refund_id),
  constraint refunds_amount_in_cents_check CHECK ((amount_in_cents > 0)),
  constraint refunds_cause_check CHECK ((cause = ANY (ARRAY['withdrawal'::text, 'creator'::text, 'request'::text, 'operator'::text, 'block'::text, 'leaving'::text, 'fraud'::text, 'other'::text]))),
  constraint refunds_check CHECK (((done_at IS NULL) = (stripe_refund_id IS NULL))),
  constraint refunds_check1 CHECK (((done_at IS NULL) OR (dropped_at IS NULL))),
  constraint refunds_check2 CHECK (((tax_in_cents >= 0) AND (tax_in_cents <= amount_in_cents))),
  constraint refunds_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint refunds_stripe_invoice_id_fkey FOREIGN KEY (stripe_invoice_id) REFERENCES payments(stripe_invoice_id),
  constraint refunds_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX refunds_of_payment ON public.refunds USING btree (stripe_invoice_id, created_at);
CREATE INDEX refunds_of_subscription ON public.refunds USING btree (subscription_id);
CREATE INDEX refunds_waiting ON public.refunds USING btree (created_at) WHERE ((done_at IS NULL) AND (dropped_at IS NULL));

create table removed_pictures (
  decision_id uuid not null,
  hash bit(64) not null,
  constraint removed_pictures_pkey PRIMARY KEY (decision_id),
  constraint removed_pictures_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE
);

create table reports (
  id uuid not null,
  reporter_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  reason text not null,
  text text not null,
  case_id uuid not null,
  created_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reports_newest ON public.reports USING btree (reporter_id, created_at DESC, id);
CREATE INDEX reports_of_case ON public.reports USING btree (case_id, created_at, id);
CREATE UNIQUE INDEX reports_open ON public.reports USING btree (reporter_id, subject_id, subject_kind) WHERE (closed_at IS NULL);

create unlogged table request_counts (
  key text not null,
  window_start timestamp(3) with time zone not null,
  requests integer not null,
  constraint request_counts_pkey PRIMARY KEY (key, window_start)
);

create table restrictions (
  decision_id uuid not null,
  person_id uuid not null,
  kind text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  lifted_at timestamp(3) with time zone,
  constraint restrictions_pkey PRIMARY KEY (decision_id, kind),
  constraint restrictions_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'sell'::text, 'report'::text]))),
  constraint restrictions_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE,
  constraint restrictions_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX restrictions_of_person ON public.restrictions USING btree (person_id);

create table second_looks (
  report_id uuid not null,
  decision_id uuid not null,
  text text not null,
  created_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  outcome text,
  answer text,
  decided_by uuid,
  decided_at timestamp(3) with time zone,
  constraint second_looks_pkey PRIMARY KEY (report_id),
  constraint second_looks_answer_check CHECK ((answer <> ''::text)),
  constraint second_looks_check CHECK ((((outcome IS NULL) = (answer IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)))),
  constraint second_looks_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'reopened'::text]))),
  constraint second_looks_text_check CHECK ((text <> ''::text)),
  constraint second_looks_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint second_looks_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE,
  constraint second_looks_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE
);
CREATE INDEX second_looks_of_decision ON public.second_looks USING btree (decision_id);
CREATE INDEX second_looks_of_moderator ON public.second_looks USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX second_looks_open ON public.second_looks USING btree (due_at) WHERE (outcome IS NULL);

create table sessions (
  sid text not null,
  sess json not null,
  expire timestamp(3) with time zone not null,
  user_id uuid not null,
  started_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone not null default now(),
  reauthenticated_at timestamp(3) with time zone,
  factor_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (sid),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expire ON public.sessions USING btree (expire);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create unlogged table sign_in_waits (
  username text not null,
  address text not null,
  since timestamp(3) with time zone not null,
  constraint sign_in_waits_pkey PRIMARY KEY (username, address)
);

create table signal_counts (
  signal_id uuid not null,
  comments integer not null default 0,
  useful integer not null default 0,
  constraint signal_counts_pkey PRIMARY KEY (signal_id),
  constraint signal_counts_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);

create table signal_mentions (
  signal_id uuid not null,
  name text not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint signal_mentions_pkey PRIMARY KEY (signal_id, name),
  constraint signal_mentions_name_check CHECK ((name = lower(name))),
  constraint signal_mentions_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id),
  constraint signal_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX signal_mentions_newest ON public.signal_mentions USING btree (user_id, created_at DESC, signal_id DESC);
CREATE INDEX signal_mentions_person ON public.signal_mentions USING btree (user_id);

create table signal_tickers (
  ticker text not null,
  created_at timestamp(3) with time zone not null,
  signal_id uuid not null,
  constraint signal_tickers_pkey PRIMARY KEY (ticker, created_at, signal_id)
);

create table signals (
  id uuid not null,
  user_id uuid not null,
  content text not null,
  signal_type text not null,
  tickers text,
  intent text,
  time_horizon text,
  is_premium boolean not null default false,
  created_at timestamp(3) with time zone not null,
  text_salt bytea,
  trade_salt bytea,
  withdrawn_at timestamp(3) with time zone,
  removed_for text,
  details jsonb,
  hidden_at timestamp(3) with time zone,
  only_closes boolean not null default false,
  replies_from text,
  constraint signals_pkey PRIMARY KEY (id),
  constraint signals_content_check CHECK (((char_length(content) >= 1) AND (char_length(content) <= 1000))),
  constraint signals_details_check CHECK (((jsonb_typeof(details) = 'object'::text) AND (details <> '{}'::jsonb) AND ((details - ARRAY['holds'::text, 'promotion'::text, 'paidBy'::text, 'target'::text, 'stop'::text, 'confidence'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(details, '$.*?(@.type() != "string")'::jsonpath)) AND ((details ->> 'holds'::text) = ANY (ARRAY['yes'::text, 'no'::text, 'unsaid'::text])) AND ((details ->> 'promotion'::text) = 'paid'::text) AND ((char_length((details ->> 'paidBy'::text)) >= 1) AND (char_length((details ->> 'paidBy'::text)) <= 80)) AND ((details ? 'promotion'::text) OR (NOT (details ? 'paidBy'::text))) AND ((details ->> 'target'::text) ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'::text) AND ((details ->> 'stop'::text) ~ '^(0|[1-9][0-9]{0,6})(\.[0-9]{1,4})?$'::text) AND ((details ->> 'confidence'::text) ~ '^[5-9][0-9]$'::text))),
  constraint signals_intent_check CHECK ((intent = ANY (ARRAY['bullish'::text, 'bearish'::text, 'taking_profits'::text, 'adding_position'::text, 'watching'::text]))),
  constraint signals_removed_for_check CHECK ((removed_for = ANY (ARRAY['law'::text, 'rules'::text]))),
  constraint signals_replies_from_check CHECK ((replies_from = ANY (ARRAY['everyone'::text, 'followers'::text, 'subscribers'::text, 'no_one'::text]))),
  constraint signals_signal_type_check CHECK ((signal_type = ANY (ARRAY['buy'::text, 'sell'::text, 'comment'::text]))),
  constraint signals_text_salt_check CHECK ((length(text_salt) = 32)),
  constraint signals_tickers_check CHECK ((jsonb_typeof((tickers)::jsonb) = 'array'::text)),
  constraint signals_time_horizon_check CHECK ((time_horizon = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text]))),
  constraint signals_trade_salt_check CHECK ((length(trade_salt) = 32)),
  constraint signals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE RESTRICT
);
CREATE INDEX signals_newest ON public.signals USING btree (created_at DESC, id DESC);
CREATE INDEX signals_not_logged ON public.signals USING btree (created_at, id) WHERE (trade_salt IS NULL);
CREATE INDEX signals_of_person ON public.signals USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX signals_withdrawn ON public.signals USING btree (user_id) WHERE (withdrawn_at IS NOT NULL);
CREATE TRIGGER signals_are_records BEFORE UPDATE ON public.signals FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table silent_creators (
  creator_id uuid not null,
  since timestamp(3) with time zone not null,
  warned_at timestamp(3) with time zone not null,
  paused_at timestamp(3) with time zone,
  constraint silent_creators_pkey PRIMARY KEY (creator_id),
  constraint silent_creators_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE
);

create table stripe_environment (
  is_only boolean not null default true,
  name text not null,
  events_read_to timestamp(3) with time zone not null,
  sandbox_file text,
  constraint stripe_environment_pkey PRIMARY KEY (is_only),
  constraint stripe_environment_is_only_check CHECK (is_only),
  constraint stripe_environment_name_check CHECK ((name = ANY (ARRAY['sandbox'::text, 'test'::text, 'live'::text])))
);

create table stripe_events (
  id text not null,
  type text not null,
  subject text not null,
  received_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone,
  account text,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_received ON public.stripe_events USING btree (received_at);

create table subscriptions (
  id uuid not null,
  subscriber_id uuid not null,
  creator_id uuid not null,
  stripe_subscription_id text,
  price_in_cents integer not null,
  status text not null default 'active'::text,
  current_period_start timestamp(3) with time zone,
  current_period_end timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  stripe_price_id text,
  stripe_account_id text,
  fee_percent integer not null default 10,
  ends_at timestamp(3) with time zone,
  ended_by text,
  is_disputed boolean not null default false,
  revision integer not null default 0,
  checked_at timestamp(3) with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  end_emailed_at timestamp(3) with time zone,
  paused_from timestamp(3) with time zone,
  pause_emailed_at timestamp(3) with time zone,
  has_unpaid_invoice boolean not null default false,
  immediate_access_requested_at timestamp(3) with time zone,
  tax_in_cents integer,
  canceled_at timestamp(3) with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint subscriptions_check CHECK ((subscriber_id <> creator_id)),
  constraint subscriptions_ended_by_check CHECK ((ended_by = ANY (ARRAY['subscriber'::text, 'creator'::text, 'payments'::text]))),
  constraint subscriptions_fee_percent_check CHECK (((fee_percent >= 0) AND (fee_percent <= 100))),
  constraint subscriptions_price_in_cents_check CHECK (((price_in_cents >= 500) AND (price_in_cents <= 10000))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text]))),
  constraint subscriptions_tax_in_cents_check CHECK ((tax_in_cents >= 0)),
  constraint subscriptions_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE RESTRICT,
  constraint subscriptions_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES users(id) ON DELETE RESTRICT
);
CREATE INDEX subscriptions_checked ON public.subscriptions USING btree (checked_at) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text]));
CREATE INDEX subscriptions_creator ON public.subscriptions USING btree (creator_id, subscriber_id);
CREATE UNIQUE INDEX subscriptions_live ON public.subscriptions USING btree (subscriber_id, creator_id) WHERE (status = ANY (ARRAY['incomplete'::text, 'active'::text, 'trialing'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text]));
CREATE INDEX subscriptions_of_creator ON public.subscriptions USING btree (creator_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_of_subscriber ON public.subscriptions USING btree (subscriber_id, created_at DESC, id DESC);

create table suppressed_addresses (
  address text not null,
  reason text not null,
  created_at timestamp(3) with time zone not null,
  constraint suppressed_addresses_pkey PRIMARY KEY (address)
);

create table thread_readers (
  signal_id uuid not null,
  person_id uuid not null,
  until timestamp(3) with time zone not null,
  constraint thread_readers_pkey PRIMARY KEY (signal_id, person_id),
  constraint thread_readers_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint thread_readers_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX thread_readers_ended ON public.thread_readers USING btree (until);
CREATE INDEX thread_readers_of_person ON public.thread_readers USING btree (person_id);

create table timeline_starts (
  viewer_id uuid not null,
  starts_at timestamp(3) with time zone not null,
  constraint timeline_starts_pkey PRIMARY KEY (viewer_id)
);

create table timelines (
  viewer_id uuid not null,
  created_at timestamp(3) with time zone not null,
  signal_id uuid not null,
  author_id uuid not null,
  constraint timelines_pkey PRIMARY KEY (viewer_id, created_at, signal_id)
);

create table totp_factors (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  last_step integer,
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table used_challenges (
  challenge text not null,
  expires_at timestamp(3) with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (challenge)
);

create table useful (
  person_id uuid not null,
  signal_id uuid not null,
  author_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint useful_pkey PRIMARY KEY (person_id, signal_id),
  constraint useful_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint useful_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint useful_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES signals(id) ON DELETE CASCADE
);
CREATE INDEX useful_newest ON public.useful USING btree (author_id, created_at DESC) WHERE (author_id IS NOT NULL);
CREATE INDEX useful_of_signal ON public.useful USING btree (signal_id);
CREATE TRIGGER useful_counted AFTER INSERT OR DELETE ON public.useful FOR EACH ROW EXECUTE FUNCTION count_useful();

create table username_changes (
  id uuid not null,
  user_id uuid not null,
  username text not null,
  changed_at timestamp(3) with time zone not null,
  constraint username_changes_pkey PRIMARY KEY (id),
  constraint username_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX username_changes_changed ON public.username_changes USING btree (changed_at);
CREATE INDEX username_changes_name ON public.username_changes USING btree (lower(username), changed_at DESC);
CREATE INDEX username_changes_person ON public.username_changes USING btree (user_id, changed_at);

create table users (
  id uuid not null,
  email text not null,
  password text not null,
  username text not null,
  display_name text,
  bio text,
  profile_image_url text,
  is_public boolean not null default true,
  is_creator boolean not null default false,
  stripe_customer_id text,
  stripe_account_id text,
  stripe_onboarding_completed boolean not null default false,
  creator_subscription_id text,
  stripe_product_id text,
  stripe_price_id text,
  subscription_price_in_cents integer not null default 500,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  customer_number integer not null default 1,
  payout_account_number integer not null default 1,
  payouts_checked_at timestamp(3) with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  payout_status text not null default 'none'::text,
  payouts_due text[] not null default '{}'::text[],
  payouts_due_at timestamp(3) with time zone,
  payouts_emailed text,
  names text not null generated always as (((lower(username) || '
'::text) || COALESCE(lower(display_name), ''::text))) stored,
  email_verified_at timestamp(3) with time zone,
  deletion_requested_at timestamp(3) with time zone,
  is_former boolean not null default false,
  username_skeletons text[],
  display_name_skeletons text[],
  signals_changed_at timestamp(3) with time zone,
  skeletons_unicode smallint,
  picture_hash bit(64),
  hashed_picture text,
  payout_country text,
  shows_record_to_visitors boolean,
  joined_from_page integer not null default 0,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_creator_subscription_id_key UNIQUE (creator_subscription_id),
  constraint users_stripe_account_id_key UNIQUE (stripe_account_id),
  constraint users_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint users_bio_check CHECK (((char_length(bio) >= 1) AND (char_length(bio) <= 160))),
  constraint users_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 50))),
  constraint users_joined_from_page_check CHECK ((joined_from_page >= 0)),
  constraint users_payout_country_check CHECK ((payout_country ~ '^[A-Z]{2}$'::text)),
  constraint users_payout_status_check CHECK ((payout_status = ANY (ARRAY['none'::text, 'pending'::text, 'restricted'::text, 'unsupported'::text, 'active'::text]))),
  constraint users_payouts_emailed_check CHECK ((payouts_emailed = ANY (ARRAY['ready'::text, 'due'::text, 'on_hold'::text]))),
  constraint users_subscription_price_in_cents_check CHECK (((subscription_price_in_cents >= 500) AND (subscription_price_in_cents <= 10000))),
  constraint users_username_check CHECK ((username ~ '^[A-Za-z0-9_]{3,30}$'::text))
);
CREATE INDEX users_creator_pictures ON public.users USING btree (picture_hash) WHERE (is_creator AND (picture_hash IS NOT NULL));
CREATE INDEX users_creator_skeletons ON public.users USING gin (username_skeletons, display_name_skeletons) WITH (fastupdate=off) WHERE is_creator;
CREATE INDEX users_creators ON public.users USING btree (id) WHERE is_creator;
CREATE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_in_deletion ON public.users USING btree (deletion_requested_at) WHERE (deletion_requested_at IS NOT NULL);
CREATE INDEX users_name_parts ON public.users USING gin (name_parts(names)) WITH (fastupdate=off) WHERE (is_public AND (deletion_requested_at IS NULL) AND (NOT is_former));
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC) INCLUDE (names) WHERE (is_public AND (deletion_requested_at IS NULL) AND (NOT is_former));
CREATE INDEX users_old_skeletons ON public.users USING btree (id) WHERE (skeletons_unicode IS NULL);
CREATE INDEX users_shown_to_visitors ON public.users USING btree (id) WHERE (shows_record_to_visitors AND is_public AND (deletion_requested_at IS NULL) AND (NOT is_former));
CREATE INDEX users_unhashed_pictures ON public.users USING btree (id) WHERE ((profile_image_url ~~ '/objects/pictures/%'::text) AND (hashed_picture IS DISTINCT FROM profile_image_url));
CREATE UNIQUE INDEX users_username ON public.users USING btree (lower(username));
CREATE UNIQUE INDEX users_verified_email ON public.users USING btree (lower(email)) WHERE (email_verified_at IS NOT NULL);
CREATE INDEX users_without_skeletons ON public.users USING btree (id) WHERE (username_skeletons IS NULL);
CREATE TRIGGER users_begin_counts AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION begin_follower_counts();

create table waitlist (
  id uuid not null,
  email text not null,
  created_at timestamp(3) with time zone not null,
  launch_email_id uuid,
  constraint waitlist_pkey PRIMARY KEY (id),
  constraint waitlist_launch_email_id_key UNIQUE (launch_email_id),
  constraint waitlist_launch_email_id_fkey FOREIGN KEY (launch_email_id) REFERENCES launch_emails(id)
);
CREATE UNIQUE INDEX waitlist_email ON public.waitlist USING btree (lower(email));
CREATE INDEX waitlist_waiting ON public.waitlist USING btree (created_at, id) WHERE (launch_email_id IS NULL);

create table watched_tickers (
  user_id uuid not null,
  ticker text not null,
  created_at timestamp(3) with time zone not null,
  constraint watched_tickers_pkey PRIMARY KEY (user_id, ticker),
  constraint watched_tickers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table withdrawals (
  subscription_id uuid not null,
  number bigint not null,
  withdrawn_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone not null,
  paid_in_cents integer not null,
  refund_in_cents integer not null,
  used_days integer not null,
  period_days integer not null,
  kept_used_days boolean not null,
  is_disputed boolean not null,
  settled_at timestamp(3) with time zone,
  paid_tax_in_cents integer not null default 0,
  refund_tax_in_cents integer not null default 0,
  constraint withdrawals_pkey PRIMARY KEY (subscription_id),
  constraint withdrawals_number_key UNIQUE (number),
  constraint withdrawals_check CHECK (((refund_in_cents >= 0) AND (refund_in_cents <= paid_in_cents))),
  constraint withdrawals_check1 CHECK (((paid_tax_in_cents >= 0) AND (paid_tax_in_cents <= paid_in_cents))),
  constraint withdrawals_check2 CHECK (((refund_tax_in_cents >= 0) AND (refund_tax_in_cents <= paid_tax_in_cents))),
  constraint withdrawals_paid_in_cents_check CHECK ((paid_in_cents >= 0)),
  constraint withdrawals_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id)
);
CREATE INDEX withdrawals_unsettled ON public.withdrawals USING btree (withdrawn_at) WHERE (settled_at IS NULL);

create table worker_pools (
  id text not null,
  seen_at timestamp(3) with time zone not null,
  constraint worker_pools_pkey PRIMARY KEY (id)
);
