-- What somebody made who acted a day after the author, and the positions by result, in `record_people` (docs/record.md, "Followers").
alter table record_people
  -- As mean, low and high, with each entry and exit at the next close. Null before they were calculated.
  add column later_mean numeric,
  add column later_low numeric,
  add column later_high numeric,
  -- How many positions are in each step of results ahead of SPY, and how wide a step is. Null without any.
  add column histogram integer[],
  add column histogram_step numeric;
