// The names of all events in the log, which alerts and searches depend on. docs/operating.md says what each means.

export const LOG_EVENTS = [
  // Requests.
  'request',
  'request_refused',
  'request_failed',
  'client_gone',
  'request_counts_failed',
  'framework',
  // The process.
  'not_ready',
  'metrics_failed',
  'stop_timed_out',
  'process_failed',
  // The database.
  'newer_migrations',
  'one_database_role',
  'database_unavailable',
  'database_connection_lost',
  'notifications_lost',
  'sessions_not_checked',
  'delivery_failed',
  'log_forked',
  'log_not_appended',
  'self_audit_failed',
  'stamp_failed',
  'witness_failed',
  // Jobs.
  'job_failed',
  'job_step_failed',
  'job_queue',
  'job_runner_stopped',
  'job_runner_not_restarted',
  'heartbeat_failed',
  'jobs_released',
  'jobs_not_released',
  // Emails and files.
  'email_address_refused',
  'storage_failed',
  'object_not_removed',
  'upload_not_buffered',
  'import_failed',
  // Accounts.
  'account_deleted',
  // Stripe.
  'webhook_ignored',
  'webhook_of_other_version',
  'stripe_call_failed',
  'stripe_email_refused',
  'stripe_object_unknown',
  'stripe_sweep_failed',
  'dispute_share_failed',
  'refund_share_failed',
  'refund_failed',
  'tax_failed',
  // Brokers and market data.
  'alert_emails_failed',
  'push_failed',
  'alert_step_failed',
  'alert_given_up',
  'broker_call_failed',
  'broker_sync_failed',
  'market_fallback',
  'market_events_unknown',
] as const

export type LogEvent = (typeof LOG_EVENTS)[number]
