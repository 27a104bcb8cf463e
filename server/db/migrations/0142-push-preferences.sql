-- Whether alerts are pushed. Null: as the person's preference for signals, and as the kind's default.
alter table alert_bells add column push boolean;
alter table alert_preferences add column push boolean;
