-- Names what still had an earlier name: why a connection's last sync failed, and two constraints of renamed columns.
alter table broker_connections rename column trouble to sync_error;
alter table users rename constraint users_payout_standing_check to users_payout_status_check;
alter table users rename constraint users_payouts_told_check to users_payouts_emailed_check;
