-- What open pages should hear of. A flusher notifies them of what gathered (server/db/flush-changes.ts), so that the commit of
-- a change doesn't wait for the lock that NOTIFY takes. Unlogged: after a crash of PostgreSQL, pages load everything again.
create unlogged table changes (
  what text not null,
  user_ids uuid[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Adds a job that a worker finds with its next poll, within a second. The queue's own function takes the lock of NOTIFY.
create function add_polled_job(name text, job json) returns void language plpgsql as $$
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
$$;
