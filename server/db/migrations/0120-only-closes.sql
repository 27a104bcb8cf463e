-- Whether the author said that the trade only closes a position. Until here only the intent "taking profits" meant that, so a
-- losing trade couldn't be closed without the risk of opening the opposite one.
alter table signals add column only_closes boolean not null default false;
