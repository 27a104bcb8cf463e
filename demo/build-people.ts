// Creates people by name, with their follows, subscriptions, signals and timelines, for the demo and the tests.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import { SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS } from '#shared/limits.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import {
  fillTimelines,
  insertFollows,
  insertPeople,
  insertSignals,
  insertSubscriptions,
  peopleNamedBy,
  type NewPerson,
} from './people-rows.ts'

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
export type Person = { id: string; username: string; email: string; password: string }

/** Someone with Creator Mode, finished payouts and a set price: $5 unless said otherwise. */
export const creator = (options: CreatorOptions = {}): Blueprint => ({ ...options, isCreator: true })

/** Someone without Creator Mode. Their signals are those of a former creator. */
export const member = (options: PersonOptions = {}): Blueprint => ({ ...options, isCreator: false })

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
const DAY_MS = 86_400_000

/**
 * Creates all of them in one transaction and returns them by name; the name is the username. Their timelines hold the
 * signals of everyone they follow or pay. Throws when someone follows or pays an unknown name.
 */
export async function buildPeople<Name extends string>(
  { db, clock, config }: Needs,
  people: Record<Name, Blueprint>,
): Promise<Record<Name, Person>> {
  const now = clock.now()
  const newPeople = Object.entries<Blueprint>(people).map(([name, plan]) =>
    planRow(name, plan, clock.newId(), now),
  )
  await db.transaction().execute(async (trx) => {
    await insertPeople(trx, newPeople)
    const known = await peopleNamedBy(trx, newPeople)
    await insertFollows(trx, newPeople, known, clock)
    await insertSubscriptions(trx, newPeople, known, clock, now)
    await insertSignals(trx, newPeople, clock, now)
    await fillTimelines(trx, newPeople, now, config.pastDueGraceDays)
  })
  const built = newPeople.map(({ id, username, email, password }) => [
    username,
    { id, username, email, password },
  ])
  return Object.fromEntries(built) as Record<Name, Person>
}

function planRow(name: string, plan: Blueprint, id: string, now: Date): NewPerson {
  if (!looksLikeUsername(name)) throw new Error(`"${name}" can't be a username`)
  const oldestHours = Math.max(
    0,
    ...(plan.signals ?? []).map((signal) => (typeof signal === 'string' ? 0 : (signal.hoursAgo ?? 0))),
  )
  const joinedDaysAgo = plan.joinedDaysAgo ?? Math.max(30, oldestHours / 24 + 1)
  return {
    plan,
    id,
    username: name,
    email: plan.email ?? `${name}@example.com`,
    password: plan.password ?? 'signalpost',
    joinedAt: new Date(now.getTime() - joinedDaysAgo * DAY_MS),
    priceCents: plan.priceCents ?? SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS,
  }
}
