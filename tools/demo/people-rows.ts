// Inserts new people's rows with a few statements per table.
import { sql, type Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { nameSkeletons } from '#server/features/users/rules.ts'
import type { Blueprint, SignalOptions, SubscriptionOptions } from './person-options.ts'

/** A person with all defaults applied, ready to insert. */
export type NewPerson = {
  id: string
  username: string
  email: string
  password: string
  plan: Blueprint
  joinedAt: Date
  priceCents: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** PostgreSQL accepts at most 65,535 values per statement; the widest row has 20. */
const ROWS_AT_ONCE = 3000

/** Hashing is slow on purpose, so people with the same password share a hash. */
const hashes = new Map<string, Promise<string>>()
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

export async function insertPeople(trx: Transaction<DB>, newPeople: NewPerson[]): Promise<void> {
  const rows = await Promise.all(
    newPeople.map(async ({ id, username, email, password, plan, joinedAt, priceCents }) => {
      const number = id.replaceAll('-', '')
      const isPaid = plan.isCreator && plan.payouts !== false
      const displayName =
        plan.displayName === undefined ? username[0]?.toUpperCase() + username.slice(1) : plan.displayName
      return {
        id,
        username,
        email,
        emailVerifiedAt: plan.isEmailVerified === false ? null : joinedAt,
        password: await hashOnce(password),
        displayName,
        ...nameSkeletons({ username, displayName }),
        bio: plan.bio ?? null,
        isPublic: plan.isPublic ?? true,
        showsRecordToVisitors: plan.showsRecordToVisitors === undefined ? true : plan.showsRecordToVisitors,
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

/** Finds everyone who is followed or paid, among the new people and in the database. */
export async function peopleNamedBy(trx: Transaction<DB>, newPeople: NewPerson[]): Promise<Known> {
  const found = new Map<string, ReturnType<Known>>(newPeople.map((person) => [person.username, person]))
  const named = newPeople.flatMap(({ plan }) => [
    ...(plan.follows ?? []),
    ...subscriptionsOf(plan).map((to) => to.creator),
  ])
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
    if (!person) throw new Error(`There is no person called "${name}"`)
    return person
  }
}

export async function insertFollows(
  trx: Transaction<DB>,
  newPeople: NewPerson[],
  known: Known,
  clock: Clock,
) {
  const rows = newPeople.flatMap(({ id, plan, joinedAt }) =>
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

export async function insertWatchedTickers(
  trx: Transaction<DB>,
  newPeople: NewPerson[],
  now: Date,
): Promise<void> {
  const rows = newPeople.flatMap(({ id, plan: { watches = [] } }) =>
    watches.map((ticker, index) => ({
      userId: id,
      ticker,
      createdAt: new Date(now.getTime() - (watches.length - index) * MINUTE_MS),
    })),
  )
  await inBulk(rows, (some) => trx.insertInto('watchedTickers').values(some).execute())
}

export async function insertModerators(trx: Transaction<DB>, newPeople: NewPerson[], now: Date) {
  const rows = newPeople.flatMap(({ id, plan: { role } }) =>
    role === undefined ? [] : [{ personId: id, role, createdAt: now }],
  )
  await inBulk(rows, (some) => trx.insertInto('moderators').values(some).execute())
}

export async function insertSubscriptions(
  trx: Transaction<DB>,
  newPeople: NewPerson[],
  known: Known,
  clock: Clock,
  now: Date,
) {
  const rows = newPeople.flatMap(({ id, plan }) =>
    subscriptionsOf(plan).map((to) => {
      const { status = 'active', periodStartedDaysAgo = 10, periodDays = 30 } = to
      const creator = known(to.creator)
      const startMs = now.getTime() - periodStartedDaysAgo * DAY_MS
      // An unpaid subscription has no period.
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
        createdAt: new Date(now.getTime() - (to.startedDaysAgo ?? periodStartedDaysAgo) * DAY_MS),
        updatedAt: new Date(startMs),
      }
    }),
  )
  await inBulk(rows, (some) => trx.insertInto('subscriptions').values(some).execute())
}

const hoursAgoOf = (signal: string | SignalOptions) =>
  typeof signal === 'string' ? undefined : signal.hoursAgo

export async function insertSignals(trx: Transaction<DB>, newPeople: NewPerson[], clock: Clock, now: Date) {
  const all = newPeople.flatMap(({ id, plan }) =>
    (plan.signals ?? []).map((signal) => ({ userId: id, isPublic: plan.isPublic ?? true, signal })),
  )
  const salt = () => Buffer.from(clock.newToken(), 'base64url')
  let undated = all.filter(({ signal }) => hoursAgoOf(signal) === undefined).length
  const taken = new Set<number>()
  const rows = all.map(({ userId, isPublic, signal }) => {
    const asked: SignalOptions = typeof signal === 'string' ? { content: signal } : signal
    let atMs = Math.round(
      now.getTime() - (asked.hoursAgo === undefined ? undated-- * MINUTE_MS : asked.hoursAgo * HOUR_MS),
    )
    // Times are unique, so that the order is deterministic.
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
      details: asked.details ?? null,
      // A signal with an answer about the holding comes from a form that also asks who may reply.
      repliesFrom:
        asked.details?.holds === undefined
          ? null
          : asked.isPremium
            ? ('subscribers' as const)
            : ('everyone' as const),
      createdAt: new Date(atMs),
      textSalt: salt(),
      tradeSalt: salt(),
      isSealed: (asked.isPremium ?? false) || !isPublic,
    }
  })
  await inBulk(rows, (some) =>
    trx
      .insertInto('signals')
      .values(some.map(({ isSealed: _isSealed, ...row }) => row))
      .execute(),
  )
  // As if each had been posted and logged at its time, so that their records are rated.
  const queued = rows.map(({ id, createdAt, isSealed }) => ({
    signalId: id,
    queuedAt: createdAt,
    sealed: isSealed,
  }))
  await inBulk(queued, (some) => trx.insertInto('recordQueue').values(some).execute())
  await sql`insert into signal_tickers (ticker, created_at, signal_id)
    select jsonb_array_elements_text(tickers::jsonb), created_at, id from signals
     where user_id = any(${newPeople.map(({ id }) => id)}::uuid[]) and tickers is not null
    on conflict do nothing`.execute(trx)
}

/** Each new person's own signals and those of the people they follow or pay. */
export async function fillTimelines(
  trx: Transaction<DB>,
  newPeople: NewPerson[],
  now: Date,
  graceDays: number,
): Promise<void> {
  const ids = newPeople.map(({ id }) => id)
  await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
    select reader, g.created_at, g.id, g.user_id from signals g join (
      select unnest(${ids}::uuid[]) as reader, unnest(${ids}::uuid[]) as author
      union
      select follower_id, following_id from follows where follower_id = any(${ids}::uuid[])
      union
      select s.subscriber_id, s.creator_id from subscriptions s where s.subscriber_id = any(${ids}::uuid[])
        and is_paying(s, ${now}, ${graceDays})) readers on author = g.user_id`.execute(trx)
}

async function inBulk<Row>(rows: Row[], insert: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insert(rows.slice(from, from + ROWS_AT_ONCE))
}
