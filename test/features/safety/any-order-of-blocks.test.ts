// Random sequences of blocks, mutes, follows, payments, private profiles and suspensions: nobody ever sees a person
// whom a block hides, and nothing changes for everybody else.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeCursor } from '#server/db/page.ts'
import { follow, unfollow } from '#server/features/follows/follow.ts'
import { followersOf } from '#server/features/follows/list-follows.ts'
import { block, unblock } from '#server/features/safety/block.ts'
import { mute } from '#server/features/safety/mutes.ts'
import { everyonePage, personPage, signalById, tickerPage } from '#server/features/signals/store.ts'
import { timelinePage } from '#server/features/signals/timeline-page.ts'
import { distancesOn } from '#server/features/record/score/trades-on.ts'
import { tickerCalls } from '#server/features/tickers/calls.ts'
import { publicPeople } from '#server/features/users/search.ts'
import { personById } from '#server/features/users/store.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { suspend } from './suspend.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { isFull, runSeed } from '#test/test-scope.ts'
import { buildPeople, creator, type Person } from '#tools/demo/build-people.ts'

const NAMES = ['ann', 'ben', 'cem'] as const
type Name = (typeof NAMES)[number]
/** Each sequence continues where the previous one ended, so that rare states are reached. */
const SEQUENCES = isFull ? 100_000 : 2000
/** Concurrent walks, each with its own people. */
const WALKS = 2
const TICKER = 'WALK'

let server: TestServer
beforeAll(async () => void (server = await startServer({ sequencer: false })))
afterAll(() => server.stop())

const actions = [
  'block',
  'unblock',
  'mute',
  'follow',
  'unfollow',
  'pay',
  'end',
  'private',
  'public',
  'suspend',
  'lift',
] as const
/** The names of a walk's people begin with the same word, so that one search finds all of them. */
const usernameOf = (name: Name, number: number) => `walk${number}_${name}`
type Step = { action: (typeof actions)[number]; who: Name; whom: Name }

const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...actions),
    who: fc.constantFrom(...NAMES),
    whom: fc.constantFrom(...NAMES),
  }),
  { minLength: 1, maxLength: 5 },
)

/** What the test expects, tracked without the database. */
type World = { blocks: Set<string>; hidden: Set<Name>; pays: Set<string>; muted: Set<string> }

