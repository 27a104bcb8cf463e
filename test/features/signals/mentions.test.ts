// A mention means the person who had the name when the signal was posted, whatever happens to the name later.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const DAY_MS = 86_400_000
const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock, sequencer: false })))
afterAll(() => server.stop())

let count = 0
let name: (word: string) => string
let people: Record<string, Person>
let [ada, bob]: Browser[] = []
beforeEach(async () => {
  const number = (count += 1)
  name = (word) => `${word}_${number}`
  people = await buildPeople(server.deps, {
    [name('ada')]: creator(),
    [name('bob')]: member({ follows: [name('ada')] }),
    [name('cleo')]: creator({ isPublic: false }),
    [name('fan')]: member({ follows: [name('ada')], subscribesTo: [name('cleo')] }),
  })
  ada = await server.signIn(name('ada'))
  bob = await server.signIn(name('bob'))
})

const post = (content: string, isPremium = false) => ada!.call(signals.post, { body: { content, isPremium } })
/** A signal's `mentions`: current usernames by the name in the text. */
const leading = (to: Record<string, string>) =>
  Object.entries(to)
    .map(([text, username]) => ({ name: text, username }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
const rename = (browser: Browser | undefined, username: string) =>
  browser!.call(users.updateProfile, { body: { username } })
/** The mentions of a signal, in each way in which a person can read it. */
async function mentionsFor(browser: Browser | undefined, id: string, author = people[name('ada')]!.id) {
  await server.jobsDone()
  const lists = [
    await browser!.call(signals.feed, { query: {} }),
    await browser!.call(signals.feed, { query: { scope: 'everyone' } }),
    await browser!.call(signals.byUser, { params: { id: author }, query: {} }),
    [await browser!.call(signals.byId, { params: { id } })],
  ]
  const found = lists.map((list) => list.find((signal) => signal.id === id)?.mentions)
  for (const mentions of found) expect(mentions).toEqual(found[0])
  return found[0]
}

test('a mention leads to the person, in any letter case, and is in the reply to the post', async () => {
  const posted = await post(
    `@${name('BOB')}, @${name('bob')} and @${name('ada')}: not @${name('nobody')} or a@${name('fan')}`,
  )
  const mentions = leading({ [name('bob')]: name('bob'), [name('ada')]: name('ada') })
  expect(posted.mentions).toEqual(mentions)
  expect(await mentionsFor(bob, posted.id)).toEqual(mentions)
})

test('a signal without mentions has no field for them, and no rows', async () => {
  const posted = await post(`Nothing for @${name('nobody')}`)
  expect(posted).not.toHaveProperty('mentions')
  const { rows } = await server.deps.pool.query('select from signal_mentions where signal_id = $1', [
    posted.id,
  ])
  expect(rows).toEqual([])
})

describe('After the mentioned person took another username', () => {
  let id: string
  beforeEach(async () => {
    id = (await post(`As @${name('bob')} says`)).id
    await rename(bob, name('robert'))
  })

  test('the old text leads to the person', async () => {
    expect(await mentionsFor(ada, id)).toEqual(leading({ [name('bob')]: name('robert') }))
  })

  test('the old text leads to the person after 90 days too, when somebody else has the name', async () => {
    clock.pass(91 * DAY_MS)
    await sweep(server.deps)
    ada = await server.signIn(name('ada'))
    const fan = await server.signIn(name('fan'))
    await rename(fan, name('bob'))
    expect(await mentionsFor(fan, id)).toEqual(leading({ [name('bob')]: name('robert') }))
    // A new text means the new person.
    const posted = await post(`Hello @${name('bob')} and @${name('robert')}`)
    expect(posted.mentions).toEqual(leading({ [name('bob')]: name('bob'), [name('robert')]: name('robert') }))
    expect((await ada.call(users.byName, { params: { username: name('bob') } })).id).toBe(
      people[name('fan')]!.id,
    )
  })

  test('a new text with the old name means the person, as long as it is reserved', async () => {
    expect((await post(`Again @${name('bob')}`)).mentions).toEqual(leading({ [name('bob')]: name('robert') }))
  })

  test('a feed that the reader has is out of date', async () => {
    const posted = await post(`And @${name('ada')}`)
    await server.jobsDone()
    const read = (etag?: string) =>
      bob!.fetch('/api/signals/feed', { headers: etag ? { 'if-none-match': etag } : {} })
    const etag = (await read()).headers.get('etag') ?? ''
    expect((await read(etag)).status).toBe(304)
    await rename(await server.signIn(name('fan')), name('fan2'))
    expect((await read(etag)).status).toBe(304)
    await rename(bob, name('bobby'))
    const again = await read(etag)
    expect(again.status).toBe(200)
    expect(await again.text()).toContain(JSON.stringify(leading({ [name('bob')]: name('bobby') })))
    expect(posted.mentions).toEqual(leading({ [name('ada')]: name('ada') }))
  })
})

test('a private person is mentioned only for those who may see them', async () => {
  const { id, mentions } = await post(`With @${name('cleo')} and @${name('bob')}`)
  const others = leading({ [name('bob')]: name('bob') })
  expect(mentions).toEqual(others)
  expect(await mentionsFor(bob, id)).toEqual(others)
  const all = leading({ [name('bob')]: name('bob'), [name('cleo')]: name('cleo') })
  expect(await mentionsFor(await server.signIn(name('fan')), id)).toEqual(all)
  const cleo = await server.signIn(name('cleo'))
  expect((await cleo.call(signals.byId, { params: { id } })).mentions).toEqual(all)
  await cleo.call(users.updateProfile, { body: { isPublic: true } })
  expect(await mentionsFor(bob, id)).toEqual(all)
})

test('a locked signal doesn’t say whom it mentions', async () => {
  const { id } = await post(`For payers, @${name('bob')}`, true)
  expect(await mentionsFor(bob, id)).toBeUndefined()
  expect(await ada!.call(signals.byId, { params: { id } })).toMatchObject({
    mentions: leading({ [name('bob')]: name('bob') }),
  })
})

test('the same draft posted again answers with the same mentions', async () => {
  const draftId = server.deps.clock.newId()
  const body = { content: `Once for @${name('bob')}`, draftId }
  const first = await ada!.call(signals.post, { body })
  expect(await ada!.call(signals.post, { body })).toEqual(first)
  expect(first.mentions).toEqual(leading({ [name('bob')]: name('bob') }))
})
