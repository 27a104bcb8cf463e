// Error responses about subscriptions, plans, payouts and tax. See problems.ts.

export const PAYMENT_PROBLEMS = {
  self_subscription: { status: 400, message: "This creator hasn't set up subscriptions yet." },
  creator_hidden: { status: 404, message: "This creator hasn't set up subscriptions yet." },
  subscription_not_found: { status: 404, message: 'This subscription was not found' },
  plan_not_found: { status: 404, message: 'You don’t have a creator plan to change' },
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
    message: 'This creator’s plan ends soon, so they aren’t taking new subscribers.',
  },
  payment_in_progress: {
    status: 409,
    message: 'Your payment is processing. Try again in a moment.',
  },
  billing_address_required: {
    status: 409,
    message: 'Enter your billing address first. The tax depends on it.',
  },
  billing_address_unknown: {
    status: 409,
    message: 'The payment provider doesn’t know this place. Check the country and the postal code.',
  },
  payment_due: {
    status: 409,
    message: 'Your last payment didn’t go through. Use "Fix payment" under your subscriptions.',
  },
  subscription_ended: { status: 409, message: 'This subscription has already ended' },
  country_required: { status: 409, message: 'Choose your country first' },
  country_fixed: {
    status: 409,
    message:
      'The country of a payout account can’t be changed. Ask us to close the account, then set up another one.',
  },
  not_canceled: { status: 409, message: 'You haven’t canceled this subscription' },
  payouts_not_started: { status: 409, message: 'Create the payout account first' },
  connect_not_enabled: {
    status: 409,
    message: 'Enable the Connect feature in the Stripe dashboard first, then try again.',
  },
  nothing_to_manage: {
    status: 409,
    message: 'Nothing to manage yet. It opens after your first payment.',
  },
  payments_unavailable: {
    status: 503,
    message: 'We can’t reach the payment provider right now. Please try again in a moment.',
  },
  tax_unavailable: {
    status: 503,
    message:
      'We can’t calculate the tax right now, so nothing was charged. Please try again in a few minutes, or check your billing address.',
  },
  payments_slow: {
    status: 503,
    message:
      'The payment provider is taking longer than usual. Your request is still in progress. Check again in a moment.',
  },
  /** The server's message names the country. */
  country_not_open: { status: 403, message: 'Creators in your country can’t sell subscriptions here yet.' },
} as const
