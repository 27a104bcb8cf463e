-- What the owner says that shares which came in without a purchase cost them, for the return since purchase of the holding. The
-- shares count as a contribution at the close of their day in any case.
alter table portfolio_activities add column owner_cost numeric check (owner_cost >= 0);
