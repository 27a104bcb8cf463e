// What a visitor sees of each kind of person: with or without consent, private, below the floor, former, blocked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rankings } from '#shared/contracts/rankings.ts'
import { safety } from '#shared/contracts/safety.ts'
import { scores } from '#shared/contracts/scores.ts'
import { users } from '#shared/contracts/users.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { buildPages, visitorPeople } from './visitor-people.ts'

let server: TestServer
let people: Awaited<ReturnType<typeof visitorPeople>>

beforeAll(async () => {
  buildPages()
  server = await startServer({ sequencer: false })
  people = await visitorPeople(server)
}, 180_000)
afterAll(() => server.stop())

const signalOf = async (person: Person, isPremium = false) =>
  await server.deps.db
    .selectFrom('signals')
    .select(['id', 'content'])
    .where('userId', '=', person.id)
    .where('isPremium', '=', isPremium)
    .orderBy('createdAt')
    .executeTakeFirstOrThrow()

async function page(path: string, browser = server.visitor()) {
  const response = await browser.fetch(path, { headers: { accept: 'text/html' } })
  const html = await response.text()
  return {
    status: response.status,
    to: response.headers.get('location'),
    isListed: !html.includes('<meta name="robots" content="noindex"'),
    html,
    heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '') ?? '',
  }
}

const LANDING = /^Share trades/
// Whose record, what its page and its signals answer, and whether search engines may list them.
const TABLE = [
  ['agreed, past the floor', 'maya', { status: 200, heading: /^Maya/, isListed: true, words: 'Open words' }],
  [
    'agreed, below the floor',
    'newt',
    { status: 200, heading: /^Newt/, isListed: false, words: 'Early words' },
  ],
  ['never asked', 'nina', { status: 404, heading: LANDING, isListed: false, words: null }],
  ['said no', 'omar', { status: 404, heading: LANDING, isListed: false, words: null }],
  [
    'private, though they agreed',
    'vera',
    { status: 404, heading: /not found$/, isListed: false, words: null },
  ],
  ['former member', 'gone', { status: 404, heading: /not found$/, isListed: false, words: null }],
] as const

describe.each(TABLE)('What visitors see of a person: %s', (_, name, { status, heading, isListed, words }) => {
  test('on the page of the record', async () => {
    const found = await page(`/@${name}`)
    expect(found).toMatchObject({ status, isListed })
    expect(found.heading).toMatch(heading)
    const content = (await signalOf(people[name])).content.slice(0, 11)
    expect(found.html.includes(content)).toBe(words !== null)
  })

  test('on the page of a free signal', async () => {
    const { id, content } = await signalOf(people[name])
    const found = await page(`/s/${id}`)
    expect(found).toMatchObject({ status, isListed })
    expect(found.html.includes(content.slice(0, 11))).toBe(words !== null)
  })

  test('in the calls of the app', async () => {
    const { id } = await signalOf(people[name])
    const visitor = server.visitor()
    const record = () => visitor.call(rankings.person, { params: { username: name } })
    const score = () => visitor.call(scores.signal, { params: { id } })
    if (words === null) {
      expect(await refusal(record())).toMatchObject({ code: 'user_not_found' })
      expect(await refusal(score())).toMatchObject({ code: 'signal_not_found' })
    } else expect([await record(), await score()]).toMatchObject([{ username: name }, { signalId: id }])
  })

  test('in the preview of a link, and in the note above the landing page', async () => {
    const found = await page(`/profile/${name}`)
    expect(found.heading).toMatch(LANDING)
    expect(found.html.includes(`You followed a link to @${name}`)).toBe(words !== null)
    expect(found.html.includes(`/share/profile/${name}.png`)).toBe(words !== null)
  })
})

test('on Discover a person who shows the record to members keeps the rank without the name', async () => {
  const board = await server.visitor().call(rankings.board, { query: {} })
  expect(board.people.map(({ rank, username }) => [rank, username])).toEqual([[1, 'maya']])
  expect(board.hiddenRanks).toEqual([2, 3])
  const { html } = await page('/discover')
  expect(html.match(/Shown to members only/g)).toHaveLength(2)
  for (const name of ['nina', 'omar', 'vera']) expect(html.toLowerCase()).not.toContain(name)
  const member = await server.signIn('rosa')
  const whole = await member.call(rankings.board, { query: {} })
  expect(whole.people.map(({ username }) => username)).toEqual(['maya', 'nina', 'omar'])
})

test('a premium signal has no page, and no word or ticker of it is anywhere', async () => {
  const { id } = await signalOf(people.maya, true)
  expect(await page(`/s/${id}`)).toMatchObject({ status: 404, isListed: false, heading: 'Signal not found' })
  for (const path of ['/@maya', '/t/ASML', '/discover', '/']) {
    const { html } = await page(path)
    expect(html).not.toContain('Paid words')
    expect(html).not.toContain('SECRT')
    expect(html).not.toContain(id)
  }
  expect(await page('/t/SECRT')).toMatchObject({ status: 404, heading: 'Ticker not found' })
})

test('members get the app, where blocks apply', async () => {
  const fan = await server.signIn('fan')
  expect(await page('/@maya', fan)).toMatchObject({ status: 302, to: '/profile/maya' })
  expect(await page('/t/ASML', fan)).toMatchObject({ status: 302, to: '/?ticker=ASML' })
  const maya = await server.signIn('maya')
  await maya.call(safety.block, { body: { userId: people.fan.id } })
  expect(await page('/@maya', fan)).toMatchObject({ status: 302, to: '/profile/maya' })
  expect(await refusal(fan.call(users.byName, { params: { username: 'maya' } }))).toMatchObject({
    code: 'user_not_found',
  })
  expect(await page('/@maya')).toMatchObject({ status: 200 })
})

test('an answer takes effect with the next request, and a private profile overrides it', async () => {
  const omar = await server.signIn('omar')
  const { id } = await signalOf(people.omar)
  const seen = async () => [(await page('/@omar')).status, (await page(`/s/${id}`)).status]
  expect(await seen()).toEqual([404, 404])
  const asked = await omar.call(users.updateProfile, { body: { showsRecordToVisitors: true } })
  expect(asked).toMatchObject({ showsRecordToVisitors: true, joinedFromPage: 0 })
  expect(await seen()).toEqual([200, 200])
  await omar.call(users.updateProfile, { body: { isPublic: false } })
  expect(await seen()).toEqual([404, 404])
  await omar.call(users.updateProfile, { body: { isPublic: true, showsRecordToVisitors: false } })
  expect(await seen()).toEqual([404, 404])
})
