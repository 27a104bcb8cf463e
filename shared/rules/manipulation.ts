// The rules that raise a case without a report, stated on /rules. None of them decides anything.
import type { ReportReason } from './report-reasons.ts'

/**
 * The age below which an account is young, how many of them post, and the most signals of a quiet ticker in 90 days.
 */
export const YOUNG_DAYS = 30
export const YOUNG_ACCOUNTS_MIN = 5
export const QUIET_SIGNALS_MAX = 5
/** New followers in an hour, and the share of them without a history. */
export const BURST_MIN = 25
export const BURST_SHARE = 0.8
/** Accounts that follow only each other. */
export const CIRCLE_MIN = 4
export const CIRCLE_MAX = 20
/** Accounts that one card paid for in 30 days. */
export const CARD_ACCOUNTS_MIN = 4

export const MANIPULATION_RULES = {
  young_accounts: {
    reason: 'false_news',
    text: `${YOUNG_ACCOUNTS_MIN} or more accounts younger than ${YOUNG_DAYS} days post about one quiet ticker within an hour`,
  },
  opposite_signals: {
    reason: 'false_news',
    text: 'One author buys and shorts the same ticker within a day',
  },
  follower_burst: {
    reason: 'spam',
    text: `${BURST_MIN} or more people follow somebody within an hour, and most of them have no history`,
  },
  closed_circle: {
    reason: 'spam',
    text: `${CIRCLE_MIN} or more accounts follow only each other`,
  },
  one_card: {
    reason: 'spam',
    text: `One card pays for ${CARD_ACCOUNTS_MIN} or more accounts within 30 days`,
  },
} as const satisfies Record<string, { reason: ReportReason; text: string }>

export type ManipulationRule = keyof typeof MANIPULATION_RULES
export const MANIPULATION_RULE_NAMES = Object.keys(MANIPULATION_RULES) as [
  ManipulationRule,
  ...ManipulationRule[],
]
