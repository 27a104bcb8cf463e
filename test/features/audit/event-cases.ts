// What people do for each event of the audit log, and what its entry then says.
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import type { ACCOUNT_EVENTS } from '#server/audit/events.ts'
import { emailSignInLink } from '#server/features/auth/sign-in-link.ts'
import { refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { auth } from '#shared/contracts/auth.ts'
import { creators } from '#shared/contracts/creators.ts'
import { dataExportFile, dataExports } from '#shared/contracts/data-exports.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import { users } from '#shared/contracts/users.ts'
import { emailLinks } from '#test/features/auth/email-links.ts'
import { softwareAuthenticator } from '#test/features/auth/software-authenticator.ts'
import { becomeCreator, buyPlan, onboard, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { removeWhoeverIsDue, requestDeletion } from '#test/features/deletion/deletion-steps.ts'
import type { Browser, TestServer } from '#test/server.ts'
import type { settableClock } from '#test/settable-clock.ts'
import { CONSENT } from '#test/browser.ts'
import { confirmationCases } from './confirmation-cases.ts'
import type { Entry, Stage, Steps } from './stage.ts'

const [STEP_MS, DAY_MS] = [30_000, 86_400_000]
const PASSWORD = 'quiet harbor lamp'

/** `clock` is the server's. */
export function eventCases(
  server: TestServer,
  clock: ReturnType<typeof settableClock>,
): Record<(typeof ACCOUNT_EVENTS)[number], Steps> {
  const links = emailLinks(server)
  const device = softwareAuthenticator(server)
  const login = (username: string, password = 'signalpost', browser = server.visitor()) =>
    browser.call(auth.login, { body: { username, password } }).catch(() => undefined)
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  async function turnOn({ here }: Stage): Promise<string> {
    const { secret } = await here.call(factors.setUpAuthenticator)
    await here.call(factors.confirmAuthenticator, { body: { code: codeOf(secret) } })
    clock.pass(STEP_MS)
    return secret
  }
  async function addPasskey({ here }: Stage) {
    const { passkey, credential } = device.create(await here.call(factors.newPasskeyOptions))
    await here.call(factors.addPasskey, { body: { name: 'Laptop', credential } })
    return passkey
  }
  async function tokenFor({ person }: Stage): Promise<string> {
    await emailSignInLink(server.deps, person.username)
    return (await links.newest(person.email)).token
  }
  async function changeEmail({ person, here }: Stage): Promise<string> {
    const address = `new.${person.email}`
    await here.call(email.change, { body: { email: address } })
    return (await links.newest(address)).token
  }
  async function reset({ person }: Stage): Promise<Entry> {
    await server.visitor().call(auth.requestPasswordReset, { body: { login: person.username } })
    const { token } = await links.newest(person.email)
    await server.visitor().call(auth.resetPassword, { body: { token, password: PASSWORD } })
    return {}
  }
  async function registered(name: string): Promise<{ userId: string; browser: Browser; address: string }> {
    const browser = server.visitor()
    const address = `${name}@example.com`
    const body = { ...CONSENT, username: name, email: address, password: PASSWORD }
    return { userId: (await browser.call(auth.register, { body })).id, browser, address }
  }
  const exportId = async (here: Browser) => (await here.call(dataExports.request)).id ?? ''

  const [visitor, system] = [{ actor: 'visitor' }, { actor: 'system' }]
  return {
    ...confirmationCases({ device, turnOn, addPasskey, codeOf }),
    'account.registered': async ({ person }) => ({
      ...visitor,
      userId: (await registered(`${person.username}_2`)).userId,
    }),
    'sign_in.registration': async ({ person }) => ({
      userId: (await registered(`${person.username}_2`)).userId,
    }),
    'sign_in.password': async ({ person }) => void (await login(person.username)),
    'sign_in.first_step': async (stage) => {
      await turnOn(stage)
      await login(stage.person.username)
      return visitor
    },
    'sign_in.factor': async (stage) => {
      const secret = await turnOn(stage)
      const browser = server.visitor()
      await login(stage.person.username, 'signalpost', browser)
      await browser.call(factors.loginWithCode, { body: { code: codeOf(secret) } })
    },
    'sign_in.link': async (stage) => {
      await server.visitor().call(auth.loginWithLink, { body: { token: await tokenFor(stage) } })
    },
    'sign_in.passkey': async (stage) => {
      const passkey = await addPasskey(stage)
      const options = await server.visitor().call(factors.passkeyOptions)
      await server.visitor().call(factors.loginWithPasskey, { body: device.use(passkey, options) })
    },
    'sign_in.reset': reset,
    'password.reset_requested': async ({ person }) => {
      await server.visitor().call(auth.requestPasswordReset, { body: { login: person.email } })
      await server.jobsDone()
      return visitor
    },
    'password.reset': async (stage) => ({ ...(await reset(stage)), ...visitor }),
    'sign_in_failed.password': async ({ person }) => {
      await login(person.username, 'wrong')
      return visitor
    },
    'sign_in_failed.link': async () => {
      await server.visitor().send('POST', '/api/login/link', { token: 'a'.repeat(43) })
      return { ...visitor, userId: null }
    },
    'sign_in_failed.passkey': async (stage) => {
      const passkey = await addPasskey(stage)
      const options = await server.visitor().call(factors.passkeyOptions)
      await stage.here.call(factors.removePasskey, { params: { id: passkey.id.toString('base64url') } })
      await server.visitor().send('POST', '/api/login/passkey', device.use(passkey, options))
      return { ...visitor, userId: null }
    },
    'sign_in_failed.factor': async (stage) => {
      await turnOn(stage)
      const browser = server.visitor()
      await login(stage.person.username, 'signalpost', browser)
      await browser.send('POST', '/api/login/code', { code: '000000' })
      return visitor
    },
    'sessions.ended': async ({ person, here }) => {
      for (let n = 0; n < 2; n += 1) await login(person.username)
      await here.call(auth.revokeOtherSessions)
      return { quantity: 2 }
    },
    'password.changed': async ({ here }) => {
      await here.call(auth.changePassword, { body: { currentPassword: 'signalpost', newPassword: PASSWORD } })
    },
    'authenticator.added': async (stage) => void (await turnOn(stage)),
    'authenticator.removed': async (stage) => {
      await turnOn(stage)
      await stage.here.call(factors.turnOffAuthenticator)
    },
    'recovery_codes.renewed': async (stage) => {
      await turnOn(stage)
      await stage.here.call(factors.newRecoveryCodes)
    },
    'passkey.added': async (stage) => void (await addPasskey(stage)),
    'passkey.removed': async (stage) => {
      const { id } = await addPasskey(stage)
      await stage.here.call(factors.removePasskey, { params: { id: id.toString('base64url') } })
    },
    'email.change_requested': async (stage) => void (await changeEmail(stage)),
    'email.change_stopped': async (stage) => {
      await changeEmail(stage)
      const asked = (await links.all(stage.person.email)).at(-1)
      await links.open(asked?.token ?? '')
      return visitor
    },
    'email.verified': async ({ person }) => {
      const { userId, address } = await registered(`${person.username}_2`)
      await links.open((await links.newest(address)).token)
      return { ...visitor, userId }
    },
    'email.changed': async (stage) => {
      await links.open(await changeEmail(stage))
      return visitor
    },
    'email.reverted': async ({ person }) => {
      const { userId, address, browser } = await registered(`${person.username}_2`)
      await links.open((await links.newest(address)).token)
      const body = { email: `new.${address}` }
      await browser.call(email.change, { body })
      await links.open((await links.newest(body.email)).token)
      await links.open((await links.newest(address)).token)
      return { ...visitor, userId }
    },
    'username.changed': async ({ person, here }) => {
      await here.call(users.updateProfile, { body: { username: `${person.username}_x` } })
    },
    'price.changed': async ({ here }) => {
      await buyPlan(server, here)
      await here.call(creators.updatePrice, { body: { priceInCents: 700 } })
      return { target: expect.stringMatching(/^price_/) as unknown }
    },
    'payout_account.created': async ({ here }) => {
      await buyPlan(server, here)
      await here.call(creators.createAccount)
      return { target: expect.stringMatching(/^acct_/) as unknown }
    },
    'payout_account.status_changed': async ({ here }) => {
      await buyPlan(server, here)
      await onboard(here)
      return { ...system, target: expect.stringMatching(/^acct_/) as unknown }
    },
    'payout_account.closed': async ({ person, here }) => {
      await buyPlan(server, here)
      await onboard(here)
      const account = await server.deps.db
        .selectFrom('users')
        .select('stripeAccountId as id')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      await server.deps.stripe.v2.core.accounts.close(account.id ?? '', {
        applied_configurations: ['recipient'],
      })
      await server.settled()
      return { ...system, target: account.id }
    },
    'payment.refunded': async ({ person, here }) => {
      const name = `${person.username}_3`
      const people: Record<string, Person> = await buildPeople(server.deps, { [name]: member() })
      await becomeCreator(server, await server.signIn(name))
      await subscribeTo(server, here, people[name]?.id ?? '')
      const payment = await server.deps.db
        .selectFrom('payments as p')
        .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
        .select('p.stripeInvoiceId')
        .where('s.subscriberId', '=', person.id)
        .executeTakeFirstOrThrow()
      await refundPayment(server.deps, payment.stripeInvoiceId, { andEnd: false })
      await server.settled()
      return { ...system, target: payment.stripeInvoiceId }
    },
    'data_export.requested': async ({ here }) => ({ target: await exportId(here) }),
    'data_export.downloaded': async ({ here }) => {
      const target = await exportId(here)
      await server.jobsDone()
      expect((await here.fetch(dataExportFile(target))).status).toBe(200)
      return { target }
    },
    'deletion.requested': async ({ person, here }) => void (await requestDeletion(here, person.username)),
    'deletion.undone': async ({ person, here }) => {
      await requestDeletion(here, person.username)
      await login(person.username, 'signalpost', here)
      await here.call(deletion.undo)
    },
    'account.deleted': async ({ person, here }) => {
      await requestDeletion(here, person.username)
      clock.pass(14.01 * DAY_MS)
      await removeWhoeverIsDue(server)
      return system
    },
  }
}
