// What open pages are told while they are open: only that something about the person changed, never what it is now.

/** An event stream (`text/event-stream`), for signed-in people; each event's data is a `LiveEvent` as JSON. */
export const LIVE_PATH = '/api/live'

/**
 * `account`: the own profile, plan or payout account; `subscriptions`: what the person pays for, or who pays them;
 * `revenue`: a creator's income; `portfolio`: the own portfolio; `feed`: a signal came into the own timeline; `session`:
 * this browser may have been signed out.
 */
export const CHANGES = ['account', 'subscriptions', 'revenue', 'portfolio', 'feed', 'session'] as const
export type Change = (typeof CHANGES)[number]

/** `everything`: something may have been missed. */
export type LiveEvent = { what: Change | 'everything' }
