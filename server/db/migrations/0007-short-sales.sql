-- Which trades are about shares sold short, or options written, by the broker's own word.

alter table portfolio_activities add column is_short boolean not null default false;
