// Builds people by name, with their follows, subscriptions, signals and timelines; for tests and the demo data.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import type { Intent, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import { SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS } from '#shared/limits.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'

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
  /** `null` for none; the name in the town with a capital letter unless said otherwise. */
  displayName?: string | null
  bio?: string
  isPublic?: boolean
  /** `<name>@example.com` unless said otherwise. */
  email?: string
  /** `signalpost` unless said otherwise. */
  password?: string
  /** 30 unless said otherwise, or a day before the person's first signal. */
  joinedDaysAgo?: number
  /** Names of people of this town, or usernames already in the database. */
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
type Resident = Person & { name: string; plan: Blueprint; joinedAt: Date; priceCents: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** PostgreSQL takes at most 65,535 values in a statement; the widest row here has 18. */
const ROWS_AT_ONCE = 3000

/**
 * Builds all of them in one transaction and returns them by name; the name is the username. Whom they follow and pay
 * is in their timelines as if the product had put it there. Throws when somebody follows or pays a stranger.
 */
export async function town<Name extends string>(
  { db, clock, config }: Needs,
  people: Record<Name, Blueprint>,
): Promise<Record<Name, Person>> {
  const nowMs = clock.now().getTime()
  const residents = await Promise.all(
    Object.entries<Blueprint>(people).map(([name, plan]) => settle(name, plan, clock.newId(), nowMs)),
  )
  await db.transaction().execute(async (trx) => {
    await insertPeople(trx, residents)
    const known = await peopleNamedBy(trx, residents)
    await insertFollows(trx, residents, known, clock)
    await insertSubscriptions(trx, residents, known, clock, nowMs)
    await insertSignals(trx, residents, clock, nowMs)
    await fillTimelines(trx, residents, clock.now(), config.pastDueGraceDays)
  })
  const built = residents.map(({ name, id, username, email, password }) => [name, { id, username, email, password }])
  return Object.fromEntries(built) as Record<Name, Person>
}

async function settle(name: string, plan: Blueprint, id: string, nowMs: number): Promise<Resident> {
  if (!looksLikeUsername(name)) throw new Error(`"${name}" can't be a username, so nobody in a town has that name`)
  const oldestHours = Math.max(0, ...(plan.signals ?? []).map((signal) => hoursAgoOf(signal) ?? 0))
  const joinedDaysAgo = plan.joinedDaysAgo ?? Math.max(30, oldestHours / 24 + 1)
  return {
    name,
    plan,
    id,
    username: name,
    email: plan.email ?? `${name}@example.com`,
    password: plan.password ?? 'signalpost',
    joinedAt: new Date(nowMs - joinedDaysAgo * DAY_MS),
    priceCents: plan.priceCents ?? SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS,
  }
}

/** Hashing is slow on purpose; built people who share a password share its hash. */
const hashes = new Map<string, Promise<string>>()
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

async function insertPeople(trx: Transaction<DB>, residents: Resident[]): Promise<void> {
  const rows = await Promise.all(
    residents.map(async ({ id, username, email, password, plan, joinedAt, priceCents }) => {
      const number = id.replaceAll('-', '')
      const isPaid = plan.isCreator && plan.payouts !== false
      return {
        id,
        username,
        email,
        password: await hashOnce(password),
        displayName: plan.displayName === undefined ? username[0]?.toUpperCase() + username.slice(1) : plan.displayName,
        bio: plan.bio ?? null,
        isPublic: plan.isPublic ?? true,
        isCreator: plan.isCreator,
        stripeCustomerId: plan.isCreator || plan.subscribesTo?.length ? `cus_${number}` : null,
        creatorSubscriptionId: plan.isCreator ? `sub_${number}` : null,
        stripeAccountId: isPaid ? `acct_${number}` : null,
        stripeOnboardingCompleted: isPaid,
        stripeProductId: isPaid ? `prod_${number}` : null,
        stripePriceId: isPaid ? `price_${number}` : null,
        subscriptionPriceInCents: priceCents,
        createdAt: joinedAt,
        updatedAt: joinedAt,
      }
    }),
  )
  await inBulk(rows, (some) => trx.insertInto('users').values(some).execute())
}

type Known = (name: string) => { id: string; joinedAt: Date; priceCents: number }

/** Finds whoever is followed or paid: people of the town, else people who were there before. */
async function peopleNamedBy(trx: Transaction<DB>, residents: Resident[]): Promise<Known> {
  const found = new Map<string, ReturnType<Known>>(residents.map((resident) => [resident.name, resident]))
  const named = residents.flatMap(({ plan }) => [...(plan.follows ?? []), ...subscriptionsOf(plan).map((to) => to.creator)])
  const strangers = named.filter((name) => !found.has(name))
  if (strangers.length > 0) {
    const rows = await trx
      .selectFrom('users')
      .select(['id', 'username', 'createdAt as joinedAt', 'subscriptionPriceInCents as priceCents'])
      .where('username', 'in', strangers)
      .execute()
    for (const row of rows) found.set(row.username, row)
  }
  return (name) => {
    const person = found.get(name)
    if (!person) throw new Error(`Nobody in the town is called "${name}"`)
    return person
  }
}

async function insertFollows(trx: Transaction<DB>, residents: Resident[], known: Known, clock: Needs['clock']) {
  const rows = residents.flatMap(({ id, plan, joinedAt }) =>
    (plan.follows ?? []).map(known).map((followed) => ({
      id: clock.newId(),
      followerId: id,
      followingId: followed.id,
      createdAt: followed.joinedAt > joinedAt ? followed.joinedAt : joinedAt,
    })),
  )
  await inBulk(rows, (some) => trx.insertInto('follows').values(some).execute())
}

const subscriptionsOf = (plan: Blueprint): SubscriptionOptions[] =>
  (plan.subscribesTo ?? []).map((to) => (typeof to === 'string' ? { creator: to } : to))

async function insertSubscriptions(
  trx: Transaction<DB>,
  residents: Resident[],
  known: Known,
  clock: Needs['clock'],
  nowMs: number,
) {
  const rows = residents.flatMap(({ id, plan }) =>
    subscriptionsOf(plan).map((to) => {
      const { status = 'active', periodStartedDaysAgo = 10, periodDays = 30 } = to
      const creator = known(to.creator)
      const startMs = nowMs - periodStartedDaysAgo * DAY_MS
      // Nothing was paid yet, so there is no period.
      const isUnpaid = status === 'incomplete' || status === 'incomplete_expired'
      const rowId = clock.newId()
      return {
        id: rowId,
        subscriberId: id,
        creatorId: creator.id,
        stripeSubscriptionId: `sub_${rowId.replaceAll('-', '')}`,
        priceInCents: to.priceCents ?? creator.priceCents,
        status,
        currentPeriodStart: isUnpaid ? null : new Date(startMs),
        currentPeriodEnd: isUnpaid ? null : new Date(startMs + periodDays * DAY_MS),
        createdAt: new Date(nowMs - (to.startedDaysAgo ?? periodStartedDaysAgo) * DAY_MS),
        updatedAt: new Date(startMs),
      }
    }),
  )
  await inBulk(rows, (some) => trx.insertInto('subscriptions').values(some).execute())
}

const hoursAgoOf = (signal: string | SignalOptions) => (typeof signal === 'string' ? undefined : signal.hoursAgo)

async function insertSignals(trx: Transaction<DB>, residents: Resident[], clock: Needs['clock'], nowMs: number) {
  const all = residents.flatMap(({ id, plan }) => (plan.signals ?? []).map((signal) => ({ userId: id, signal })))
  let undated = all.filter(({ signal }) => hoursAgoOf(signal) === undefined).length
  const taken = new Set<number>()
  const rows = all.map(({ userId, signal }) => {
    const asked: SignalOptions = typeof signal === 'string' ? { content: signal } : signal
    let atMs = Math.round(nowMs - (asked.hoursAgo === undefined ? undated-- * MINUTE_MS : asked.hoursAgo * HOUR_MS))
    // No two at one instant, so that newest first is the same order every time.
    while (taken.has(atMs)) atMs -= 1
    taken.add(atMs)
    return {
      id: clock.newId(),
      userId,
      content: asked.content,
      signalType: asked.signalType ?? 'buy',
      tickers: asked.tickers?.length ? JSON.stringify(asked.tickers) : null,
      intent: asked.intent ?? null,
      timeHorizon: asked.timeHorizon ?? null,
      isPremium: asked.isPremium ?? false,
      createdAt: new Date(atMs),
    }
  })
  await inBulk(rows, (some) => trx.insertInto('signals').values(some).execute())
}

/** Everybody's own signals, and those of the people they follow or pay. */
async function fillTimelines(trx: Kysely<DB>, residents: Resident[], now: Date, graceDays: number): Promise<void> {
  const ids = residents.map(({ id }) => id)
  await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
    select reader, g.created_at, g.id, g.user_id from signals g join (
      select unnest(${ids}::uuid[]) as reader, unnest(${ids}::uuid[]) as author
      union
      select follower_id, following_id from follows where follower_id = any(${ids}::uuid[])
      union
      select s.subscriber_id, s.creator_id from subscriptions s where s.subscriber_id = any(${ids}::uuid[])
        and is_paying(s.status, s.current_period_start, ${now}, ${graceDays})) readers on author = g.user_id`.execute(trx)
}

async function inBulk<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await insert(rows.slice(from, from + ROWS_AT_ONCE))
}
