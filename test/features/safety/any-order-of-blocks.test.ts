// Random sequences of blocks, mutes, follows, payments, private profiles and restrictions: nobody ever sees a person whom
// a block hides, on any page, list, alert, comment or open stream, and nothing changes for everybody else.
import fc from 'fast-check'
import PQueue from 'p-queue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeCursor } from '#server/db/page.ts'
import { followersOf } from '#server/features/follows/list-follows.ts'
import { everyonePage, personPage, signalById, tickerPage } from '#server/features/signals/store.ts'
import { timelinePage } from '#server/features/signals/timeline-page.ts'
import { distancesOn } from '#server/features/record/score/trades-on.ts'
import { tickerCalls } from '#server/features/tickers/calls.ts'
import { publicPeople } from '#server/features/users/search.ts'
import { personById } from '#server/features/users/store.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import { writeBoard } from '#test/features/record/rank/sample-record.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { isFull, runSeed } from '#test/test-scope.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { type Everybody, openReads, READERS, type Reads } from './random-reads.ts'
import { openStreams } from './random-streams.ts'
import { anyStep, type Name, NAMES, openWorld, type RandomWorld } from './random-world.ts'

/** Each sequence continues where the previous one ended, so that rare states are reached. */
const SEQUENCES = Number(process.env['BLOCK_SEQUENCES'] ?? (isFull ? 100_000 : 2000))
/** How often somebody posts while the others have a page open, in each walk. */
const POSTS = isFull ? 500 : 8
/** Concurrent walks, each with its own people. */
const WALKS = 2

let server: TestServer
beforeAll(async () => {
  server = await startServer({ sequencer: false })
  await writeBoard(server, 4 * WALKS, 4 * WALKS)
})
afterAll(() => server.stop())

/** Changes run one at a time, so that no other change affects what third parties read before and after one. */
const changes = new PQueue({ concurrency: 1 })

const anyName = fc.constantFrom(...NAMES)
const anyRead = fc.nat(10_000)
/** `third`: what a third party reads before and after the step. */
const Sequence = fc.record({
  steps: fc.array(
    fc.record({
      step: anyStep,
      third: fc.option(
        fc.record({
          reader: fc.constantFrom(...READERS),
          about: fc.constantFrom(...NAMES, 'mate' as const),
          read: anyRead,
        }),
        { freq: 1 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  who: anyName,
  whom: anyName,
  read: anyRead,
  /** Whether all lists are read as well. */
  isListed: fc.constantFrom(true, false, false, false),
})

async function walk(number: number): Promise<void> {
  const people = await everybody(number)
  const world = openWorld(server, people)
  const ticker = `WALK${number}`
  const reads = await openReads(server, people, world, ticker)
  expect(reads.tellingCount).toBeGreaterThan(15)
  await fc.assert(
    fc.asyncProperty(Sequence, async ({ steps, who, whom, read, isListed }) => {
      for (const { step, third } of steps)
        await changes.add(async () => {
          const readThird = async () =>
            third && world.isBetweenTwo(step)
              ? await reads.third(step, third.reader, third.about, third.read)
              : undefined
          const before = await readThird()
          await world.act(step)
          if (before) expect(await readThird()).toEqual(before)
        })
      if (isListed) await check(world, reads, who)
      await reads.check(who, whom, read)
    }),
    // A walk can't be shrunk, because its state persists.
    { numRuns: Math.ceil(SEQUENCES / WALKS), seed: runSeed + number, endOnFailure: true },
  )
  const streams = await openStreams(server, world, reads.browser, reads.known.mate.signalId)
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 5 }), anyName, async (steps, author) => {
      for (const step of steps) await changes.add(() => world.act(step))
      await streams.checkSignal(author)
      await streams.checkComment(author)
    }),
    { numRuns: POSTS, seed: runSeed + number, endOnFailure: true },
  )
  streams.close()
}

/** The names of a walk's people begin with the same word, so that one search finds all of them. */
async function everybody(number: number): Promise<Everybody> {
  const name = (one: string) => `walk${number}_${one}`
  const built = await buildPeople(
    server.deps,
    Object.fromEntries(
      [...NAMES, 'mate'].map((one) => [
        name(one),
        creator({
          displayName: `Real ${name(one)}`,
          signals: [{ content: 'We walk', tickers: [`WALK${number}`] }],
          ...(one === 'mate' && { follows: NAMES.map(name) }),
        }),
      ]),
    ),
  )
  return Object.fromEntries([...NAMES, 'mate'].map((one) => [one, built[name(one)]])) as Everybody
}

/** Runs the list queries as this person, and compares what they return about the other two with what `who` may see. */
async function check(world: RandomWorld, { known }: Reads, who: Name): Promise<void> {
  const { deps } = server
  const { ticker, username } = known[who]
  const viewer = world.people[who].id
  const page = {
    ...viewerContext(deps, viewer),
    beforeAt: decodeCursor(undefined).createdAt,
    beforeId: decodeCursor(undefined).id,
    limit: 100,
  }
  const [query] = username.split('_')
  const [everyone, about, calls, feed, found, followers] = await Promise.all([
    everyonePage(deps.statements, page),
    tickerPage(deps.statements, { ...page, ticker }),
    tickerCalls(deps, (ids, one) => distancesOn(deps, ids, one), viewer, { ticker, period: '1Y' }),
    timelinePage(deps.statements, page),
    publicPeople(deps, viewer, { query, limit: 20, after: decodeCursor(undefined) }),
    followersOf(deps, viewer, { personId: viewer, limit: 20, after: decodeCursor(undefined) }),
  ])
  for (const whom of NAMES.filter((name) => name !== who)) {
    const other = world.people[whom].id
    const [person, own, signal] = await Promise.all([
      personById(deps, viewer, other),
      personPage(deps.statements, { ...page, authorId: other }),
      signalById(deps, viewer, known[whom].signalId),
    ])
    const hasTheirs = (rows: { userId: string }[]) => rows.some(({ userId }) => userId === other)
    const isSeen = world.sees(who, whom)
    const isHeard = world.hears(who, whom)
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
    if (!world.isInFeed(who, whom)) expect(hasTheirs(feed)).toBe(false)
    if (!isSeen) expect([...found, ...followers].map(({ id }) => id)).not.toContain(other)
  }
}

test(
  'no sequence shows a blocked person, and none hides anybody else or changes what third parties read',
  { timeout: 600_000 + SEQUENCES * 100 },
  async () => {
    const walks = Array.from({ length: WALKS }, async (_, number) => await walk(number))
    await expect(Promise.all(walks)).resolves.toHaveLength(WALKS)
  },
)
