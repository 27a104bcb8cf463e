// What a caller says about each person that buildPeople creates.
import type { z } from 'zod'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'

export type SignalOptions = {
  content: string
  /** `buy` unless said otherwise. */
  signalType?: z.output<typeof SignalType>
  tickers?: readonly string[]
  intent?: z.output<typeof Intent> | null
  timeHorizon?: z.output<typeof TimeHorizon> | null
  isPremium?: boolean
  /** Fractions are fine: 0.25 is fifteen minutes. Without it a minute lies between one signal and the next. */
  hoursAgo?: number
}

export type SubscriptionOptions = {
  creator: string
  /** `active` unless said otherwise. */
  status?: SubscriptionStatus
  /** The creator's price unless said otherwise: subscribers keep the price they agreed to. */
  priceCents?: number
  /** The current period; 10 days ago and 30 days later unless said otherwise. */
  periodStartedDaysAgo?: number
  periodDays?: number
  /** When the subscription was first made; the start of the period unless said otherwise. */
  startedDaysAgo?: number
}

export type PersonOptions = {
  /** `null` for none; the capitalized name by default. */
  displayName?: string | null
  bio?: string
  isPublic?: boolean
  /** `<name>@example.com` unless said otherwise. */
  email?: string
  /** `signalpost` unless said otherwise. */
  password?: string
  /** 30 unless said otherwise, or a day before the person's first signal. */
  joinedDaysAgo?: number
  /** Names of people in the same call, or usernames already in the database. */
  follows?: readonly string[]
  subscribesTo?: readonly (string | SubscriptionOptions)[]
  /** In the order they were posted, unless their `hoursAgo` says otherwise. */
  signals?: readonly (string | SignalOptions)[]
}

export type CreatorOptions = PersonOptions & {
  /** US cents a month, 500 to 10000. */
  priceCents?: number
  /** False for a creator who has not finished setting up payouts, and so has no price yet. */
  payouts?: boolean
}

export type Blueprint = CreatorOptions & { isCreator: boolean }
