-- For the rules that find manipulation: who followed in the last hours, and which card paid for how many accounts.
create index follows_created on follows using brin (created_at);
alter table payments add column card_fingerprint text;
create index payments_card on payments (card_fingerprint, paid_at) where card_fingerprint is not null;
