// The calls refused to people with an unverified email, where the server requires a verified one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { emails } from '#test/emails.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** The calls that are refused to people with an unverified email, where the server requires a verified one. */
const NEEDS_VERIFIED_EMAIL = `
POST /api/signals
POST /api/signals/:id/comments
POST /api/portfolio/connections
POST /api/portfolio/connections/:id/reconnect
POST /api/stripe/creator-subscription
POST /api/subscriptions/create
POST /api/stripe/user-subscription
POST /api/subscribe/creator
`
const calls = NEEDS_VERIFIED_EMAIL.trim().split('\n')
const BODY = { content: 'Buy', body: 'Why?', signalType: 'buy', creatorId: ID, provider: 'snaptrade' }

const clock = settableClock()
let required: TestServer
let optional: TestServer
let [una, vic, ula]: (Browser | undefined)[] = []
beforeAll(async () => {
  required = await startServer({ clock, settings: { REQUIRE_VERIFIED_EMAIL: 'on' } })
  optional = await startServer()
  await buildPeople(required.deps, { una: creator({ isEmailVerified: false }), vic: creator() })
  await buildPeople(optional.deps, { ula: member({ isEmailVerified: false }) })
  una = await required.signIn('una')
  vic = await required.signIn('vic')
  ula = await optional.signIn('ula')
})
afterAll(async () => {
  await required.stop()
  await optional.stop()
})

const ask = async (browser: Browser | undefined, call: string) => {
  const [method = '', path = ''] = call.split(' ')
  const answer = await browser?.send(method, path.replace(':id', ID), BODY)
  return answer as { status: number; body: { code?: string; message?: string } }
}

test('the table names exactly the calls of the contract that need a verified email', () => {
  const flagged = Object.values(contract)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .filter(({ needsVerifiedEmail }) => needsVerifiedEmail)
  expect(flagged.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(calls.toSorted())
})

describe.each(calls)('%s', (call) => {
  test('is refused for a person with an unverified email, and the message says where the link is', async () => {
    const { status, body } = await ask(una, call)
    expect([status, body]).toMatchObject([
      403,
      { code: 'email_not_verified', message: 'Verify your email first. We sent a link to una@example.com.' },
    ])
  })

  test('isn’t refused for others, nor where it isn’t required', async () => {
    for (const browser of [vic, ula])
      expect((await ask(browser, call)).body.code).not.toBe('email_not_verified')
  })
})

test('the refusal sends the link, unless a working one exists', async () => {
  const subjects = async () => {
    await required.jobsDone()
    return (await emails(required.deps, 'una@example.com')).map(({ subject }) => subject)
  }
  expect(await subjects()).toEqual(['Verify your email'])
  clock.pass(3_600_000)
  await ask(una, 'POST /api/signals')
  expect(await subjects()).toHaveLength(1)
  clock.pass(24 * 3_600_000)
  await ask(una, 'POST /api/signals')
  expect(await subjects()).toHaveLength(2)
})

test('a visitor is asked to sign in, not to verify', async () => {
  for (const call of calls)
    expect((await ask(required.visitor(), call)).body).toMatchObject({ code: 'unauthorized' })
})
