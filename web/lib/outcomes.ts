// The toast that follows each outcome of an action, and where it leads (spec section 8, row by row).
import {
  AFTER_CREATOR_MODE_REQUIRED_MS,
  AFTER_CREATOR_PAYMENT_MS,
  AFTER_LOGOUT_MS,
  AFTER_SUBSCRIPTION_MS,
  AFTER_UNAUTHORIZED_MS,
  ALREADY_A_CREATOR_MS,
  SUBSCRIPTION_PRICE_MIN_IN_CENTS,
} from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { exactPrice } from '#shared/rules/money.ts'
import { paths } from '../paths.ts'
import { isReauthenticationRequired, messageOf } from './api-error.ts'

export type Outcome = {
  title: string
  /** The description. With `saysServerMessage`, it is only shown if the error has no message of its own. */
  text?: string
  /** Shows the server's message if there is one. */
  saysServerMessage?: true
  tone?: 'destructive'
  go?: { to: string; afterMs: number; fullPage?: true }
}

const failure = (title: string, text?: string): Outcome => ({
  title,
  tone: 'destructive',
  saysServerMessage: true,
  ...(text !== undefined && { text }),
})

export const outcomes = {
  loginFailed: failure('Login failed'),
  registrationFailed: failure('Registration failed'),
  logoutFailed: failure('Logout failed'),
  loggedIn: { title: 'Welcome back!', text: 'You have successfully logged in.' },
  registered: { title: `Welcome to ${PRODUCT_NAME}!`, text: 'Your account has been created successfully.' },
  loggedOut: {
    title: 'Logged out',
    text: 'You have been logged out successfully.',
    go: { to: paths.feed, afterMs: AFTER_LOGOUT_MS },
  },
  passwordReset: { title: 'Password Changed', text: 'You’re signed in. All other devices are signed out.' },
  passwordChanged: { title: 'Password Changed', text: 'All other devices are signed out.' },
  emailLinkFailed: failure('Error', 'We couldn’t send the link. Try again.'),
  emailNotVerified: {
    ...failure('Verify Your Email', 'Verify your email first. We sent you a link.'),
    // Where the link can be asked for again.
    go: { to: paths.settingsSection('account'), afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  signedOutThere: { title: 'Signed Out', text: 'That device needs your password again.' },
  signOutThereFailed: failure('Error', 'Couldn’t sign out there'),
  dataExportRequested: { title: 'Copy Requested', text: 'We’ll email you when it’s ready.' },
  dataExportFailed: failure('Error', 'Couldn’t request a copy'),
  deletionRequested: {
    title: 'Account Hidden',
    text: 'You can sign in within 14 days to keep it. We’ve emailed you the details.',
    go: { to: paths.feed, afterMs: AFTER_LOGOUT_MS },
  },
  accountKept: {
    title: 'Account Kept',
    text: 'Others can see you again.',
    go: { to: paths.feed, afterMs: 0 },
  },
  keepAccountFailed: failure('Error', 'Couldn’t keep your account'),
  passkeyFailed: failure('Login failed', 'This passkey didn’t work. Try again.'),
  authenticatorOn: { title: 'Authenticator App On', text: 'After your password, you’re asked for a code.' },
  authenticatorOff: { title: 'Authenticator App Off', text: 'Your recovery codes no longer work.' },
  authenticatorOffFailed: failure('Error', 'Couldn’t turn off your authenticator app'),
  passkeyAdded: { title: 'Passkey Added', text: 'You can sign in with it now.' },
  passkeyRemoved: { title: 'Passkey Removed', text: 'It no longer signs in to your account.' },
  passkeyRemovalFailed: failure('Error', 'Couldn’t remove the passkey'),
  waitlistFailed: failure('Error', 'Failed to join waitlist'),
  waitlisted: {
    title: 'Success!',
    text: `You've been added to our waitlist. We'll notify you when ${PRODUCT_NAME} launches!`,
  },
  unauthorized: {
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    tone: 'destructive',
    go: { to: paths.login, afterMs: AFTER_UNAUTHORIZED_MS, fullPage: true },
  },
  creatorModeRequired: {
    title: 'Creator Mode Required',
    text: 'Subscribe to Creator Mode ($2/month) to post signals.',
    tone: 'destructive',
    go: { to: paths.creatorSubscribe, afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  onboardingRequired: {
    ...failure('Payouts Required', 'Finish setting up your payouts to post signals.'),
    go: { to: paths.creatorOnboarding, afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  signalFailed: failure('Error', 'Failed to create signal. Please try again.'),
  signalPosted: { title: 'Signal Posted', text: 'Your signal has been shared with your followers.' },
  signalWithdrawn: { title: 'Signal Withdrawn', text: 'Its text is hidden. It is still scored.' },
  withdrawFailed: failure('Error', 'Couldn’t withdraw the signal'),
  linkCopied: { title: 'Link Copied', text: 'It opens this signal.' },
  linkNotShared: failure('Error', 'Couldn’t share the link'),
  linkNotCopied: failure('Error', 'Couldn’t copy the link'),
  followFailed: { title: 'Error', text: 'Failed to follow user', tone: 'destructive' },
  unfollowFailed: { title: 'Error', text: 'Failed to unfollow user', tone: 'destructive' },
  watchFailed: failure('Error', 'Couldn’t add this to your watchlist'),
  unwatchFailed: failure('Error', 'Couldn’t remove this from your watchlist'),
  profileFailed: { title: 'Error', text: 'Failed to update profile', tone: 'destructive' },
  profileUpdated: { title: 'Success', text: 'Profile updated successfully' },
  usernameChanged: { title: 'Username Changed', text: 'Your old one leads to your profile for 90 days.' },
  pictureFailed: { title: 'Error', text: 'Failed to process uploaded image', tone: 'destructive' },
  creatorNotFound: {
    title: 'Creator Not Found',
    text: 'Please select a creator to subscribe to.',
    tone: 'destructive',
    go: { to: paths.feed, afterMs: 0 },
  },
  subscriptionFailed: {
    title: 'Error',
    text: 'Failed to create subscription. Please try again.',
    tone: 'destructive',
  },
  subscribed: {
    title: 'Subscription Created',
    text: 'You are now subscribed to the creator',
    // The checkout leads to the creator's profile instead, if it knows the creator.
    go: { to: paths.feed, afterMs: AFTER_SUBSCRIPTION_MS },
  },
  checkoutFailed: {
    ...failure('Subscription Error', 'Failed to create subscription'),
    go: { to: paths.feed, afterMs: 0 },
  },
  creatorNotAvailable: {
    title: 'Creator Not Available',
    text: "This creator hasn't set up subscriptions yet.",
    tone: 'destructive',
    go: { to: paths.feed, afterMs: 0 },
  },
  creatorNotNow: failure('Creator Not Available', 'This creator isn’t taking new subscribers right now.'),
  alreadySubscribed: {
    title: 'Already subscribed',
    text: 'You are already subscribed to this creator',
    // The checkout leads to the creator's profile instead, if it knows the creator.
    go: { to: paths.feed, afterMs: 0 },
  },
  paymentDue: {
    ...failure('Payment due', 'Your last payment didn’t go through.'),
    go: { to: paths.subscriptions, afterMs: 0 },
  },
  subscriptionDetailsFailed: {
    title: 'Error',
    text: 'Failed to load subscription details',
    tone: 'destructive',
  },
  paymentFailed: failure('Payment Failed'),
  paymentFormFailed: {
    title: 'Error',
    text: 'Failed to load payment form. Please refresh and try again.',
    tone: 'destructive',
  },
  alreadyACreator: {
    title: 'Already a creator',
    text: 'Creator Mode is active.',
    go: { to: paths.creatorOnboarding, afterMs: ALREADY_A_CREATOR_MS },
  },
  nameLikeCreator: {
    ...failure('Change Your Name', 'Your name looks like another creator’s.'),
    go: { to: paths.settingsSection('account'), afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  creatorModeActivated: {
    title: 'Creator Mode Activated',
    text: 'Next, set up your payouts and your price.',
    go: { to: paths.creatorOnboarding, afterMs: AFTER_CREATOR_PAYMENT_MS },
  },
  connectNotEnabled: failure(
    'Payment Setup Required',
    'Enable the Connect feature in the Stripe dashboard first, then try again.',
  ),
  onboardingFailed: { title: 'Error', text: 'Failed to start onboarding', tone: 'destructive' },
  priceFailed: { title: 'Error', text: 'Failed to update price', tone: 'destructive' },
  priceUpdateFailed: {
    title: 'Update Failed',
    text: 'Failed to update subscription price',
    tone: 'destructive',
  },
  samePrice: { title: 'Nothing Changed', text: 'This is already your price.' },
  invalidPrice: {
    title: 'Invalid Price',
    text: `Subscription price must be at least ${exactPrice(SUBSCRIPTION_PRICE_MIN_IN_CENTS)}`,
    tone: 'destructive',
  },
  priceSet: { title: 'Price Set', text: 'Your monthly price is set.' },
  priceUpdated: { title: 'Price Updated', text: 'New subscribers pay the new price.' },
  cancellationFailed: failure('Cancellation Failed', 'Failed to cancel subscription'),
  planCancellationFailed: failure('Cancellation Failed', 'Failed to cancel creator subscription'),
  subscriptionEnds: { title: 'Subscription Canceled', text: 'You keep access until the paid month ends.' },
  planEnds: { title: 'Creator Mode Canceled', text: 'Creator Mode stays on until the paid month ends.' },
  subscriptionKept: { title: 'Subscription Kept', text: 'It renews monthly again.' },
  planKept: { title: 'Creator Mode Kept', text: 'It renews monthly again.' },
  resumeFailed: failure('Error', 'Couldn’t undo the cancellation'),
  duePaid: { title: 'Payment Received', text: 'Everything is active again.' },
  dueUnchanged: {
    title: 'Nothing Was Charged',
    text: 'Your card is still the one that was declined. Use "Fix payment" to replace it.',
  },
  dueNeedsConfirmation: {
    title: 'Confirm Your Payment',
    text: 'Your bank needs you to confirm it. We’re taking you there now.',
  },
  duePaymentFailed: failure('Payment Failed', 'Your payment didn’t go through. Please try again.'),
  billingPageFailed: failure('Error', 'Couldn’t open the billing page'),
  portfolioImported: { title: 'Portfolio Imported', text: 'We’re calculating your returns.' },
  accountDeleted: { title: 'Import Deleted', text: 'Imported data deleted.' },
  accountDeletionFailed: failure('Error', 'Couldn’t delete the import'),
  // The title begins with the broker's name if it is known.
  brokerConnected: { title: 'Broker connected', text: 'Reading its history…' },
  brokerReconnected: { title: 'Broker connected again', text: 'Reading new transactions…' },
  noBrokerConnected: { title: 'No broker was connected', text: 'Nothing has changed.' },
  reconnectFailed: failure('Error', 'Couldn’t open your broker’s page'),
  brokerDisconnected: { title: 'Broker Disconnected', text: 'We deleted its data.' },
  disconnectFailed: failure('Error', 'Couldn’t disconnect the broker'),
  portfolioDeleted: {
    title: 'Portfolio Deleted',
    text: 'We deleted your accounts, connections and figures.',
  },
  portfolioDeletionFailed: failure('Error', 'Couldn’t delete the portfolio'),
} as const satisfies Record<string, Outcome>

let navigate: (to: string) => void = (to) => location.assign(to)

/** Registers the router, so that an outcome can navigate without a page load. */
export function setNavigate(go: (to: string) => void): void {
  navigate = go
}

/** Shows the outcome in a toast, without navigating. Who chose not to confirm their identity knows why nothing happened. */
export function showOutcome(outcome: Outcome, error?: unknown): void {
  if (isReauthenticationRequired(error)) return
  const serverMessage = outcome.saysServerMessage ? messageOf(error) : undefined
  const description = serverMessage ?? outcome.text
  showToast({
    title: outcome.title,
    ...(description !== undefined && { description }),
    ...(outcome.tone && { tone: outcome.tone }),
  })
}

/** Shows the outcome in a toast, and then navigates if the outcome says so. */
export function followOutcome(outcome: Outcome, error?: unknown): void {
  showOutcome(outcome, error)
  const { go } = outcome
  if (go) setTimeout(() => (go.fullPage ? location.assign(go.to) : navigate(go.to)), go.afterMs)
}
