// Every refusal the product can give: its code, its HTTP status and the sentence a person reads.

export const PROBLEMS = {
  invalid: { status: 400, message: 'Invalid request' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON' },
  invalid_cursor: {
    status: 400,
    message: 'This page address is not valid. Start again from the first page.',
  },
  self_follow: { status: 400, message: 'You cannot follow yourself' },
  self_subscription: { status: 400, message: "This creator hasn't set up subscriptions yet." },
  bad_webhook: { status: 400, message: 'The signature of this event is not valid' },
  bad_export: { status: 400, message: 'This file cannot be read' },
  bad_picture: { status: 400, message: 'Failed to process uploaded image' },
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
  own_lists_only: { status: 403, message: 'You can only see your own subscriptions' },
  cross_site: { status: 403, message: 'This request came from another site and was refused' },
  invitation_required: { status: 403, message: 'Registration needs a valid invitation' },
  not_your_upload: { status: 403, message: 'This upload belongs to someone else' },
  upload_refused: { status: 403, message: 'The upload address is not valid' },
  upload_expired: { status: 403, message: 'Request has expired' },
  not_found: { status: 404, message: 'Not found' },
  user_not_found: { status: 404, message: 'User not found' },
  signal_not_found: { status: 404, message: 'This signal was not found' },
  creator_hidden: { status: 404, message: "This creator hasn't set up subscriptions yet." },
  subscription_not_found: { status: 404, message: 'This subscription was not found' },
  plan_not_found: { status: 404, message: 'There is no creator plan to change' },
  import_not_found: { status: 404, message: 'This import was not found. Please choose the file again.' },
  import_file_not_found: {
    status: 404,
    message: 'This file isn’t stored any more. Please choose it again.',
  },
  provider_not_set_up: { status: 404, message: 'Brokers cannot be connected here. Import a file instead.' },
  connection_not_found: { status: 404, message: 'This connection was not found' },
  account_not_found: { status: 404, message: 'This account was not found' },
  upload_not_found: { status: 404, message: 'The upload was not found. Please upload the picture again.' },
  invitation_not_found: { status: 404, message: 'This invitation is not valid any more' },
  draft_taken: { status: 409, message: 'A signal with this id was posted before. Please post again.' },
  username_taken: { status: 409, message: 'Username is already taken' },
  email_taken: { status: 409, message: 'Email is already registered' },
  already_a_creator: { status: 409, message: 'Already a creator' },
  already_subscribed: { status: 409, message: 'You are already subscribed to this creator' },
  creator_not_available: { status: 409, message: "This creator hasn't set up subscriptions yet." },
  creator_paused: {
    status: 409,
    message:
      'This creator can’t take new subscriptions right now. The payment provider is waiting for details of their payout account.',
  },
  creator_ending: {
    status: 409,
    message: 'This creator’s plan ends soon, so they take no new subscriptions.',
  },
  payment_in_progress: {
    status: 409,
    message: 'A payment for this is being worked on. Please wait a moment and look again.',
  },
  payment_due: {
    status: 409,
    message: 'The last payment did not go through. Use "Fix payment" under your subscriptions.',
  },
  subscription_ended: { status: 409, message: 'This subscription has already ended' },
  payouts_not_started: { status: 409, message: 'Create the payout account first' },
  connection_gone: {
    status: 409,
    message: 'This connection was ended at the broker. Disconnect it here, and connect it anew.',
  },
  import_has_faults: {
    status: 409,
    message:
      'Some rows cannot be read, or sell shares that were not held. Add what you held before, or leave them out.',
  },
  connect_not_enabled: {
    status: 409,
    message: 'Enable the Connect feature in the Stripe dashboard first, then try again.',
  },
  nothing_to_manage: {
    status: 409,
    message: 'There is nothing to manage yet: you have not paid for anything',
  },
  too_large: { status: 413, message: 'The request is too large' },
  picture_too_large: { status: 413, message: 'The picture is larger than 5 MB' },
  unsupported_type: { status: 415, message: 'This content type is not supported' },
  not_an_image: { status: 415, message: 'Only images can be uploaded' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  storage_unavailable: {
    status: 503,
    message: 'Pictures cannot be stored right now. Please try again later.',
  },
  payments_unavailable: {
    status: 503,
    message: 'Payments cannot be reached right now. You have not been charged. Please try again in a moment.',
  },
  payments_slow: {
    status: 503,
    message:
      'The payment provider is taking longer than usual. Your request is still under way. Look again in a moment.',
  },
  broker_unavailable: {
    status: 503,
    message: 'Your broker cannot be reached right now. Please try again in a few minutes.',
  },
  unavailable: {
    status: 503,
    message: 'The service is not available right now. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string } & Record<string, unknown>>

export type ProblemCode = keyof typeof PROBLEMS

/** A refusal: the only kind of error whose text may reach a person. Thrown where refused, answered once in `server/http/problems.ts`. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, options: { message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? PROBLEMS[code].message)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }

  /** The JSON body of the answer: `{ code, message, … }` (answer 31). */
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
