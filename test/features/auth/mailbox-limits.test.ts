// What strangers can send to a mailbox: few emails of all kinds together, and one waiting account.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { mailboxOf } from '#server/emails/mailbox-turn.ts'
import { emailAddressLink } from '#server/features/auth/email/email-address-link.ts'
import { emailPasswordReset } from '#server/features/auth/email-password-reset.ts'
import { emailSignInLink } from '#server/features/auth/sign-in-link.ts'
import { createInvitation, invite } from '#server/features/auth/invite.ts'
import { sendLaunchEmails } from '#server/features/waitlist/send-launch-emails.ts'
import { auth } from '#shared/contracts/auth.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { emails } from '#test/emails.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { LIMITED, post } from './sign-in-steps.ts'
import { CONSENT } from '#test/browser.ts'

const HOUR_MS = 3_600_000
const OPERATOR_ADDRESS = 'Signalpost Inc., 1 Harbor Street, Portland, ME 04101'

const clock = settableClock()
let server: TestServer
beforeAll(async () => {
  const settings = { ...LIMITED, OPERATOR_ADDRESS, REQUIRE_VERIFIED_EMAIL: 'on', METRICS_PORT: '9464' }
  server = await startServer({ clock, settings })
})
afterAll(() => server.stop())

let count = 0
/** An address that nobody has used. */
let address = ''
beforeEach(() => void (address = `victim${(count += 1)}@example.com`))

const received = async (to = address) => {
  await server.jobsDone()
  return (await emails(server.deps, to)).length
}
const withheld = async () => {
  const { body } = (await server.deps.metrics?.text()) ?? { body: '' }
  return Number(/^signalpost_emails_withheld_total (\d+)$/m.exec(body)?.[1])
}
const register = async (username: string, email = address) =>
  await post(server, '/api/register', { ...CONSENT, username, email, password: 'quiet harbor lamp' })
const people = async (email = address) =>
  (await server.deps.db.selectFrom('users').select('username').where('email', '=', email).execute()).length

test('twelve registrations with a foreign address make one account and send one email', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await register(`flood_${count}_${n}`)).status)
  expect(statuses).toEqual([201, ...Array<number>(11).fill(409)])
  expect([await people(), await received()]).toEqual([1, 1])
})

test('a registration with an address that waits for its link says how the owner can sign in', async () => {
  await register(`first_${count}`)
  expect(JSON.parse((await register(`second_${count}`, address.toUpperCase())).text)).toMatchObject({
    code: 'email_waiting',
    message: 'This email’s account isn’t verified yet. Use “Forgot password?” to get a new link.',
  })
})

test('of many simultaneous registrations with one address, one gets the account', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => register(`same_${count}_${n}`)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

/** Each causes an email to `address`, however often it is called. */
const KINDS: Record<string, (n: number) => Promise<unknown>> = {
  async registration(n) {
    // Other addresses of the same mailbox.
    const to = address.replace('@', `+${n}@`)
    await register(`reg_${count}_${n}`, to)
  },
  async 'a new password'() {
    await emailPasswordReset(server.deps, { login: address, emailId: clock.newId() })
  },
  async 'a sign-in link'() {
    clock.pass(61 * 60_000)
    await emailSignInLink(server.deps, `owner_${count}`)
  },
  async 'a change of email'(n) {
    const name = `asker_${count}_${n}`
    const asker = (await buildPeople(server.deps, { [name]: member() }))[name]
    const link = { userId: asker!.id, purpose: 'change_email', email: address } as const
    await emailAddressLink(server.deps, { ...link, emailId: clock.newId() })
  },
  async 'an address that is in use'(n) {
    clock.pass(61 * 60_000)
    await register(`user_${count}_${n}`, address.toUpperCase())
    await server.jobsDone()
    await server.deps.db.deleteFrom('users').where('username', '=', `user_${count}_${n}`).execute()
  },
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  const cause = KINDS[kind]!
  test('is limited', async () => {
    if (kind !== 'registration' && kind !== 'a change of email')
      await buildPeople(server.deps, { [`owner_${count}`]: member({ email: address }) })
    const [to, before] = [address, await withheld()]
    // Links to a new password are a minute apart, so these are in one hour.
    for (let n = 0; n < 14; n += 1) {
      await cause(n)
      // Links expire while their emails wait.
      await server.jobsDone()
      clock.pass(61_000)
    }
    const sent = (await emails(server.deps)).filter((email) => mailboxOf(email.to) === to)
    expect(sent.length).toBe(/link|in use/.test(kind) ? 10 : 3)
    expect((await withheld()) - before).toBe(14 - sent.length)
  })
})

