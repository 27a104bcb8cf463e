// The event names of the audit log. They are stable, because operators search for them.

/**
 * Commands of `npm run admin`. Each is recorded as `admin.<command>` before it runs; `restore` and `continue-log` are
 * recorded together with what they change.
 */
export const ADMIN_COMMANDS = [
  'invite',
  'waitlist',
  'payments',
  'refund',
  'refund-requests',
  'answer-refund',
  'stripe-setup',
  'unlock',
  'end-sessions',
  'reset-password',
  'export-user',
  'delete-user',
  'takedown',
  'create-admin',
  'remove-admin',
  'cases',
  'case',
  'open-case',
  'claim',
  'release',
  'decide',
  'people',
  'overview',
  'jobs',
  'emails',
  'continue-log',
  'final-value',
  'rename-ticker',
  'reread-history',
  'remove-factors',
  'migrate',
  'backup',
  'restore',
  'rotate-key',
  'audit',
] as const
export type AdminCommand = (typeof ADMIN_COMMANDS)[number]

/** Events about accounts and money, regardless of the actor. */
export const ACCOUNT_EVENTS = [
  'account.registered',
  'account.deleted',
  // The password was right; the authenticator app's code is still missing.
  'sign_in.first_step',
  'sign_in.password',
  'sign_in.link',
  'sign_in.passkey',
  'sign_in.factor',
  'sign_in.reset',
  'sign_in.registration',
  'sign_in_failed.password',
  'sign_in_failed.link',
  'sign_in_failed.passkey',
  'sign_in_failed.factor',
  // A signed-in person’s identity: confirmed, or not.
  'sign_in_failed.confirmation',
  'confirmation.password',
  'confirmation.passkey',
  'confirmation.factor',
  'sessions.ended',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'authenticator.added',
  'authenticator.removed',
  'recovery_codes.renewed',
  'passkey.added',
  'passkey.removed',
  'email.change_requested',
  'email.verified',
  'email.change_stopped',
  'email.changed',
  'email.reverted',
  'username.changed',
  'price.changed',
  'payout_account.created',
  'payout_account.status_changed',
  'payout_account.closed',
  'payment.refunded',
  'data_export.requested',
  'data_export.downloaded',
  'deletion.requested',
  'deletion.undone',
] as const

/** Actions of moderators, with the case as target and its author as the account, and new and former moderators. */
export const MODERATION_EVENTS = [
  'moderator.added',
  'moderator.removed',
  'case.hidden',
  'case.dismissed',
  'case.suspended',
  'case.selling_stopped',
  'case.reporting_stopped',
  'case.suspension_confirmed',
  'case.suspension_not_confirmed',
  'case.opened',
  'case.claimed',
  'case.taken_over',
  'case.released',
  'appeal.sent',
  'appeal.kept',
  'appeal.reversed',
  'report.appealed',
  'report.kept',
  'report.reopened',
] as const

export const AUDIT_EVENTS = [
  ...ACCOUNT_EVENTS,
  ...MODERATION_EVENTS,
  ...ADMIN_COMMANDS.map((command) => `admin.${command}` as const),
]
export type AuditEvent = (typeof AUDIT_EVENTS)[number]
/** Events that anybody can cause without an account. */
export type FailureEvent = Extract<AuditEvent, `sign_in_failed.${string}`>
