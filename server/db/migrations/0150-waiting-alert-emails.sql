-- Finds the emails about signals that wait for a person while the mail server is down: they become one.
create index emails_waiting_alerts on emails (recipient, created_at) where sent_at is null and template = 'signalAlerts';
