-- A portfolio's curve and figures are its performance summary, calls to market data providers have a rate limit, and jobs
-- are named for what they do.
alter table portfolio_pictures rename to performance_summaries;
alter table performance_summaries rename column picture to summary;
alter table performance_summaries rename column fault to no_return_reason;
alter table performance_summaries rename column worked_out_at to computed_at;
alter table performance_summaries rename constraint portfolio_pictures_pkey to performance_summaries_pkey;
alter table performance_summaries rename constraint portfolio_pictures_cash_weight_check to performance_summaries_cash_weight_check;
alter table performance_summaries rename constraint portfolio_pictures_check to performance_summaries_linked_since_check;
alter table performance_summaries
  rename constraint portfolio_pictures_money_weighted_check to performance_summaries_money_weighted_check;
alter table performance_summaries rename constraint portfolio_pictures_performance_check to performance_summaries_performance_check;
alter table performance_summaries rename constraint portfolio_pictures_source_check to performance_summaries_source_check;
alter table performance_summaries rename constraint portfolio_pictures_user_id_fkey to performance_summaries_user_id_fkey;

alter table market_turns rename to provider_rate_limits;
alter table provider_rate_limits rename constraint market_turns_pkey to provider_rate_limits_pkey;

-- The queue's own tables are created after these migrations, so a new database has none yet. Jobs that are queued under
-- an old name run under the new one.
do $$ begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    update graphile_worker._private_tasks set identifier = 'recompute_portfolio' where identifier = 'work_out_portfolio';
    update graphile_worker._private_tasks set identifier = 'discover_connections' where identifier = 'look_for_connections';
  end if;
end $$;
