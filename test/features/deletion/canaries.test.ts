// A person with a recognizable text in everything they can fill in leaves no trace of it in any table, file or object.
import { basename } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#demo/build-people.ts'
import { invite } from '#server/features/auth/invite.ts'
import { emailWaitlist } from '#test/features/waitlist/waitlist-steps.ts'
import { auth } from '#shared/contracts/auth.ts'
import { dataExports } from '#shared/contracts/data-exports.ts'
import { follows } from '#shared/contracts/follows.ts'
import { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { signals } from '#shared/contracts/signals.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { becomeCreator, daysClock, runScheduled, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { COLUMNS, tableBy } from '#test/http/files-to-import.ts'
import { connectSample } from '#test/sample-broker.ts'
import { filesOf, placesOf } from '#test/search-everywhere.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { removeWhoeverIsDue, requestDeletion } from './deletion-steps.ts'

const CANARIES = {
  username: 'cnr_username',
  formerUsername: 'cnr_formername',
  email: 'cnr.email@canary.example',
  displayName: 'Cnr Displayname',
  bio: 'cnr-bio',
  signal: 'cnr-signal-text',
  premiumSignal: 'cnr-premium-text',
  browser: 'cnr-browser',
  company: 'CNRSYM',
  broker: 'cnr-mapped-broker',
}
const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

async function setPicture(browser: Browser): Promise<string> {
  const { uploadURL } = await browser.call(uploads.start, { body: {} })
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body })
  const { objectPath } = await browser.call(uploads.setPicture, { body: { profileImageURL: uploadURL } })
  return objectPath
}

async function importTwoFiles(browser: Browser): Promise<void> {
  const history = `date,type,symbol,quantity,price,amount,fee,currency
2025-01-06,deposit,,,,10000,,USD
2025-01-07,buy,${CANARIES.company},20,245.00,-4901,1,USD
`
  const headers = { 'content-type': 'application/octet-stream' }
  const upload = () => browser.fetch(IMPORT_PATH, { method: 'POST', headers, body: history })
  const { id } = Preview.parse(await (await upload()).json())
  await browser.call(portfolio.confirmImport, { params: { id } })
  // A preview that stays unconfirmed, and a file whose columns were mapped once.
  await upload()
  const file = await tableBy(browser)
  await browser.send('POST', `/api/portfolio/import-files/${file}/read`, {
    ...COLUMNS,
    broker: CANARIES.broker,
  })
}

test('nothing of the person is left anywhere', { timeout: 4 * WAIT_TIMEOUT_MS }, async () => {
  const { username, formerUsername, email, displayName } = CANARIES
  const people = await buildPeople(server.deps, { fan: member() })
  const visitor = server.visitor()
  await visitor.call(waitlist.join, { body: { email } })
  await emailWaitlist(server)
  const link = new URL(await invite(server.deps, email, server.origin))
  const password = 'quiet harbor lamp'
  const invitation = link.hash.split('=')[1] ?? ''
  const body = { username: formerUsername, email, displayName, password, invitation }
  const { id: userId } = await visitor.call(auth.register, { body })
  const all = { ...CANARIES, userId }
  await visitor.call(users.updateProfile, { body: { username } })
  const here = server.visitor()
  await here.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': CANARIES.browser },
    body: JSON.stringify({ username, password }),
  })
  await here.call(users.updateProfile, { body: { bio: CANARIES.bio } })
  const picture = await setPicture(here)
  await becomeCreator(server, here)
  const post = (content: string, isPremium: boolean) =>
    here.call(signals.post, { body: { content, signalType: 'buy', tickers: ['ASML'], isPremium } })
  const free = await post(`${CANARIES.signal} @${formerUsername}`, false)
  await post(CANARIES.premiumSignal, true)
  await here.call(watchlist.add, { params: { ticker: 'ASML' } })
  await importTwoFiles(here)
  await connectSample(server, here)
  const fan = await server.signIn('fan')
  await fan.call(follows.follow, { body: { followingId: userId } })
  await here.call(follows.follow, { body: { followingId: people.fan.id } })
  await subscribeTo(server, fan, userId)
  await here.call(dataExports.request)
  await server.visitor().send('POST', '/api/login', { username, password: 'wrong' })
  await visitor.call(auth.requestPasswordReset, { body: { login: email } })
  await server.settled()

  // The search finds what is there, or its silence would prove nothing.
  for (const text of Object.values(all)) expect.soft(await placesOf(server.deps, text), text).not.toEqual([])
  expect((await filesOf(server.deps.config.dataDir)).length).toBeGreaterThanOrEqual(2)
  expect((await fan.fetch(picture)).status).toBe(200)

  await requestDeletion(here, username, password)
  await server.settled()
  clock.pass(14.01)
  // Discovery goes on for half an hour after a person has connected a broker.
  await runScheduled(server, 'discover_connections')
  await server.settled()
  await removeWhoeverIsDue(server)

  for (const text of Object.values(CANARIES)) expect.soft(await placesOf(server.deps, text), text).toEqual([])
  // The audit log keeps the id, and nothing that says whose it was.
  expect(await placesOf(server.deps, userId)).toEqual(['public.audit_log'])
  // The picture and the copy of the data were the only objects; the head of the log names no one.
  const files = await filesOf(server.deps.config.dataDir)
  expect(files.map((file) => basename(file))).toEqual(['log-head'])
  expect((await server.visitor().fetch(picture)).status).toBe(404)

  // The author's last entry in the log says so, and nothing leads from the author to the person.
  const left = async () =>
    (
      await server.deps.pool.query<{ user_id: string | null }>(
        `select a.user_id from record_entries e join record_authors a using (author) where e.kind = 'leave'`,
      )
    ).rows
  await expect.poll(left).toEqual([{ user_id: null }])

  // What outlives the person.
  const kept = await server.deps.db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .select(['g.id', 'u.displayName'])
    .execute()
  expect(kept).toHaveLength(2)
  expect(kept).toContainEqual({ id: free.id, displayName: 'Former member' })
  const payments = await server.deps.db.selectFrom('payments').select('amountInCents').execute()
  expect(payments).toEqual([{ amountInCents: 950 }])
})
