// Error responses about an account, deleting it, and what a person agrees to. See problems.ts.

export const ACCOUNT_PROBLEMS = {
  same_email: { status: 400, message: 'This is already your email' },
  wrong_username: { status: 400, message: 'This isn’t your username' },
  account_leaving: { status: 403, message: 'Your account is being deleted. Keep it to use it again.' },
  deletion_started: { status: 409, message: 'Your account is being deleted right now.' },
  terms_changed: { status: 409, message: 'The terms have just changed. Please read them again.' },
  payment_not_open: {
    status: 409,
    message: 'This payment is no longer open. Reload the page, then pay.',
  },
} as const
