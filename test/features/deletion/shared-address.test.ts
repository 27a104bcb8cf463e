// Deleting an account that was registered with somebody else's email deletes nothing of the other person.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { auth } from '#shared/contracts/auth.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { removeWhoeverIsDue, requestDeletion } from './deletion-steps.ts'
import { CONSENT } from '#test/browser.ts'

const clock = daysClock()
let server: TestServer
beforeAll(
  async () => void (server = await startServer({ clock, settings: { REQUIRE_VERIFIED_EMAIL: 'on' } })),
)
afterAll(() => server.stop())

test('the emails and the waitlist of the address’s owner stay', async () => {
  const { ada } = await buildPeople(server.deps, { ada: member() })
  await server.visitor().call(waitlist.join, { body: { email: ada.email } })
  const body = {
    ...CONSENT,
    username: 'mallory',
    email: ada.email.toUpperCase(),
    password: 'quiet harbor lamp',
  }
  const mallory = server.visitor()
  await mallory.call(auth.register, { body })
  await requestDeletion(mallory, body.username, body.password)
  await server.settled()
  clock.pass(14.01)
  await server.visitor().call(auth.requestPasswordReset, { body: { login: ada.username } })
  await server.settled()
  await removeWhoeverIsDue(server)

  const left = await server.deps.db
    .selectFrom('users')
    .select('username')
    .where('isFormer', '=', false)
    .execute()
  expect(left).toEqual([{ username: 'ada' }])
  const emails = await server.deps.db
    .selectFrom('emails')
    .select(['template', 'recipient'])
    .orderBy('createdAt')
    .execute()
  expect(emails).toEqual([
    { template: 'emailInUse', recipient: ada.email },
    { template: 'passwordReset', recipient: ada.email },
  ])
  expect(await server.deps.db.selectFrom('waitlist').select('email').execute()).toEqual([
    { email: ada.email },
  ])
})
