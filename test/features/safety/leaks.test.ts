// A block hides two people from each other in every call, and changes nothing for anybody else.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { follows } from '#shared/contracts/follows.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { safety } from '#shared/contracts/safety.ts'
import { signals } from '#shared/contracts/signals.ts'
import { longRecord, writeBoard, writeRating, writeScores } from '#test/features/record/rank/sample-record.ts'
import { openLive, SOON } from '#test/live-page.ts'
import { comparable } from '#test/refusal.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { contractReads, OWN_READS, PUBLIC_PATHS, READS, type Subject } from './every-read.ts'

const NOBODY: Subject = {
  id: '11111111-1111-4111-8111-111111111111',
  username: 'nobody_here',
  signalId: '22222222-2222-4222-8222-222222222222',
  ticker: 'NONE',
}
const TICKER = 'LEAK'
let server: TestServer
let subjects: Record<'theo' | 'omar' | 'mate', Subject>
const browsers: Record<string, Browser> = {}

beforeAll(async () => {
  server = await startServer()
  const both = (name: string) =>
    creator({
      displayName: `Real ${name}`,
      follows: ['mate'],
      signals: longRecord().map((_, place) => ({ content: `${name} says ${place}`, tickers: [TICKER] })),
    })
  const people = await buildPeople(server.deps, {
    theo: both('theo'),
    omar: both('omar'),
    mate: creator({ follows: ['theo', 'omar'], signals: ['First'] }),
    // Their suggestions.
    fan: member({ follows: ['theo', 'omar', 'mate'] }),
    paul: member({ subscribesTo: ['theo', 'omar'] }),
  })
  for (const name of Object.keys(people)) browsers[name] = await server.signIn(name)
  for (const [place, name] of ['theo', 'omar'].entries()) {
    const author = await writeScores(server, name, longRecord({ ticker: TICKER }))
    await computeRecord(server.deps, author)
    await writeRating(server, author, { mean: 0.12 - place / 100, half: 0.02, place: place + 1 })
  }
  await writeBoard(server, 2, 2)
  const said = await post('mate', `Ask @theo and @omar about $${TICKER}`, [TICKER])
  const subject = async (name: 'theo' | 'omar' | 'mate'): Promise<Subject> => {
    const { id } = people[name]
    const row = await server.deps.db
      .selectFrom('signals')
      .select('id')
      .where('userId', '=', id)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { id, username: name, signalId: name === 'mate' ? said : row.id, ticker: TICKER }
  }
  subjects = { theo: await subject('theo'), omar: await subject('omar'), mate: await subject('mate') }
  await server.jobsDone()
})
afterAll(() => server.stop())

async function post(who: string, content: string, tickers: string[]): Promise<string> {
  const { id } = await browser(who).call(signals.post, { body: { content, signalType: 'buy', tickers } })
  return id
}

const browser = (who: string): Browser => browsers[who] ?? server.visitor()
const read = async (who: string, path: string) => await comparable(await browser(who).fetch(path))

/** Matches what only a person's own rows and objects contain. Their name in another person's text doesn't count. */
const tracesOf = ({ id, username, signalId }: Subject) =>
  new RegExp(`${id}|${signalId}|Real ${username}|${username} says|"username":"${username}"`)

const block = (who: string, whom: Subject) => browser(who).call(safety.block, { body: { userId: whom.id } })
const unblock = (who: string, whom: Subject) => browser(who).call(safety.unblock, { params: { id: whom.id } })

test('every call that reads is in the table', () => {
  expect([...Object.keys(READS), ...OWN_READS].toSorted()).toEqual([...new Set(contractReads)].toSorted())
})

const ROWS = Object.values(READS).flat()
const DIRECTIONS = [
  { who: 'theo' as const, whom: 'omar' as const, role: 'the blocked person' },
  { who: 'omar' as const, whom: 'theo' as const, role: 'the blocker' },
]

describe.each(DIRECTIONS)('To $role ($who) the other person', ({ who, whom }) => {
  beforeAll(async () => {
    await unblock('omar', subjects.theo)
    await browser(who).call(follows.follow, { body: { followingId: subjects[whom].id } })
    await server.jobsDone()
  })

  test('is found in the lists before the block, so that the rows below can fail', async () => {
    const shown = new Set<string>()
    for (const { kind, path } of ROWS.filter((row) => row.kind === 'list'))
      if (tracesOf(subjects[whom]).test((await read(who, path(subjects[whom]))).text))
        shown.add(path(subjects[whom]).replace(/[?/]?(query|ids|limit)=.*/, '') + kind)
    expect(shown.size).toBeGreaterThanOrEqual(7)
  })

  test.each(ROWS.map((row) => ({ ...row, name: row.path(NOBODY) })))(
    'doesn’t exist: $leak, $name',
    async ({ kind, path }) => {
      await block('omar', subjects.theo)
      const answer = await read(who, path(subjects[whom]))
      expect(answer.text.replaceAll(path(subjects[whom]), '')).not.toMatch(tracesOf(subjects[whom]))
      if (kind === 'about') expect(answer).toEqual(await read(who, path(NOBODY)))
      else expect(answer.status).toBe(200)
    },
  )

  test.each([
    ['POST', '/api/follows', (id: string) => ({ followingId: id })],
    ['POST', '/api/subscriptions/create', (id: string) => ({ creatorId: id })],
    ['POST', '/api/stripe/user-subscription', (id: string) => ({ creatorId: id })],
    ['POST', '/api/subscribe/creator', (id: string) => ({ creatorId: id })],
    ['POST', '/api/subscriptions/check', (id: string) => ({ creatorId: id })],
    ['POST', '/api/mutes', (id: string) => ({ kind: 'person', value: id })],
    ...(who === 'theo' ? [['POST', '/api/blocks', (id: string) => ({ userId: id })] as const] : []),
  ] as const)('doesn’t exist: %s %s', async (method, path, body) => {
    const send = async (id: string) =>
      await comparable(
        await browser(who).fetch(path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body(id)),
        }),
      )
    expect(await send(subjects[whom].id)).toEqual(await send(NOBODY.id))
  })

  test('isn’t linked where somebody mentions them, and the text stays', async () => {
    const said = await browser(who).call(signals.byId, { params: { id: subjects.mate.signalId } })
    expect(said.content).toContain(`@${whom}`)
    expect(said.mentions?.map(({ username }) => username)).toEqual([who])
  })
})