async function walk(number: number): Promise<void> {
  const { deps } = server
  const people = {} as Record<Name, Person>
  const built = await buildPeople(
    deps,
    Object.fromEntries(
      NAMES.map((name) => [
        usernameOf(name, number),
        creator({ signals: [{ content: `${name} walks`, tickers: [TICKER] }] }),
      ]),
    ),
  )
  for (const name of NAMES) people[name] = built[usernameOf(name, number)] as Person
  const world: World = { blocks: new Set(), hidden: new Set(), pays: new Set(), muted: new Set() }
  const isApart = (a: Name, b: Name) => world.blocks.has(`${a} ${b}`) || world.blocks.has(`${b} ${a}`)
  const sees = (a: Name, b: Name) =>
    a === b || (!isApart(a, b) && (!world.hidden.has(b) || world.pays.has(`${a} ${b}`)))

  async function act({ action, who, whom }: Step): Promise<void> {
    const [a, b] = [people[who].id, people[whom].id]
    const pair = `${who} ${whom}`
    if (action === 'private' || action === 'public') {
      const isPublic = action === 'public'
      await deps.db.updateTable('users').set({ isPublic }).where('id', '=', a).execute()
      if (isPublic) world.hidden.delete(who)
      else world.hidden.add(who)
      return
    }
    // A suspended person writes nothing more, and what they wrote stays where it was.
    if (action === 'suspend') return await suspend(server, a)
    if (action === 'lift')
      return void (await deps.db
        .updateTable('restrictions')
        .set({ liftedAt: deps.clock.now() })
        .where('personId', '=', a)
        .where('liftedAt', 'is', null)
        .execute())
    if (who === whom) return
    const isRefused = !sees(who, whom)
    if (action === 'unblock') {
      await unblock(deps, a, b)
      world.blocks.delete(pair)
    } else if (action === 'block') {
      const isRepeated = world.blocks.has(pair)
      await expectRefusal(isRefused && !isRepeated, block(deps, ENDS, a, b))
      if (!isRefused || isRepeated) world.blocks.add(pair)
    } else if (action === 'mute') {
      await expectRefusal(isRefused, mute(deps, a, { kind: 'person', value: b, until: null }))
      if (!isRefused) world.muted.add(pair)
    } else if (action === 'follow') await expectRefusal(isRefused, follow(deps, a, b))
    else if (action === 'unfollow') await unfollow(deps, a, b)
    else await setPaying(a, b, action === 'pay', pair)
  }

  async function setPaying(subscriberId: string, creatorId: string, isPaying: boolean, pair: string) {
    await deps.db
      .deleteFrom('subscriptions')
      .where('subscriberId', '=', subscriberId)
      .where('creatorId', '=', creatorId)
      .execute()
    world.pays.delete(pair)
    if (!isPaying) return
    const [id, now] = [deps.clock.newId(), deps.clock.now()]
    await deps.db
      .insertInto('subscriptions')
      .values({
        id,
        subscriberId,
        creatorId,
        priceInCents: 500,
        status: 'active',
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    world.pays.add(pair)
  }

  /** Reads everything as this person, and compares what it shows of the other two with what they may see. */
  async function check(who: Name): Promise<void> {
    const viewer = people[who].id
    const page = {
      ...viewerContext(deps, viewer),
      beforeAt: decodeCursor(undefined).createdAt,
      beforeId: decodeCursor(undefined).id,
      limit: 100,
    }
    const [everyone, about, calls, feed, found, followers] = await Promise.all([
      everyonePage(deps.statements, page),
      tickerPage(deps.statements, { ...page, ticker: TICKER }),
      tickerCalls(deps, (ids, ticker) => distancesOn(deps, ids, ticker), viewer, {
        ticker: TICKER,
        period: '1Y',
      }),
      timelinePage(deps.statements, page),
      publicPeople(deps, viewer, { query: `walk${number}`, limit: 20, after: decodeCursor(undefined) }),
      followersOf(deps, viewer, { personId: viewer, limit: 20, after: decodeCursor(undefined) }),
    ])
    for (const whom of NAMES.filter((name) => name !== who)) {
      const other = people[whom].id
      const [person, own, signal] = await Promise.all([
        personById(deps, viewer, other),
        personPage(deps.statements, { ...page, authorId: other }),
        signalById(deps, viewer, signals.get(other) ?? ''),
      ])
      const hasTheirs = (rows: { userId: string }[]) => rows.some(({ userId }) => userId === other)
      const isSeen = sees(who, whom)
      const isHeard = isSeen && !world.muted.has(`${who} ${whom}`)
      expect({
        person: person !== undefined,
        own: own.length > 0,
        signal: signal !== undefined,
        about: hasTheirs(about),
        calls: calls.callers.some(({ author }) => author.id === other),
        everyone: hasTheirs(everyone),
      }).toEqual({
        person: isSeen,
        own: isSeen,
        signal: isSeen,
        about: isSeen,
        calls: isSeen,
        everyone: isHeard,
      })
      if (!isHeard) expect(hasTheirs(feed)).toBe(false)
      if (!isSeen) expect([...found, ...followers].map(({ id }) => id)).not.toContain(other)
    }
  }

  const signals = new Map(
    (await deps.db.selectFrom('signals').select(['id', 'userId']).execute()).map(({ id, userId }) => [
      userId,
      id,
    ]),
  )
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(...NAMES), async (sequence, viewer) => {
      for (const step of sequence) await act(step)
      await check(viewer)
    }),
    // A walk can't be shrunk, because its state persists.
    { numRuns: Math.ceil(SEQUENCES / WALKS), seed: runSeed + number, endOnFailure: true },
  )
}

/** Subscriptions are rows of the test's own. */
const ENDS = {
  unfollow: async (trx: Parameters<typeof unfollow>[0]['db'], a: string, b: string) =>
    await unfollow({ ...server.deps, db: trx }, a, b),
  enqueueEndOfPayments: async () => {},
}

async function expectRefusal(isRefused: boolean, attempt: Promise<unknown>): Promise<void> {
  const code = await attempt.then(
    () => null,
    (error: { code?: string }) => error.code ?? 'a bug',
  )
  expect(code).toBe(isRefused ? 'user_not_found' : null)
}

test(
  'no sequence shows a blocked person, and none hides anybody else',
  async () => {
    const walks = Array.from({ length: WALKS }, async (_, number) => await walk(number))
    await expect(Promise.all(walks)).resolves.toHaveLength(WALKS)
  },
  isFull ? 3_600_000 : 120_000,
)
