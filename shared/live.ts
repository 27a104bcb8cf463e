// The notifications for open pages: which of the person's data has changed, never the data itself.

/** An event stream (`text/event-stream`) for signed-in people. The data of each event is a `LiveEvent` as JSON. */
export const LIVE_PATH = '/api/live'

/**
 * Changes for the signed-in person. `account`: their profile, plan or payout account; `subscriptions`: their
 * subscriptions or subscribers; `revenue`: their revenue as a creator; `portfolio`: their portfolio; `feed`: a new
 * signal in their timeline; `signals`: a signal in their timeline was withdrawn or removed; `alerts`: a new alert;
 * `comments`: a thread that the person has open changed; `session`: this browser may have been signed out.
 */
export const CHANGES = [
  'account',
  'subscriptions',
  'revenue',
  'portfolio',
  'feed',
  'signals',
  'alerts',
  'comments',
  'session',
] as const
export type Change = (typeof CHANGES)[number]

/** `everything`: the page may have missed notifications. */
export type LiveEvent = { what: Change | 'everything' }
