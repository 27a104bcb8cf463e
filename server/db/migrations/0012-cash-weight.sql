-- How much of a portfolio is cash, in percent of the whole; weights of holdings are of the same whole.

alter table portfolio_pictures add column cash_weight text check (cash_weight ~ '^-?[0-9]+\.[0-9]%$');
-- To be worked out again by the next sweep.
update portfolio_pictures set worked_out_at = 'epoch';
