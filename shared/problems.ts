// Every error response of the API: its code, its HTTP status, and the message for the user.
import { ACCOUNT_PROBLEMS } from './account-problems.ts'
import { PAYMENT_PROBLEMS } from './payment-problems.ts'
import { REFUND_PROBLEMS } from './refund-problems.ts'
import { SAFETY_PROBLEMS } from './safety-problems.ts'

export const PROBLEMS = {
  invalid: { status: 400, message: 'Invalid request' },
  malformed_json: { status: 400, message: 'The request body isn’t valid JSON' },
  invalid_cursor: {
    status: 400,
    message: 'This page link isn’t valid. Start again from the first page.',
  },
  /** The server's message names the close. The page shows it at the field. */
  target_at_close: { status: 400, message: 'The last close is beyond the target', field: 'target' },
  stop_at_close: { status: 400, message: 'The last close is beyond the stop', field: 'stop' },
  self_follow: { status: 400, message: 'You can’t follow yourself' },
  bad_webhook: { status: 400, message: 'The signature of this event isn’t valid' },
  bad_export: { status: 400, message: 'We can’t read this file' },
  bad_picture: { status: 400, message: 'Failed to process uploaded image' },
  weak_password: { status: 400, message: 'This password is too easy to guess. Choose another one.' },
  password_of_own_words: {
    status: 400,
    message: 'Your password can’t be mostly your name, email or our name. Choose another one.',
  },
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrong_credentials: { status: 401, message: 'Invalid username or password' },
  creator_mode_required: {
    status: 403,
    message: 'Subscribe to Creator Mode ($2/month) to post signals.',
    requiresSubscription: true,
  },
  onboarding_required: {
    status: 403,
    message: 'Finish setting up your payouts to post signals.',
    requiresOnboarding: true,
  },
  creators_only: {
    status: 403,
    message: 'This needs Creator Mode ($2/month).',
    requiresSubscription: true,
  },
  wrong_password: { status: 403, message: 'This isn’t your current password' },
  /** The server's message names the address. */
  email_not_verified: { status: 403, message: 'Verify your email first. We sent you a link.' },
  reauthentication_required: { status: 403, message: 'Confirm that it’s you, then try again.' },
  signal_locked: { status: 403, message: 'This signal is for subscribers' },
  second_factor_required: {
    status: 403,
    message: 'Enter the code from your authenticator app.',
    requiresSecondFactor: true,
  },
  wrong_code: { status: 403, message: 'This code isn’t right, or was used before. Try the next one.' },
  passkey_refused: { status: 403, message: 'This passkey didn’t work. Try again.' },
  passkey_unknown: {
    status: 403,
    message: 'This passkey was removed from your account. Sign in with your password.',
  },
  sign_in_expired: { status: 403, message: 'That took too long. Enter your password again.' },
  own_lists_only: { status: 403, message: 'You can only see your own subscriptions' },
  cross_site: { status: 403, message: 'This request came from another site, so we refused it' },
  invitation_required: { status: 403, message: 'You need a valid invitation to register' },
  invitation_for_other_email: { status: 403, message: 'This invitation is for another email address' },
  not_your_upload: { status: 403, message: 'This upload belongs to someone else' },
  upload_refused: { status: 403, message: 'The upload link isn’t valid' },
  upload_expired: { status: 403, message: 'Request has expired' },
  not_found: { status: 404, message: 'Not found' },
  user_not_found: { status: 404, message: 'User not found' },
  signal_not_found: { status: 404, message: 'This signal was not found' },
  import_not_found: { status: 404, message: 'This import was not found. Please choose the file again.' },
  import_file_not_found: { status: 404, message: 'We no longer have this file. Please choose it again.' },
  provider_not_set_up: { status: 404, message: 'You can’t connect a broker here. Import a file instead.' },
  connection_not_found: { status: 404, message: 'This connection was not found' },
  account_not_found: { status: 404, message: 'This account was not found' },
  export_not_found: { status: 404, message: 'This copy was not found. Copies are kept for 7 days.' },
  upload_not_found: { status: 404, message: 'The upload was not found. Please upload the picture again.' },
  invitation_not_found: {
    status: 404,
    message: 'This invitation isn’t valid. Open it from the email again.',
  },
  unsubscribe_link_not_valid: {
    status: 404,
    message: 'This link isn’t valid. Open it from the email again.',
  },
  link_not_valid: { status: 404, message: 'This link isn’t valid. Ask for a new one.' },
  authenticator_on: { status: 409, message: 'You already use an authenticator app. Turn it off first.' },
  authenticator_off: { status: 409, message: 'You don’t use an authenticator app. Set it up first.' },
  passkeys_full: { status: 409, message: 'You can have up to 20 passkeys. Remove one first.' },
  passkey_taken: { status: 409, message: 'This passkey is already in use.' },
  watchlist_full: { status: 409, message: 'You can watch up to 100 tickers. Remove one first.' },
  draft_taken: { status: 409, message: 'A signal with this id already exists. Please post again.' },
  link_used: { status: 409, message: 'This link has been used.' },
  link_expired: { status: 409, message: 'This link is too old. Ask for a new one.' },
  username_taken: { status: 409, message: 'Username is already taken' },
  username_like_creator: {
    status: 409,
    message: 'This username looks like a creator’s. Choose another one.',
  },
  username_reserved: {
    status: 409,
    message: 'This username looks like one of ours. Leave out our name, “official”, “support” and the like.',
  },
  display_name_reserved: {
    status: 409,
    message: 'This name looks like one of ours. Leave out our name, “official”, “support” and the like.',
  },
  display_name_badge: { status: 409, message: 'Leave out check marks and signs that look like a badge.' },
  display_name_like_creator: {
    status: 409,
    message:
      'This display name looks like a creator’s. If it’s your own name, add what tells you apart, such as a middle name or a city.',
  },
  picture_like_creator: {
    status: 409,
    message: 'A creator with a similar name has this picture. Choose another picture.',
  },
  own_username_like_creator: {
    status: 409,
    message: 'Your username looks like another creator’s. Change it to become a creator.',
  },
  own_display_name_like_creator: {
    status: 409,
    message: 'Your display name looks like another creator’s. Change it to become a creator.',
  },
  /** The server's message names the first possible day. */
  username_changes_used: { status: 409, message: 'You can change your username 3 times in 30 days.' },
  email_waiting: {
    status: 409,
    message: 'This email’s account isn’t verified yet. Use “Forgot password?” to get a new link.',
  },
  email_taken: { status: 409, message: 'Email is already registered' },
  connection_gone: {
    status: 409,
    message: 'The broker ended this connection. Disconnect it here, then connect it again.',
  },
  counted_twice: { status: 409, message: 'You imported these one by one. Choose “One for each” again.' },
  import_has_faults: {
    status: 409,
    message:
      'Some rows can’t be read, or sell shares you didn’t hold. Add your opening positions, or leave those rows out.',
  },
  too_large: { status: 413, message: 'The request is too large' },
  picture_too_large: { status: 413, message: 'The picture is larger than 5 MB' },
  unsupported_type: { status: 415, message: 'This content type isn’t supported' },
  not_an_image: { status: 415, message: 'Only images can be uploaded' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  export_too_soon: { status: 429, message: 'You can request one copy a day. Try again tomorrow.' },
  sign_in_delayed: {
    status: 429,
    message: 'Too many wrong passwords for this username. Please wait a moment and try again.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  storage_unavailable: {
    status: 503,
    message: 'We can’t store pictures right now. Please try again later.',
  },
  broker_unavailable: {
    status: 503,
    message: 'We can’t reach your broker right now. Please try again in a few minutes.',
  },
  sign_in_busy: {
    status: 503,
    message: 'Too many people are signing in right now. Please try again in a few seconds.',
  },
  unavailable: {
    status: 503,
    message: 'The service isn’t available right now. Please try again in a moment.',
  },
  ...ACCOUNT_PROBLEMS,
  ...PAYMENT_PROBLEMS,
  ...REFUND_PROBLEMS,
  ...SAFETY_PROBLEMS,
} as const satisfies Record<string, { status: number; message: string } & Record<string, unknown>>

export type ProblemCode = keyof typeof PROBLEMS

/**
 * The only kind of error whose message may be shown to a person. `server/http/error-replies.ts` turns it into
 * a response.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  /** When to retry, in seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, options: { message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? PROBLEMS[code].message)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }

  /** The JSON body of the response: `{ code, message, … }` (spec answer 31). */
  toBody(): { code: ProblemCode; message: string } & Record<string, unknown> {
    const {
      status: _status,
      message: _message,
      ...flags
    } = PROBLEMS[this.code] as {
      status: number
      message: string
    } & Record<string, unknown>
    return { code: this.code, message: this.message, ...flags }
  }
}
