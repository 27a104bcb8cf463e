-- How the trades of each book turned out against SPY. The board and profiles showed both books together.
create table record_trade_figures (
  author uuid not null,
  book text not null check (book in ('open', 'sealed')),
  -- The sealed book as its author and subscribers see it; others see it 90 days later.
  is_early boolean not null default false,
  trades integer not null,
  trades_open integer not null,
  -- Trades with at least one day; the figures are theirs, and null if there are none.
  scored integer not null,
  wins integer not null,
  mean_excess numeric,
  median_excess numeric,
  average_win numeric,
  average_loss numeric,
  hit_low numeric,
  hit_high numeric,
  worst numeric,
  -- With it, the distance can be printed as in the trade's row, which subtracts two rounded figures.
  worst_return numeric,
  worst_ticker text,
  -- The day of its exit, or of its last close while it is open.
  worst_day date,
  histogram integer[],
  histogram_step numeric,
  primary key (author, book, is_early)
);
-- Fills it for the records that exist.
insert into record_rankings_due (author, since, is_posted)
select author, now(), false from record_people on conflict (author) do update set is_posted = false;
