// Verifying an email: the link that registering sends, and asking for it again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { email } from '#shared/contracts/email.ts'
import { emails } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { emailLinks } from './email-links.ts'
import { CONSENT } from '#test/browser.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const clock = settableClock()
let server: TestServer
let links: ReturnType<typeof emailLinks>
beforeAll(async () => {
  server = await startServer({ clock })
  links = emailLinks(server)
})
afterAll(() => server.stop())

let count = 0
/** A new person, who has just registered. */
async function newcomer(): Promise<{ username: string; address: string; browser: Browser }> {
  const username = `ada_${(count += 1)}`
  const address = `${username}@example.com`
  const browser = server.visitor()
  await browser.call(auth.register, {
    body: { ...CONSENT, username, email: address, password: 'quiet harbor lamp' },
  })
  return { username, address, browser }
}
const isVerified = async (browser: Browser) => (await browser.call(auth.currentUser))?.isEmailVerified

test('registering sends one email, whose link verifies the address without signing in', async () => {
  const { username, address, browser } = await newcomer()
  expect(await isVerified(browser)).toBe(false)
  expect(await links.subjects(address)).toEqual(['Verify your email'])
  const { page, token } = await links.newest(address)
  // The token is in the fragment, so that no server logs it.
  expect(page).toBe('/verify-email')
  const link = { action: 'verify', username, email: address }
  expect(await links.check(token)).toEqual(link)
  expect(await isVerified(browser)).toBe(false)
  const visitor = server.visitor()
  expect(await visitor.call(email.openLink, { body: { token } })).toEqual(link)
  expect(await visitor.call(auth.currentUser)).toBeNull()
  expect(await isVerified(browser)).toBe(true)
})

test('a refused registration sends nothing', async () => {
  const { username } = await newcomer()
  const body = { ...CONSENT, username, email: 'other@example.com', password: 'quiet harbor lamp' }
  expect(await refusal(server.visitor().call(auth.register, { body }))).toMatchObject({
    code: 'username_taken',
  })
  expect(await links.subjects('other@example.com')).toEqual([])
})

describe('A link', () => {
  test('works once', async () => {
    const { token } = await links.newest((await newcomer()).address)
    await links.open(token)
    const used = { status: 409, code: 'link_used', message: 'This link has been used.' }
    expect(await refusal(links.check(token))).toEqual(used)
    expect(await refusal(links.open(token))).toEqual(used)
  })

  test('works once, even if it is opened twice at the same time', async () => {
    const { token } = await links.newest((await newcomer()).address)
    const outcomes = await Promise.allSettled([links.open(token), links.open(token)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('works for 24 hours', async () => {
    const { address, browser } = await newcomer()
    const { token } = await links.newest(address)
    clock.pass(24 * HOUR_MS - 10_000)
    expect(await links.check(token)).toMatchObject({ email: address })
    clock.pass(10_000)
    expect(await refusal(links.check(token))).toMatchObject({ code: 'link_expired' })
    expect(await refusal(links.open(token))).toMatchObject({ code: 'link_expired' })
    expect(await isVerified(browser)).toBe(false)
  })

  test.each(['', 'made-up', '__proto__', '\0', 'x'.repeat(200)])(
    'that was never sent is refused: %j',
    async (token) => {
      for (const attempt of [links.check, links.open])
        expect(await refusal(attempt(token))).toMatchObject({ status: 404, code: 'link_not_valid' })
    },
  )

  test('does nothing where another kind of link belongs', async () => {
    const { token } = await links.newest((await newcomer()).address)
    const reset = server.visitor().call(auth.resetPassword, { body: { token, password: 'granite kettle' } })
    expect(await refusal(reset)).toMatchObject({ code: 'link_not_valid' })
    const signIn = server.visitor().call(auth.loginWithLink, { body: { token } })
    expect(await refusal(signIn)).toMatchObject({ code: 'link_not_valid' })
    await links.open(token)
  })

  test('is stored only as a hash, and its email without it', async () => {
    const { token } = await links.newest((await newcomer()).address)
    const { rows } = await server.deps.pool.query<{ row: string }>(
      'select t::text as row from account_tokens t union all select e::text from emails e',
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { row } of rows) expect(row).not.toContain(token)
  })
})

describe('A lost email', () => {
  test('can be requested again after 60 seconds, not before', async () => {
    const { address, browser } = await newcomer()
    const message = `We’ve sent a link to ${address}. It works for 24 hours.`
    await server.jobsDone()
    const ask = async () => {
      expect(await browser.call(email.askAgain)).toEqual({ message })
      return (await links.subjects(address)).length
    }
    clock.pass(MINUTE_MS - 10_000)
    expect(await ask()).toBe(1)
    clock.pass(10_000)
    expect(await ask()).toBe(2)
    await Promise.all([browser.call(email.askAgain), browser.call(email.askAgain)])
    expect(await links.subjects(address)).toHaveLength(2)
  })

  test('still works when it arrives after all, until the later one was used', async () => {
    const { address, browser } = await newcomer()
    const first = await links.newest(address)
    clock.pass(MINUTE_MS)
    await browser.call(email.askAgain)
    const second = await links.newest(address)
    expect(second.token).not.toBe(first.token)
    expect(await links.check(first.token)).toMatchObject({ email: address })
    await links.open(second.token)
    expect(await refusal(links.open(first.token))).toMatchObject({ code: 'link_used' })
  })

  test('isn’t sent again once the address is verified', async () => {
    const { address, browser } = await newcomer()
    await links.open((await links.newest(address)).token)
    clock.pass(MINUTE_MS)
    await browser.call(email.askAgain)
    expect(await links.subjects(address)).toHaveLength(1)
  })

  test('can be requested 20 times an hour', async () => {
    const limited = await startServer({ settings: { RATE_LIMITS: 'on' } })
    await buildPeople(limited.deps, { cleo: member() })
    const browser = await limited.signIn('cleo')
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1)
      statuses.push((await browser.send('POST', '/api/email-verifications')).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    await limited.stop()
  })
})

test('people of the demo and of tests are verified', async () => {
  await buildPeople(server.deps, { dora: member(), dirk: member({ isEmailVerified: false }) })
  expect(await isVerified(await server.signIn('dora'))).toBe(true)
  expect(await isVerified(await server.signIn('dirk'))).toBe(false)
  expect(await emails(server.deps, 'dora@example.com')).toEqual([])
})
