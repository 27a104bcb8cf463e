// The ways into an account that the tests of ways-in.test.ts prepare and try.
import { generateSync } from 'otplib'
import type { Person } from '#tools/demo/build-people.ts'
import { askedByOwnerOf } from '#server/features/auth/email/change-email.ts'
import { emailAddressLink } from '#server/features/auth/email/email-address-link.ts'
import { emailSignInLink } from '#server/features/auth/sign-in-link.ts'
import { accountById } from '#server/features/auth/store.ts'
import { auth } from '#shared/contracts/auth.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import type { Browser, TestServer } from '#test/server.ts'
import type { settableClock } from '#test/settable-clock.ts'
import { emailLinks } from './email-links.ts'
import { softwareAuthenticator } from './software-authenticator.ts'

/** The password of the tests' people. */
export const OLD = 'signalpost'

/** Two browsers with the password: the owner's and an intruder's. `address`: where the account's mail goes now. */
export type Stage = { person: Person; owner: Browser; intruder: Browser; address: string }
/** Prepares a way in and returns what tries it. */
type Way = (stage: Stage) => Promise<() => Promise<boolean>>

const works = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )
/** `ask` requests a change of email. `early`: what a person has from before the intruder came. */
export function waysInto(server: TestServer, clock: ReturnType<typeof settableClock>) {
  const links = emailLinks(server)
  const device = softwareAuthenticator(server)
  const tokenAt = async (address: string) => (await links.newest(address)).token
  async function ask(browser: Browser, address: string): Promise<void> {
    await browser.call(email.change, { body: { email: address } })
    await server.jobsDone()
  }
  const passkey: Way = async ({ intruder }) => {
    const { passkey: key, credential } = device.create(await intruder.call(factors.newPasskeyOptions))
    await intruder.call(factors.addPasskey, { body: { name: 'Theirs', credential } })
    return async () => {
      const options = await server.visitor().call(factors.passkeyOptions)
      return works(server.visitor().call(factors.loginWithPasskey, { body: device.use(key, options) }))
    }
  }
  async function turnOnApp({ intruder }: Stage): Promise<string[]> {
    const { secret } = await intruder.call(factors.setUpAuthenticator)
    const code = generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
    return (await intruder.call(factors.confirmAuthenticator, { body: { code } })).recoveryCodes
  }
  const has =
    (table: 'totpFactors' | 'recoveryCodes', { person }: Stage) =>
    async () =>
      (await server.deps.db.selectFrom(table).select('userId').where('userId', '=', person.id).execute())
        .length > 0
  const app: Way = async (stage) => {
    await turnOnApp(stage)
    return has('totpFactors', stage)
  }

  /** What a person has from before the intruder came. */
  const EARLY: Record<string, Way> = {
    'an older passkey': passkey,
    'an older authenticator app': app,
  }
  const LATE: Record<string, Way> = {
    'the password':
      async ({ person }) =>
      () =>
        works(server.signIn(person.username, OLD)),
    'another browser’s session':
      async ({ intruder }) =>
      async () =>
        (await intruder.call(auth.currentUser)) !== null,
    'a sign-in that needs its code': async (stage) => {
      const [code = ''] = await turnOnApp(stage)
      const browser = server.visitor()
      await works(browser.call(auth.login, { body: { username: stage.person.username, password: OLD } }))
      return () => works(browser.call(factors.loginWithCode, { body: { code } }))
    },
    'a new passkey': passkey,
    'a new authenticator app': app,
    'new recovery codes of an older app': async (stage) => {
      await turnOnApp(stage)
      await server.deps.db
        .updateTable('totpFactors')
        .set({ createdAt: new Date(0), confirmedAt: new Date(0) })
        .where('userId', '=', stage.person.id)
        .execute()
      await stage.intruder.call(factors.newRecoveryCodes)
      return has('recoveryCodes', stage)
    },
    'a link to a new password': async ({ person, address }) => {
      await server.visitor().call(auth.requestPasswordReset, { body: { login: person.username } })
      const token = await tokenAt(address)
      return () => works(server.visitor().call(auth.checkPasswordReset, { body: { token } }))
    },
    'a sign-in link': async ({ person, address }) => {
      await emailSignInLink(server.deps, person.username)
      const token = await tokenAt(address)
      return () => works(server.visitor().call(auth.loginWithLink, { body: { token } }))
    },
    'a link that changes the email': async ({ person, intruder }) => {
      await ask(intruder, `thief.${person.email}`)
      const token = await tokenAt(`thief.${person.email}`)
      return () => works(links.open(token))
    },
    'a requested change whose link isn’t sent yet': async ({ person }) => {
      const account = await accountById(server.deps.db, person.id)
      const link = {
        userId: person.id,
        purpose: 'change_email' as const,
        email: `late.${person.email}`,
        emailId: clock.newId(),
        asked: askedByOwnerOf(server.deps.config, account!),
      }
      return async () => {
        await emailAddressLink(server.deps, link)
        return (await links.subjects(link.email)).length > 0
      }
    },
    'a later link that undoes a change': async (stage) => {
      const { person, intruder, address } = stage
      await links.change(intruder, `thief.${person.email}`)
      stage.address = `thief.${person.email}`
      const token = await tokenAt(address)
      return () => works(links.check(token))
    },
  }
  return { links, ask, tokenAt, early: EARLY, late: LATE }
}
