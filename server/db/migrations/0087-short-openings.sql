-- Shares or options that were owed before the file begins have a negative quantity.
alter table portfolio_openings
  drop constraint portfolio_openings_quantity_check,
  add constraint portfolio_openings_quantity_check check (quantity <> 0);
