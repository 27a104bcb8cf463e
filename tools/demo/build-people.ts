// Creates people by name, with their follows, subscriptions, signals and timelines, for the demo and the tests.
import type { Deps } from '#server/deps.ts'
import { SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS } from '#shared/limits.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import {
  fillTimelines,
  insertFollows,
  insertModerators,
  insertPeople,
  insertSignals,
  insertSubscriptions,
  insertWatchedTickers,
  peopleNamedBy,
  type NewPerson,
} from './people-rows.ts'
import type { Blueprint, CreatorOptions, PersonOptions } from './person-options.ts'

export type Person = { id: string; username: string; email: string; password: string }

/** A person with Creator Mode, finished payouts and a price: $5 by default. */
export const creator = (options: CreatorOptions = {}): Blueprint => ({ ...options, isCreator: true })

/** A person without Creator Mode. Any signals are a former creator's. */
export const member = (options: PersonOptions = {}): Blueprint => ({ ...options, isCreator: false })

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
const DAY_MS = 86_400_000

/**
 * Creates all people in one transaction and returns them by username. Their timelines hold the signals of everyone
 * they follow or pay. Throws if someone follows or pays an unknown name.
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
    await insertWatchedTickers(trx, newPeople, now)
    await insertModerators(trx, newPeople, now)
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
