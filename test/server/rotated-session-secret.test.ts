// A new SESSION_SECRET, with the old one as the previous one: everything issued under the old one keeps working.
import type { FastifyRequest } from 'fastify'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { invite } from '#server/features/auth/invite.ts'
import { rotateAuthenticatorSecrets } from '#server/features/auth/factors/authenticator.ts'
import { issueToken } from '#server/features/auth/account-tokens.ts'
import { knownDevice } from '#server/features/auth/device-cookie.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { sendEmail } from '#server/emails/send-email.ts'
import { auth } from '#shared/contracts/auth.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { emailWaitlist } from '#test/features/waitlist/waitlist-steps.ts'
import { softwareAuthenticator } from '#test/features/auth/software-authenticator.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { emails, linkIn, type StoredEmail } from '#test/emails.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { CONSENT } from '#test/browser.ts'

const [OLD, NEW] = ['the old secret of at least 32 letters', 'the new secret of at least 32 letters']
const DAY_MS = 86_400_000
const password = 'signalpost'

const clock = settableClock()
let database: FreshDatabase
/** The same product before the change of the secret, after it, and after the old secret was removed. */
let before: TestServer
let after: TestServer
let without: TestServer
const start = (settings: Record<string, string>) => startServer({ clock, database, settings })
let made: Awaited<ReturnType<typeof makeEverything>>

beforeAll(async () => {
  database = await freshDatabase()
  before = await start({ SESSION_SECRET: OLD })
  made = await makeEverything(before)
  after = await start({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD })
  without = await start({ SESSION_SECRET: NEW })
})
afterAll(async () => {
  for (const server of [before, after, without]) await server.stop()
  await database.drop()
})

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
const tokenIn = (link: URL, name = 'token') => new URLSearchParams(link.hash.slice(1)).get(name) ?? ''
async function newestTo(server: TestServer, address: string): Promise<StoredEmail> {
  await server.jobsDone()
  const sent = (await emails(server.deps, address)).at(-1)
  if (!sent) throw new Error(`No email came to ${address}`)
  return sent
}
const unsubscribeToken = ({ text }: StoredEmail) => /unsubscribe#token=([\w-]{43})$/m.exec(text)?.[1] ?? ''
/** The first step of signing in. */
async function begin(browser: Browser, username: string): Promise<Browser> {
  const refused = await refusal(browser.call(auth.login, { body: { username, password } }))
  expect(refused).toMatchObject({ code: 'second_factor_required' })
  return browser
}
const succeeds = async (call: Promise<unknown>) =>
  await call.then(
    () => true,
    () => false,
  )

/** One of everything that depends on the secret. */
async function makeEverything(server: TestServer) {
  const { ada } = await buildPeople(server.deps, { ada: member(), bob: member(), dan: member() })
  const [laptop, phone, bobs] = [
    await server.signIn('ada'),
    await server.signIn('ada'),
    await server.signIn('bob'),
  ]
  const { secret } = await bobs.call(factors.setUpAuthenticator)
  const { recoveryCodes } = await bobs.call(factors.confirmAuthenticator, { body: { code: codeOf(secret) } })
  clock.pass(30_000)
  const begun = await begin(server.visitor(), 'bob')
  const challenge = await laptop.call(factors.newPasskeyOptions)
  const { uploadURL } = await laptop.call(uploads.start, { body: { contentType: 'image/png' } })
  await server.visitor().call(auth.requestPasswordReset, { body: { login: 'ada' } })
  const resetToken = tokenIn(linkIn(await newestTo(server, ada.email)))
  const dans = await server.signIn('dan')
  await dans.call(email.change, { body: { email: 'dan@new.example.com' } })
  const changeToken = tokenIn(linkIn(await newestTo(server, 'dan@new.example.com')))
  const link = await invite(server.deps, 'cleo@example.com', server.origin)
  await server.visitor().call(waitlist.join, { body: { email: 'wes@example.com' } })
  await emailWaitlist(server)
  const launch = await newestTo(server, 'wes@example.com')
  return {
    laptop,
    phone,
    secret,
    recoveryCodes,
    begun,
    challenge,
    uploadURL,
    resetToken,
    changeToken,
    launch,
    invitation: tokenIn(new URL(link), 'invitation'),
  }
}

