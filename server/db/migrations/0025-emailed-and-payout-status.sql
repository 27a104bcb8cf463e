-- Names columns and jobs for what they hold and do: when an email was sent, and the status of a payout account.
alter table users rename column payout_standing to payout_status;
alter table users rename column payouts_told to payouts_emailed;
alter table subscriptions rename column told_at to end_emailed_at;
alter table subscriptions rename column pause_told_at to pause_emailed_at;

-- Jobs that wait in the queue keep waiting under the new names. On a new database the queue's own tables come later.
do $$
declare
  renamed record;
begin
  if to_regclass('graphile_worker._private_tasks') is null then
    return;
  end if;
  for renamed in
    select * from (values
      ('tell_subscriber', 'email_cancellation'),
      ('tell_pause', 'email_renewal_pause'),
      ('tell_payouts', 'email_payout_status'),
      ('stripe_event', 'process_stripe_event'),
      ('grace_ended', 'end_grace_period'),
      ('end_subscriptions', 'enqueue_cancellations'),
      ('end_subscription', 'cancel_subscription'),
      ('pause_or_resume_all', 'enqueue_pauses')
    ) as names (old_name, new_name)
  loop
    update graphile_worker._private_tasks set identifier = renamed.new_name where identifier = renamed.old_name
      and not exists (select from graphile_worker._private_tasks where identifier = renamed.new_name);
  end loop;
end
$$;