describe('Everybody else', () => {
  // The follows between the two end with a block, as they would without one.
  beforeAll(async () => {
    for (const [who, whom] of [
      ['theo', subjects.omar],
      ['omar', subjects.theo],
    ] as const) {
      await unblock(who, whom)
      await browser(who).call(follows.unfollow, { params: { id: whom.id } })
    }
    await server.jobsDone()
  })

  test.each(['mate', 'fan', 'paul', 'visitor'])('%s gets the same bytes despite the block', async (who) => {
    const all = [subjects.theo, subjects.omar, subjects.mate].flatMap((subject) => [
      ...ROWS.map(({ path }) => path(subject)),
      ...PUBLIC_PATHS(subject),
    ])
    // One after the other, because only two searches run at once.
    const answers = async () => {
      const replies = []
      for (const path of all) replies.push(await read(who, path))
      return replies
    }
    const before = await answers()
    await block('omar', subjects.theo)
    expect(await answers()).toEqual(before)
    await unblock('omar', subjects.theo)
    expect(await answers()).toEqual(before)
  })

  test('includes the blocked person on their own pages, which stay the same', async () => {
    const own = [`/api/signals/user/${subjects.theo.id}`, `/api/record/people/theo`, '/api/users/theo']
    const before = await Promise.all(own.map(async (path) => await read('theo', path)))
    await block('omar', subjects.theo)
    expect(await Promise.all(own.map(async (path) => await read('theo', path)))).toEqual(before)
    await unblock('omar', subjects.theo)
  })
})

test('the board keeps its ranks: the blocker reads that the place is hidden, the blocked person sees nothing there', async () => {
  const board = async (who: string) => {
    const { listed, people, hiddenRanks } = await browser(who).call(rankings.board, { query: {} })
    return { listed, people: people.map(({ rank, username }) => `${rank} ${username}`), hiddenRanks }
  }
  const all = { listed: 2, people: ['1 theo', '2 omar'], hiddenRanks: undefined }
  expect(await board('omar')).toEqual(all)
  await block('omar', subjects.theo)
  expect(await board('omar')).toEqual({ listed: 2, people: ['2 omar'], hiddenRanks: [1] })
  expect(await board('theo')).toEqual({ listed: 2, people: ['1 theo'], hiddenRanks: undefined })
  expect(await board('mate')).toEqual(all)
  await unblock('omar', subjects.theo)
  expect(await board('omar')).toEqual(all)
})

test('a block ends both follows, empties both feeds and tells both open pages to reload', async () => {
  for (const [who, whom] of [
    ['theo', subjects.omar],
    ['omar', subjects.theo],
  ] as const)
    await browser(who).call(follows.follow, { body: { followingId: whom.id } })
  await server.jobsDone()
  const openPage = async (who: string) => {
    const page = await openLive(browser(who))
    // It repeats what happened in the tests before.
    await vi.waitFor(() => expect(page.text()).toContain('retry'))
    const repeated = page.events.length
    return { events: () => page.events.slice(repeated), close: () => page.close() }
  }
  const [theos, omars, mates] = [await openPage('theo'), await openPage('omar'), await openPage('mate')]
  await block('omar', subjects.theo)
  for (const page of [theos, omars])
    await vi.waitFor(() => expect(page.events()).toEqual(['subscriptions']), SOON)
  expect(mates.events()).toEqual([])
  const between = await server.deps.db
    .selectFrom('follows')
    .select('followerId')
    .where('followerId', 'in', [subjects.theo.id, subjects.omar.id])
    .where('followingId', 'in', [subjects.theo.id, subjects.omar.id])
    .execute()
  expect(between).toEqual([])
  await server.jobsDone()
  const kept = await server.deps.db
    .selectFrom('timelines')
    .select('signalId')
    .where('viewerId', '=', subjects.theo.id)
    .where('authorId', '=', subjects.omar.id)
    .execute()
  expect(kept).toEqual([])
  // A signal that the blocked person posts from now on notifies nobody who can't see it.
  await post('theo', 'After the block', [TICKER])
  await server.jobsDone()
  expect(omars.events()).toEqual(['subscriptions'])
  for (const page of [theos, omars, mates]) page.close()
  await unblock('omar', subjects.theo)
})

test('nobody imitates a creator by blocking them first', async () => {
  await block('omar', subjects.mate)
  const { status, body } = await browser('omar').send('PUT', '/api/profile', { displayName: 'Mate' })
  expect([status, (body as { code: string }).code]).toEqual([409, 'display_name_like_creator'])
  await unblock('omar', subjects.mate)
})
