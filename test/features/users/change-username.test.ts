// Changing the username: three times in 30 days. The old name is reserved for its owner and redirects for 90 days.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'
import { findSharedPage } from '#server/features/sharing/find-shared-page.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { users } from '#shared/contracts/users.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { CONSENT } from '#test/browser.ts'

const DAY_MS = 86_400_000
const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

let count = 0
let [ada, bob]: Browser[] = []
let person: Person
/** Usernames of this test only: `name('ada')` is Ada's first one. */
let name: (word: string) => string
beforeEach(async () => {
  const number = (count += 1)
  name = (word) => `${word}_${number}`
  const people = await buildPeople(server.deps, { [name('ada')]: member(), [name('bob')]: member() })
  person = people[name('ada')] as Person
  ada = await server.signIn(name('ada'))
  bob = await server.signIn(name('bob'))
})

/** Confirms the identity first, as hours may have passed since the sign-in. */
async function change(browser: Browser | undefined, username: string) {
  await browser!.call(factors.reauthenticate, { body: { password: 'signalpost' } })
  return await browser!.call(users.updateProfile, { body: { username } })
}
const find = (browser: Browser | undefined, username: string) =>
  browser!.call(users.byName, { params: { username } })
const register = (username: string) =>
  server.visitor().call(auth.register, {
    body: { ...CONSENT, username, email: `new.${username}@example.com`, password: 'quiet harbor lamp' },
  })
/** The preview that other sites show of a profile's address. */
const previewOf = async (username: string) =>
  (await findSharedPage(server.deps, `/profile/${username}`)).preview.title

describe('The old name', () => {
  beforeEach(() => change(ada, name('countess')))

  test('leads to the person with the new one', async () => {
    for (const typed of [name('ada'), name('ADA')])
      expect(await find(bob, typed)).toMatchObject({ id: person.id, username: name('countess') })
    expect(await previewOf(name('ada'))).toContain(`@${name('countess')}`)
  })

  test.each([
    ['registers', (username: string) => register(username)],
    ['registers it in capitals', (username: string) => register(username.toUpperCase())],
    ['takes it', (username: string) => change(bob, username)],
  ])('is taken for another person who %s', async (_how, take) => {
    expect(await refusal(take(name('ada')))).toEqual(await refusal(take(name('countess'))))
    expect(await refusal(take(name('ada')))).toMatchObject({ status: 409, code: 'username_taken' })
    expect((await find(bob, name('bob'))).username).toBe(name('bob'))
  })

  test('can be taken back by its owner, and the other one then redirects', async () => {
    expect((await change(ada, name('ada'))).username).toBe(name('ada'))
    expect((await find(bob, name('countess'))).username).toBe(name('ada'))
    expect(await refusal(change(bob, name('countess')))).toMatchObject({ code: 'username_taken' })
  })

  test('is free after 90 days, both before and after the hourly sweep', async () => {
    clock.pass(90 * DAY_MS - 60_000)
    await sweep(server.deps)
    // Three months later, the sessions are over.
    const [later, other] = [await server.signIn(name('countess')), await server.signIn(name('bob'))]
    expect((await find(other, name('ada'))).id).toBe(person.id)
    clock.pass(120_000)
    expect(await refusal(find(other, name('ada')))).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await change(other, name('ada'))).username).toBe(name('ada'))
    await sweep(server.deps)
    expect((await find(later, name('ada'))).id).not.toBe(person.id)
    const { rows } = await server.deps.pool.query('select from username_changes where user_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
  })

  test('of a private person looks like a name that nobody has', async () => {
    await ada!.call(users.updateProfile, { body: { isPublic: false } })
    expect(await refusal(find(bob, name('ada')))).toEqual(await refusal(find(bob, name('nobody'))))
    expect(await previewOf(name('ada'))).toBe(await previewOf(name('nobody')))
    expect((await find(ada, name('ada'))).username).toBe(name('countess'))
  })

  test('doesn’t sign in', async () => {
    expect(await refusal(server.signIn(name('ada')))).toBeTruthy()
  })
})

test('a paying subscriber finds a private creator by the old name', async () => {
  const [maya, fan] = [name('maya'), name('fan')]
  await buildPeople(server.deps, {
    [maya]: creator({ isPublic: false }),
    [fan]: member({ subscribesTo: [maya] }),
  })
  await change(await server.signIn(maya), name('mrs_m'))
  expect((await find(await server.signIn(fan), maya)).username).toBe(name('mrs_m'))
})

test('the fourth change within 30 days is refused, with the day from which it is possible', async () => {
  const first = clock.now()
  for (const word of ['one', 'two', 'ada']) {
    await change(ada, name(word))
    clock.pass(DAY_MS)
  }
  const day = dayText(utcDay(first.getTime() + 31 * DAY_MS))
  expect(await refusal(change(ada, name('four')))).toMatchObject({
    status: 409,
    code: 'username_changes_used',
    message: `You can change your username 3 times in 30 days. You can change it again from ${day}.`,
  })
  expect((await find(bob, name('two'))).username).toBe(name('ada'))
  // The other fields of a refused update don't change either.
  const both = ada!.call(users.updateProfile, { body: { username: name('four'), bio: 'New' } })
  expect(await refusal(both)).toMatchObject({ code: 'username_changes_used' })
  expect((await find(bob, name('ada'))).bio).toBeNull()
  clock.pass(27 * DAY_MS)
  expect((await change(ada, name('four'))).username).toBe(name('four'))
})

test('a change of letter case is the same name and isn’t counted', async () => {
  for (const typed of ['Ada', 'aDa', 'adA', 'ADA', 'ada']) await change(ada, name(typed))
  expect((await change(ada, name('Countess'))).username).toBe(name('Countess'))
})

test('if two changes come at the same time, both are counted', async () => {
  await change(ada, name('one'))
  const tries = ['two', 'three', 'four'].map((word) => change(ada, name(word)))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('a registration is refused for a name at the moment it is given up', async () => {
  const client = await server.deps.pool.connect()
  try {
    await client.query('begin')
    await client.query('update users set username = $1 where id = $2', [name('countess'), person.id])
    const registered = refusal(register(name('ada')))
    // The registration now waits for this transaction.
    await expect
      .poll(async () => {
        const { rows } = await server.deps.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into \"users\"%'",
        )
        return rows.length
      })
      .toBe(1)
    await client.query(
      `insert into username_changes (id, user_id, username, changed_at) values (gen_random_uuid(), $1, $2, $3)`,
      [person.id, name('ada'), clock.now()],
    )
    await client.query('commit')
    expect(await registered).toMatchObject({ code: 'username_taken' })
  } finally {
    client.release()
  }
})
