// Joining the waitlist: the response never reveals whether an address is already on it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const join = (email: unknown) => server.visitor().send('POST', '/api/waitlist', { email })
const stored = async () =>
  (await server.deps.pool.query<{ email: string }>('select email from waitlist order by email')).rows.map(
    ({ email }) => email,
  )

// @spec-7.10
test('a new address, a repeated one and one in capitals get the same response and are stored once, as first typed', async () => {
  const answers = [
    await join('Ada@example.com'),
    await join('Ada@example.com'),
    await join(' ADA@EXAMPLE.COM '),
  ]
  for (const { status, body } of answers)
    expect([status, body]).toEqual([201, { message: "You've been added to our waitlist" }])
  expect(await stored()).toEqual(['Ada@example.com'])
})

// @spec-8.42
test('ten concurrent calls store an address once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => join('rush@example.com')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await stored()).filter((email) => email === 'rush@example.com')).toHaveLength(1)
})

// @spec-5.21
test.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a word', 'ada'],
  ['no domain', 'ada@'],
  ['two addresses', 'ada@example.com,bob@example.com'],
  ['255 letters', `${'a'.repeat(243)}@example.com`],
  ['a line break and a header', 'ada@example.com\nBcc: bob@example.com'],
])('%s is refused', async (_what, email) => {
  const before = await stored()
  const { status, body } = await join(email)
  expect([status, body]).toMatchObject([
    400,
    { code: 'invalid', message: 'Please enter a valid email address' },
  ])
  expect(await stored()).toEqual(before)
})
