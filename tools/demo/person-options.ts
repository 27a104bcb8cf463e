// The options of each person that `buildPeople` creates.
import type { z } from 'zod'
import type { Role } from '#server/features/safety/moderators.ts'
import type { SignalDetails } from '#shared/contracts/signal-details.ts'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'

export type SignalOptions = {
  content: string
  /** `buy` by default. */
  signalType?: z.output<typeof SignalType>
  tickers?: readonly string[]
  intent?: z.output<typeof Intent> | null
  timeHorizon?: z.output<typeof TimeHorizon> | null
  isPremium?: boolean
  details?: SignalDetails
  /** May be fractional: 0.25 is fifteen minutes. By default signals are a minute apart. */
  hoursAgo?: number
}

export type SubscriptionOptions = {
  creator: string
  /** `active` by default. */
  status?: SubscriptionStatus
  /** The creator's price by default; subscribers keep the price they agreed to. */
  priceCents?: number
  /** The current period: by default it started 10 days ago and lasts 30 days. */
  periodStartedDaysAgo?: number
  periodDays?: number
  /** When the subscription was created; the start of the period by default. */
  startedDaysAgo?: number
}

export type PersonOptions = {
  /** Null for none; the capitalized name by default. */
  displayName?: string | null
  bio?: string
  isPublic?: boolean
  /** Whether visitors see the record. True by default; null for a person who hasn't been asked. */
  showsRecordToVisitors?: boolean | null
  /** `<name>@example.com` by default. */
  email?: string
  /** True by default. */
  isEmailVerified?: boolean
  /** `signalpost` by default. */
  password?: string
  /** 30 by default, or a day before the person's first signal. */
  joinedDaysAgo?: number
  /** Names in the same call, or usernames in the database. */
  follows?: readonly string[]
  /** Tickers, the newest on the list last. */
  watches?: readonly string[]
  subscribesTo?: readonly (string | SubscriptionOptions)[]
  /** For those who decide cases; they get no second factor. */
  role?: Role
  /** Oldest first, unless `hoursAgo` sets another time. */
  signals?: readonly (string | SignalOptions)[]
}

export type CreatorOptions = PersonOptions & {
  /** US cents a month, 500 to 10000. */
  priceCents?: number
  /** False for a creator without finished payouts, who has no price yet. */
  payouts?: boolean
}

export type Blueprint = CreatorOptions & { isCreator: boolean }
