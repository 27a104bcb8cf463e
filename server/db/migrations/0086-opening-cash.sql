-- The owner says that the broker lends to this account, so that its cash may be below zero. Without that, cash is assumed that was
-- held before the first row (docs/decisions/0051-opening-cash.md). Cash that the owner enters is a row of portfolio_openings with
-- an empty symbol.
alter table portfolio_accounts add column is_margin boolean not null default false;
