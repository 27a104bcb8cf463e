// The kinds of alerts, what a person may choose for each, and the filters of the list.

/** In the order of the settings. */
export const ALERT_KINDS = [
  'signal',
  'outcome',
  'mention',
  'reply',
  'useful',
  'follower',
  'subscriber',
  'price',
  'payment',
  'payout',
  'moderation',
  'security',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const ALERT_EMAILS = ['off', 'at_once', 'digest'] as const
export type AlertEmail = (typeof ALERT_EMAILS)[number]

/** Whose actions cause alerts of a kind. `followed`: the people whom the person follows or pays. */
export const FROM_WHOM = ['everyone', 'followed', 'nobody'] as const
export type FromWhom = (typeof FROM_WHOM)[number]

/** `push`: a notification on the person’s devices. */
export type AlertPreference = { list: boolean; push: boolean; email: AlertEmail }
type Kind = {
  title: string
  usual: AlertPreference
  /** Always listed, with an email of its own at once. Push can be chosen. */
  isFixed?: true
  /** Whether it can be emailed at once. Only signals are soon out of date. */
  hasAtOnce?: true
  /**
   * Whether the alert names who caused it, so that it can be limited to people the person follows. Alerts about
   * "useful" votes name nobody, and a limit would reveal who voted.
   */
  hasSender?: true
}

/** An email comes only once a person has chosen a digest, or that they want it at once. */
export const KINDS: Record<AlertKind, Kind> = {
  signal: {
    title: 'Signal from someone with alerts on',
    usual: { list: true, push: true, email: 'digest' },
    hasAtOnce: true,
  },
  outcome: {
    title: 'Your signal or a saved one closed',
    usual: { list: true, push: false, email: 'digest' },
  },
  mention: { title: 'Mention', usual: { list: true, push: true, email: 'digest' }, hasSender: true },
  reply: {
    title: 'Comment on your signal, or reply to you',
    usual: { list: true, push: true, email: 'digest' },
    hasSender: true,
  },
  useful: { title: 'Someone found your signal useful', usual: { list: true, push: false, email: 'off' } },
  follower: { title: 'New follower', usual: { list: true, push: false, email: 'off' }, hasSender: true },
  subscriber: { title: 'New subscriber', usual: { list: true, push: true, email: 'digest' } },
  price: { title: 'Price change', usual: { list: true, push: false, email: 'digest' } },
  payment: { title: 'Payment failed', usual: { list: true, push: true, email: 'at_once' }, isFixed: true },
  payout: { title: 'Payouts', usual: { list: true, push: false, email: 'at_once' }, isFixed: true },
  moderation: {
    title: 'Moderator decisions',
    usual: { list: true, push: true, email: 'at_once' },
    isFixed: true,
  },
  security: {
    title: 'Sign-in and security',
    usual: { list: true, push: true, email: 'at_once' },
    isFixed: true,
  },
}

export const ALERT_FILTERS = ['all', 'mentions', 'signals', 'payments', 'people', 'safety'] as const
export type AlertFilter = (typeof ALERT_FILTERS)[number]

export const KINDS_OF_FILTER: Record<AlertFilter, readonly AlertKind[]> = {
  all: ALERT_KINDS,
  mentions: ['mention', 'reply'],
  signals: ['signal', 'outcome'],
  payments: ['subscriber', 'price', 'payment', 'payout'],
  people: ['follower', 'mention', 'reply', 'useful'],
  safety: ['moderation', 'security'],
}

/** Per author. */
export const BELL_LEVELS = ['all', 'premium', 'off'] as const
export type BellLevel = (typeof BELL_LEVELS)[number]

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]
