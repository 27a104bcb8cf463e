// Outcomes of paying, of Creator Mode, and of a creator's payouts and price.
import {
  AFTER_CREATOR_MODE_REQUIRED_MS,
  AFTER_CREATOR_PAYMENT_MS,
  AFTER_SUBSCRIPTION_MS,
  ALREADY_A_CREATOR_MS,
  SUBSCRIPTION_PRICE_MIN_IN_CENTS,
} from '#shared/limits.ts'
import { exactPrice } from '#shared/rules/money.ts'
import { paths } from '#web/paths.ts'
import { longDate } from './money-and-dates.ts'
import { failure, type Outcome } from './outcomes.ts'

export const paymentOutcomes = {
  creatorModeRequired: {
    title: 'Creator Mode Required',
    text: 'Subscribe to Creator Mode ($2/month) to post signals.',
    tone: 'destructive',
    go: { to: paths.creatorSubscribe, afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  onboardingRequired: {
    ...failure('Payouts required', 'Finish setting up your payouts to post signals.'),
    go: { to: paths.creatorOnboarding, afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
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
    ...failure('Change your name', 'Your name looks like another creator’s.'),
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
  samePrice: { title: 'Nothing changed', text: 'This is already your price.' },
  invalidPrice: {
    title: 'Invalid Price',
    text: `Subscription price must be at least ${exactPrice(SUBSCRIPTION_PRICE_MIN_IN_CENTS)}`,
    tone: 'destructive',
  },
  priceSet: { title: 'Price set', text: 'Your monthly price is set.' },
  priceUpdated: { title: 'Price updated', text: 'New subscribers pay the new price.' },
  planCancellationFailed: failure('Cancellation Failed', 'Failed to cancel creator subscription'),
  subscriptionEnds: { title: 'Subscription canceled', text: 'You keep access until the paid month ends.' },
  subscriptionEnded: { title: 'Subscription canceled', text: 'It has ended. You won’t be charged again.' },
  planEnds: { title: 'Creator Mode canceled', text: 'Creator Mode stays on until the paid month ends.' },
  planEnded: { title: 'Creator Mode canceled', text: 'It has ended. You won’t be charged again.' },
  planKept: { title: 'Creator Mode kept', text: 'It renews monthly again.' },
  duePaid: { title: 'Payment received', text: 'Everything is active again.' },
  duePaidInactive: {
    title: 'Payment received',
    text: 'Your payment went through, but what you paid for isn’t active. Check again in a moment.',
  },
  dueUnchanged: {
    title: 'Nothing was charged',
    text: 'Your card is still the one that was declined. Use "Fix payment" to replace it.',
  },
  dueNeedsConfirmation: {
    title: 'Confirm your payment',
    text: 'Your bank needs you to confirm it. We’re taking you there now.',
  },
  duePaymentFailed: failure('Payment Failed', 'Your payment didn’t go through. Please try again.'),
  billingPageFailed: failure('Error', 'Couldn’t open the billing page. Try again.'),
  cancellationFailed: failure('Cancellation Failed', 'Failed to cancel subscription'),
  subscriptionKept: { title: 'Subscription kept', text: 'It renews monthly again.' },
  resumeFailed: failure('Error', 'Couldn’t undo the cancellation. Try again.'),
} as const satisfies Record<string, Outcome>

/** For people whose session ended while they paid: what they have paid, and until when. */
export const subscriptionPaid = (creator: string | undefined, until: Date): Outcome => ({
  ...paymentOutcomes.subscribed,
  title: 'Payment received',
  text: `Your payment went through. You’re subscribed to ${creator ?? 'the creator'} until ${longDate(until)}.`,
})
export const creatorModePaid = (until: Date): Outcome => ({
  ...paymentOutcomes.creatorModeActivated,
  title: 'Payment received',
  text: `Your payment went through. Creator Mode is on until ${longDate(until)}.`,
})
