-- A return beyond 9,999 percent is stored as it is shown. Larger ones, such as 10^26, could not be stored, and the job failed for ever.
alter table performance_summaries
  drop constraint performance_summaries_performance_check,
  drop constraint performance_summaries_money_weighted_check,
  add constraint performance_summaries_performance_check
    check (performance ~ '^([+-][0-9]+\.[0-9]|over \+9,999|under -9,999)%$'),
  add constraint performance_summaries_money_weighted_check
    check (money_weighted ~ '^([+-][0-9]+\.[0-9]|over \+9,999|under -9,999)%$');
alter table portfolio_holdings
  drop constraint portfolio_holdings_percent_return_check,
  add constraint portfolio_holdings_percent_return_check
    check (percent_return ~ '^([+-][0-9]+(\.[0-9]+)?|over \+9,999|under -9,999)%$');
