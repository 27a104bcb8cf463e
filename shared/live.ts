// The notifications that open pages receive: that something about the person changed, never the data itself.

/** An event stream (`text/event-stream`) for signed-in people. The data of each event is a `LiveEvent` as JSON. */
export const LIVE_PATH = '/api/live'

/**
 * All about the signed-in person. `account`: their profile, plan or payout account; `subscriptions`: whom they pay, or who
 * pays them; `revenue`: their revenue as a creator; `portfolio`: their portfolio; `feed`: a new signal in their timeline;
 * `signals`: one in their timeline was withdrawn or removed; `session`: this browser may have been signed out.
 */
export const CHANGES = [
  'account',
  'subscriptions',
  'revenue',
  'portfolio',
  'feed',
  'signals',
  'session',
] as const
export type Change = (typeof CHANGES)[number]

/** `everything`: the page may have missed notifications. */
export type LiveEvent = { what: Change | 'everything' }
