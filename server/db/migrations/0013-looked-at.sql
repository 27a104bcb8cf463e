-- When the provider was asked last how a connection stands: one that waits for its owner is asked about once a day.

alter table broker_connections add column looked_at timestamptz(3);
