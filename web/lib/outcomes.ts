// The toast that follows each outcome of an action, and where it leads (spec section 8, row by row).
import { AFTER_LOGOUT_MS, AFTER_UNAUTHORIZED_MS } from '#shared/limits.ts'
import { showToast } from '#web/ui/toast-store.ts'
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

/** A failure that shows the server's message, and `text` if there is none. */
export const failure = (title: string, text?: string): Outcome => ({
  title,
  tone: 'destructive',
  saysServerMessage: true,
  ...(text !== undefined && { text }),
})

/**
 * The outcomes of the first screen. The others load with the code that needs them, such as
 * `payment-outcomes.ts`.
 */
export const outcomes = {
  logoutFailed: failure('Logout failed'),
  loggedOut: {
    title: 'Logged out',
    text: 'You have been logged out successfully.',
    go: { to: paths.feed, afterMs: AFTER_LOGOUT_MS },
  },
  unauthorized: {
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    tone: 'destructive',
    go: { to: paths.login, afterMs: AFTER_UNAUTHORIZED_MS, fullPage: true },
  },
  signalFailed: failure('Error', 'Failed to create signal. Please try again.'),
  signalPosted: { title: 'Signal Posted', text: 'Your signal has been shared with your followers.' },
  followFailed: { title: 'Error', text: 'Failed to follow user', tone: 'destructive' },
  unfollowFailed: { title: 'Error', text: 'Failed to unfollow user', tone: 'destructive' },
  portfolioImported: { title: 'Portfolio imported', text: 'We’re calculating your returns.' },
  profileFailed: { title: 'Error', text: 'Failed to update profile', tone: 'destructive' },
  profileUpdated: { title: 'Success', text: 'Profile updated successfully' },
  usernameChanged: { title: 'Username changed', text: 'Your old one leads to your profile for 90 days.' },
} as const satisfies Record<string, Outcome>

let navigate: (to: string) => void = (to) => location.assign(to)

/** Registers the router, so that an outcome can navigate without a page load. */
export function setNavigate(go: (to: string) => void): void {
  navigate = go
}

/**
 * Shows the outcome in a toast, without navigating. Shows nothing if the person chose not to confirm their identity.
 */
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

/** Shows the outcome in a toast, and then navigates if the outcome has an address. */
export function followOutcome(outcome: Outcome, error?: unknown): void {
  showOutcome(outcome, error)
  const { go } = outcome
  if (go) setTimeout(() => (go.fullPage ? location.assign(go.to) : navigate(go.to)), go.afterMs)
}