/** Each uses one part of `made` and resolves with whether it works. */
const USES: [string, (server: TestServer) => Promise<boolean>][] = [
  [
    'a session',
    async (server) => (await server.visitor(made.laptop.cookies).call(auth.currentUser)) !== null,
  ],
  [
    'a device that is known',
    async (server) => {
      const ada = await accountByName(server.deps.db, 'ada')
      const request = { cookies: Object.fromEntries(made.laptop.cookies) } as unknown as FastifyRequest
      return ada !== undefined && knownDevice(server.deps, request, ada) !== null
    },
  ],
  [
    'a sign-in between its two steps, with the code of an authenticator app',
    async (server) => {
      const browser = server.visitor(made.begun.cookies)
      return await succeeds(browser.call(factors.loginWithCode, { body: { code: codeOf(made.secret) } }))
    },
  ],
  [
    'a recovery code',
    async (server) => {
      const browser = await begin(server.visitor(), 'bob')
      return await succeeds(
        browser.call(factors.loginWithCode, { body: { code: made.recoveryCodes[0] ?? '' } }),
      )
    },
  ],
  [
    'the challenge for a new passkey',
    async (server) => {
      const { credential } = softwareAuthenticator(server).create(made.challenge)
      const browser = server.visitor(made.laptop.cookies)
      return await succeeds(browser.call(factors.addPasskey, { body: { name: 'Laptop', credential } }))
    },
  ],
  [
    'the address of an upload',
    async (server) => {
      const headers = { 'content-type': 'image/png' }
      const put = { method: 'PUT', headers, body: 'a picture' }
      const { pathname, search } = new URL(made.uploadURL, server.origin)
      return (await fetch(server.origin + pathname + search, put)).ok
    },
  ],
  [
    'an invitation',
    (server) => {
      const browser = server.visitor()
      const cleo = { ...CONSENT, username: 'cleo', email: 'cleo@example.com', password: 'quiet harbor lamp' }
      return succeeds(
        browser
          .call(auth.checkInvitation, { body: { token: made.invitation } })
          .then(() => browser.call(auth.register, { body: { ...cleo, invitation: made.invitation } })),
      )
    },
  ],
  [
    'the link to a new email',
    (server) => succeeds(server.visitor().call(email.openLink, { body: { token: made.changeToken } })),
  ],
  [
    'the link that unsubscribes',
    (server) =>
      succeeds(
        server.visitor().call(waitlist.unsubscribe, { body: { token: unsubscribeToken(made.launch) } }),
      ),
  ],
  [
    'the link to a new password',
    (server) => {
      const body = { token: made.resetToken, password: 'quiet harbor lamp' }
      return succeeds(server.visitor().call(auth.resetPassword, { body }))
    },
  ],
]

test.each(USES)(
  '%s from before works as long as the old secret is the previous one',
  async (_what, isUsable) => {
    expect(await isUsable(without)).toBe(false)
    expect(await isUsable(after)).toBe(true)
  },
)

test('an email’s link uses the secret that its token was issued with', async () => {
  const { db } = after.deps
  const dan = await accountByName(db, 'dan')
  const address = dan?.email ?? ''
  const tokens: string[] = []
  for (const server of [before, after]) {
    const issue = { userId: dan?.id ?? '', purpose: 'reset_password', minutes: 30 } as const
    const tokenId = await db.transaction().execute((trx) => issueToken(trx, server.deps, issue))
    // There is no job, because any of the three servers could take it.
    const id = clock.newId()
    const data = JSON.stringify({ accounts: [{ username: 'dan', tokenId }] })
    const row = { id, recipient: address, template: 'passwordReset' as const, data, createdAt: clock.now() }
    await db.insertInto('emails').values(row).execute()
    await sendEmail({ ...after.deps, publicUrl: after.origin }, id)
    tokens.push(tokenIn(linkIn(await newestTo(after, address))))
  }
  for (const token of tokens)
    expect(await after.visitor().call(auth.checkPasswordReset, { body: { token } })).toEqual({
      username: 'dan',
    })
})

test('an address that got the launch email before the change doesn’t get another', async () => {
  await after.visitor().call(waitlist.join, { body: { email: 'WES@example.com' } })
  expect(await emailWaitlist(after)).toMatchObject({ sent: 0, removed: 1 })
})

test('a session used a day later and re-encrypted secrets no longer need the old secret', async () => {
  const { db } = after.deps
  const ezra = (await buildPeople(before.deps, { ezra: member() })).ezra.username
  const { cookies } = await before.signIn(ezra)
  const bob = { secrets: after.deps.secrets, db }
  expect(await rotateAuthenticatorSecrets(bob)).toBe(1)
  clock.pass(DAY_MS + 1000)
  const used = after.visitor(cookies)
  expect(await used.call(auth.currentUser)).toMatchObject({ username: ezra })
  expect(await without.visitor(cookies).call(auth.currentUser)).toMatchObject({ username: ezra })
  const begun = await begin(without.visitor(), 'bob')
  await begun.call(factors.loginWithCode, { body: { code: codeOf(made.secret) } })
  await used.call(auth.logout)
  expect(await after.visitor(cookies).call(auth.currentUser)).toBeNull()
})

test('signing out ends a session from before', async () => {
  const browser = after.visitor(made.phone.cookies)
  const { cookies } = await before.signIn('dan')
  await after.visitor(cookies).call(auth.logout)
  expect(await before.visitor(cookies).call(auth.currentUser)).toBeNull()
  expect(await browser.call(auth.currentUser)).toBeNull()
})
