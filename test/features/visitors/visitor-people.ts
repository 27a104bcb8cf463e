// People whose records visitors may or may not see, with scores and ratings, for the tests of this folder.
import { execFileSync } from 'node:child_process'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import {
  DAYS,
  longRecord,
  type SampleRating,
  type Score,
  writeBoard,
  writeRating,
  writeScores,
} from '#test/features/record/rank/sample-record.ts'
import type { TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

/** Text that ends an element, an attribute or a comment, if it isn't escaped. */
export const HOSTILE = `</script><script>alert(1)</script>"'--><img src=x onerror=alert(2)>`

/** Every third trade lost. */
const mixed = (ticker: string): Score[] =>
  longRecord({ ticker }).map((score, place) => ({ ...score, excess: place % 3 === 0 ? -0.0212 : 0.0334 }))
const texts = (ticker: string, text: string) =>
  longRecord().map((_, place) => ({ content: `${text} ${place}`, tickers: [ticker] }))

export const RATED: SampleRating = { mean: 0.115, half: 0.043, place: 1, isLikelySkill: true }

/** Does nothing if the pages are built. */
export const buildPages = () =>
  execFileSync(process.execPath, [
    '-e',
    "import('./tools/scripts/web-build.mjs').then((one) => one.ensureBuilt())",
  ])

export async function visitorPeople(server: TestServer) {
  const people = await buildPeople(server.deps, {
    maya: creator({
      displayName: `Maya ${HOSTILE}`.slice(0, 50),
      bio: HOSTILE,
      signals: [
        ...texts('ASML', `Open words ${HOSTILE}`),
        { content: 'Paid words', tickers: ['SECRT'], isPremium: true },
      ],
    }),
    nina: creator({ signals: texts('NIL', 'Unasked words'), showsRecordToVisitors: null }),
    omar: creator({ signals: texts('NIL', 'Members words'), showsRecordToVisitors: false }),
    vera: creator({ signals: texts('NIL', 'Private words'), isPublic: false }),
    newt: creator({ signals: texts('NEWT', 'Early words').slice(0, 5) }),
    gone: creator({ signals: texts('NIL', 'Left words'), showsRecordToVisitors: null }),
    opal: creator({
      signals: [
        { content: 'Words for subscribers', tickers: ['OPN'], isPremium: true, hoursAgo: 24 * 120 },
        { content: 'Free words', tickers: ['OPN'] },
      ],
    }),
    fan: member({ follows: ['maya'] }),
    rosa: member(),
  })
  const records: [keyof typeof people, Score[], SampleRating][] = [
    ['maya', mixed('ASML'), RATED],
    ['nina', mixed('NIL'), { mean: 0.1, place: 2 }],
    ['omar', mixed('NIL'), { mean: 0.09, place: 3 }],
    ['vera', mixed('NIL'), { mean: 0.08 }],
    ['newt', mixed('NEWT').slice(0, 5), { trades: 5, isRated: false, mean: 0.3 }],
    ['gone', mixed('NIL'), { mean: -0.07 }],
  ]
  for (const [name, scores, rating] of records) {
    const author = await writeScores(server, name, scores)
    await computeRecord(server.deps, author)
    await writeRating(server, author, rating)
  }
  await writeScores(server, 'opal', [
    { ticker: 'OPN', entry: 10, exit: 20 },
    { ticker: 'OPN', entry: 100 },
  ])
  const { id: signalId } = await server.deps.db
    .selectFrom('signals')
    .select('id')
    .where('content', '=', 'Words for subscribers')
    .executeTakeFirstOrThrow()
  const opened = { opensAt: new Date(), opened: 2 }
  await server.deps.db
    .insertInto('recordTrades')
    .values({ signalId, index: 1, salt: Buffer.alloc(32), trade: '{}', ...opened })
    .execute()
  await writeBoard(server, 6, 3)
  await server.deps.db.updateTable('users').set({ isFormer: true }).where('username', '=', 'gone').execute()
  return people
}

export const LAST_DAY = DAYS.at(-1) ?? ''