test('emails of all kinds count together, for an hour and for a day', async () => {
  await buildPeople(server.deps, { [`owner_${count}`]: member({ email: address }) })
  const reset = async () => {
    clock.pass(61_000)
    await emailPasswordReset(server.deps, { login: address, emailId: clock.newId() })
    await server.jobsDone()
  }
  await reset()
  await emailSignInLink(server.deps, `owner_${count}`)
  await reset()
  await reset()
  expect(await received()).toBe(3)
  clock.pass(HOUR_MS)
  for (const _time of [1, 2, 3, 4]) await reset()
  expect(await received()).toBe(6)
  for (let hour = 0; hour < 4; hour += 1) {
    clock.pass(HOUR_MS)
    await reset()
    await reset()
  }
  expect(await received()).toBe(10)
  clock.pass(24 * HOUR_MS)
  await reset()
  expect(await received()).toBe(11)
})

test('the answer is the same beyond the limit, and a link that wasn’t sent isn’t stored', async () => {
  const name = `owner_${count}`
  await buildPeople(server.deps, { [name]: member({ email: address }) })
  const answers = new Set<string>()
  for (let n = 0; n < 5; n += 1) {
    clock.pass(61_000)
    answers.add((await server.visitor().call(auth.requestPasswordReset, { body: { login: name } })).message)
    await server.jobsDone()
  }
  expect([answers.size, await received()]).toEqual([1, 3])
  const tokens = await server.deps.db
    .selectFrom('accountTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select('t.id')
    .where('u.username', '=', name)
    .execute()
  expect(tokens).toHaveLength(3)
})

test('the owner still gets what matters: a changed password after a flood of resets', async () => {
  const name = `owner_${count}`
  await buildPeople(server.deps, { [name]: member({ email: address }) })
  for (let n = 0; n < 4; n += 1) {
    clock.pass(61_000)
    await emailPasswordReset(server.deps, { login: name, emailId: clock.newId() })
  }
  const body = { currentPassword: 'signalpost', newPassword: 'quiet harbor lamp' }
  await (await server.signIn(name)).call(auth.changePassword, { body })
  expect(await received()).toBe(4)
  expect((await emails(server.deps, address)).at(-1)?.subject).toBe('Your password was changed')
})

test('launch emails name the operator’s address; those beyond a mailbox’s limit wait, and none is lost; an invitation counts, and is sent anyway', async () => {
  const launch = () =>
    sendLaunchEmails(server.deps, {
      limit: Infinity,
      createInvitation: (trx, email) => createInvitation(trx, server.deps, email),
    })
  for (const n of [1, 2, 3, 4, 5])
    await server.visitor().call(waitlist.join, { body: { email: address.replace('@', `+${n}@`) } })
  expect(await launch()).toEqual({ sent: 3, removed: 0, registered: 0, waiting: 2 })
  await invite(server.deps, address, server.origin)
  expect(await received()).toBe(1)
  expect(await launch()).toMatchObject({ sent: 0, waiting: 2 })
  clock.pass(HOUR_MS)
  expect(await launch()).toMatchObject({ sent: 2, waiting: 0 })
  await server.jobsDone()
  const [one] = await emails(server.deps, address.replace('@', '+1@'))
  for (const body of [one?.text, one?.html]) expect(body?.replaceAll(/\s+/g, ' ')).toContain(OPERATOR_ADDRESS)
})

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('the mailbox of %s is %s', (given, mailbox) => expect(mailboxOf(given)).toBe(mailbox))
