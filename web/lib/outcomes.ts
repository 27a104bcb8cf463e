// What a person is told, and where they are taken, after each thing that can happen (spec section 8, row by row).
import { AFTER_CREATOR_MODE_REQUIRED_MS, AFTER_LOGOUT_MS, AFTER_UNAUTHORIZED_MS } from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { paths } from '../paths.ts'
import { messageOf } from './api-error.ts'

export type Outcome = {
  title: string
  /** Shown as it stands, or instead of the server's message when the error carries none. */
  text?: string
  /** Whether the server's own message is shown when there is one. */
  saysServerMessage?: true
  tone?: 'destructive'
  go?: { to: string; afterMs: number; fullPage?: true }
}

const failed = (title: string, text?: string): Outcome => ({
  title,
  tone: 'destructive',
  saysServerMessage: true,
  ...(text !== undefined && { text }),
})

export const outcomes = {
  loginFailed: failed('Login failed'),
  registrationFailed: failed('Registration failed'),
  logoutFailed: failed('Logout failed'),
  loggedIn: { title: 'Welcome back!', text: 'You have successfully logged in.' },
  registered: { title: `Welcome to ${PRODUCT_NAME}!`, text: 'Your account has been created successfully.' },
  loggedOut: {
    title: 'Logged out',
    text: 'You have been logged out successfully.',
    go: { to: paths.feed, afterMs: AFTER_LOGOUT_MS },
  },
  waitlistFailed: failed('Error', 'Failed to join waitlist'),
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
    ...failed('Payouts Required', 'Finish setting up your payouts to post signals.'),
    go: { to: paths.creatorOnboarding, afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  signalFailed: failed('Error', 'Failed to create signal. Please try again.'),
  signalPosted: { title: 'Signal Posted', text: 'Your signal has been shared with your followers.' },
  followFailed: { title: 'Error', text: 'Failed to follow user', tone: 'destructive' },
  unfollowFailed: { title: 'Error', text: 'Failed to unfollow user', tone: 'destructive' },
  profileFailed: { title: 'Error', text: 'Failed to update profile', tone: 'destructive' },
  profileUpdated: { title: 'Success', text: 'Profile updated successfully' },
  pictureFailed: { title: 'Error', text: 'Failed to process uploaded image', tone: 'destructive' },
  creatorNotFound: {
    title: 'Creator Not Found',
    text: 'Please select a creator to subscribe to.',
    tone: 'destructive',
    go: { to: paths.feed, afterMs: 0 },
  },
} as const satisfies Record<string, Outcome>

let navigate: (to: string) => void = (to) => location.assign(to)

/** The page's router, so that an outcome can lead somewhere without a page load. */
export function navigateWith(go: (to: string) => void): void {
  navigate = go
}

/** Says what happened in a toast, then leads on where the outcome says so. */
export function announce(outcome: Outcome, error?: unknown): void {
  const server = outcome.saysServerMessage ? messageOf(error) : undefined
  const description = server ?? outcome.text
  showToast({
    title: outcome.title,
    ...(description !== undefined && { description }),
    ...(outcome.tone && { tone: outcome.tone }),
  })
  const { go } = outcome
  if (go) setTimeout(() => (go.fullPage ? location.assign(go.to) : navigate(go.to)), go.afterMs)
}
