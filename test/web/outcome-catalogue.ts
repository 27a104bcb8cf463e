// The error catalogue of spec section 8 as data: each situation, its toast, and where the page goes next.
import { type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export type Row = {
  situation: string
  outcome: Outcome
  title: string
  /** Shown if the server sent no message. */
  text: string | undefined
  tone: 'destructive' | undefined
  /** The server's message is shown if there is one. */
  showsServerMessage: boolean
  leads: { to: string; afterMs: number } | undefined
}

const says = (
  situation: string,
  outcome: Outcome,
  title: string,
  text?: string,
  leads?: { to: string; afterMs: number },
): Row => ({ situation, outcome, title, text, leads, tone: undefined, showsServerMessage: false })
const fails = (...row: Parameters<typeof says>): Row => ({ ...says(...row), tone: 'destructive' })
/** A failure that shows the server's message. */
const failsInItsWords = (...row: Parameters<typeof says>): Row => ({
  ...fails(...row),
  showsServerMessage: true,
})

export const CATALOGUE: Row[] = [
  failsInItsWords('login fails', accountOutcomes.loginFailed, 'Login failed'), // @spec-8.5
  failsInItsWords('registration fails', accountOutcomes.registrationFailed, 'Registration failed'), // @spec-8.6
  failsInItsWords('logout fails', outcomes.logoutFailed, 'Logout failed'), // @spec-8.7
  says('login success', accountOutcomes.loggedIn, 'Welcome back!', 'You have successfully logged in.'), // @spec-8.8
  // @spec-8.9
  says(
    'registration success',
    accountOutcomes.registered,
    'Welcome to Signalpost!',
    'Your account has been created successfully.',
  ),
  // @spec-8.10
  says('logout success', outcomes.loggedOut, 'Logged out', 'You have been logged out successfully.', {
    to: '/',
    afterMs: 500,
  }),
  // @spec-8.11
  failsInItsWords('waitlist fails', accountOutcomes.waitlistFailed, 'Error', 'Failed to join waitlist'),
  // @spec-8.12
  says(
    'waitlist success',
    accountOutcomes.waitlisted,
    'Success!',
    "You've been added to our waitlist. We'll notify you when Signalpost launches!",
  ),
  // @spec-8.13
  fails(
    'any action answered with 401',
    outcomes.unauthorized,
    'Unauthorized',
    'You are logged out. Logging in again...',
    { to: '/api/login', afterMs: 500 },
  ),
  // @spec-8.14
  fails(
    'signal post refused with requiresSubscription',
    paymentOutcomes.creatorModeRequired,
    'Creator Mode Required',
    'Subscribe to Creator Mode ($2/month) to post signals.',
    { to: '/creator-subscribe', afterMs: 1500 },
  ),
  // @spec-8.15
  failsInItsWords(
    'other signal errors',
    outcomes.signalFailed,
    'Error',
    'Failed to create signal. Please try again.',
  ),
  // @spec-8.16
  says(
    'signal success',
    outcomes.signalPosted,
    'Signal Posted',
    'Your signal has been shared with your followers.',
  ),
  fails('follow error', outcomes.followFailed, 'Error', 'Failed to follow user'), // @spec-8.20
  fails('unfollow error', outcomes.unfollowFailed, 'Error', 'Failed to unfollow user'), // @spec-8.21
  fails('profile update error', outcomes.profileFailed, 'Error', 'Failed to update profile'), // @spec-8.22
  // @spec-8.23
  says('profile update success', outcomes.profileUpdated, 'Success', 'Profile updated successfully'),
  // @spec-8.24
  fails('image processing fails', accountOutcomes.pictureFailed, 'Error', 'Failed to process uploaded image'),
  fails(
    '/subscribe without a creator',
    paymentOutcomes.creatorNotFound,
    'Creator Not Found',
    'Please select a creator to subscribe to.',
    { to: '/', afterMs: 0 },
  ),
  // @spec-8.17
  fails(
    'subscription create error',
    paymentOutcomes.subscriptionFailed,
    'Error',
    'Failed to create subscription. Please try again.',
  ),
  // @spec-8.18
  says(
    'subscription created and paid',
    paymentOutcomes.subscribed,
    'Subscription Created',
    'You are now subscribed to the creator',
    { to: '/', afterMs: 2000 },
  ),
  // @spec-8.19
  failsInItsWords(
    'checkout subscription error',
    paymentOutcomes.checkoutFailed,
    'Subscription Error',
    'Failed to create subscription',
    { to: '/', afterMs: 0 },
  ),
  failsInItsWords('payment fails', paymentOutcomes.paymentFailed, 'Payment Failed'), // @spec-8.25
  // @spec-8.26
  fails(
    'payment form fails to load',
    paymentOutcomes.paymentFormFailed,
    'Error',
    'Failed to load payment form. Please refresh and try again.',
  ),
  // @spec-8.27
  says(
    'creator plan for an existing creator',
    paymentOutcomes.alreadyACreator,
    'Already a creator',
    'Creator Mode is active.',
    { to: '/creator-onboarding', afterMs: 500 },
  ),
  says(
    'creator plan paid',
    paymentOutcomes.creatorModeActivated,
    'Creator Mode Activated',
    'Next, set up your payouts and your price.',
    { to: '/creator-onboarding', afterMs: 1000 },
  ),
  // @spec-8.28
  failsInItsWords(
    'payment account feature not enabled',
    paymentOutcomes.connectNotEnabled,
    'Payment Setup Required',
    'Enable the Connect feature in the Stripe dashboard first, then try again.',
  ),
  // @spec-8.29
  fails('onboarding start fails', paymentOutcomes.onboardingFailed, 'Error', 'Failed to start onboarding'),
  fails('price update fails', paymentOutcomes.priceFailed, 'Error', 'Failed to update price'), // @spec-8.30
  // @spec-8.31
  fails(
    'price update in the management dialog fails',
    paymentOutcomes.priceUpdateFailed,
    'Update Failed',
    'Failed to update subscription price',
  ),
  // @spec-5.41
  fails(
    'invalid price in the management dialog',
    paymentOutcomes.invalidPrice,
    'Invalid Price',
    'Subscription price must be at least $5.00',
  ),
  // @spec-8.32
  fails(
    'creator not flagged or without a price',
    paymentOutcomes.creatorNotAvailable,
    'Creator Not Available',
    "This creator hasn't set up subscriptions yet.",
    { to: '/', afterMs: 0 },
  ),
  // @spec-8.33
  fails(
    'subscription details fail to load',
    paymentOutcomes.subscriptionDetailsFailed,
    'Error',
    'Failed to load subscription details',
  ),
  // @spec-8.34
  failsInItsWords(
    'cancellation of a subscription fails',
    paymentOutcomes.cancellationFailed,
    'Cancellation Failed',
    'Failed to cancel subscription',
  ),
  // @spec-8.35
  failsInItsWords(
    'cancellation of the creator plan fails',
    paymentOutcomes.planCancellationFailed,
    'Cancellation Failed',
    'Failed to cancel creator subscription',
  ),
]
