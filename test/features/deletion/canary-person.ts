// A person with a recognizable text in everything they can fill in, and with rows in every table with personal data.
import { generateSync } from 'otplib'
import sharp from 'sharp'
import { invite } from '#server/features/auth/invite.ts'
import { auth } from '#shared/contracts/auth.ts'
import { comments } from '#shared/contracts/comments.ts'
import { dataExports } from '#shared/contracts/data-exports.ts'
import { email } from '#shared/contracts/email.ts'
import { factors } from '#shared/contracts/factors.ts'
import { follows } from '#shared/contracts/follows.ts'
import { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { reports } from '#shared/contracts/reports.ts'
import { signals } from '#shared/contracts/signals.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { emailLinks } from '#test/features/auth/email-links.ts'
import { wrongTimes } from '#test/features/auth/sign-in-steps.ts'
import { softwareAuthenticator } from '#test/features/auth/software-authenticator.ts'
import { becomeCreator, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { emailWaitlist } from '#test/features/waitlist/waitlist-steps.ts'
import { COLUMNS, tableBy } from '#test/http/files-to-import.ts'
import { connectSample } from '#test/sample-broker.ts'
import type { Browser, TestServer } from '#test/server.ts'
import { CONSENT } from '#test/browser.ts'
import { moneyBack } from './canary-money.ts'

export const CANARIES = {
  username: 'cnr_username',
  formerUsername: 'cnr_formername',
  email: 'cnr.email@canary.example',
  formerEmail: 'cnr.former@canary.example',
  unconfirmedEmail: 'cnr.unconfirmed@canary.example',
  displayName: 'Cnr Displayname',
  bio: 'cnr-bio',
  signal: 'cnr-signal-text',
  premiumSignal: 'cnr-premium-text',
  paidBy: 'cnr-paid-by',
  comment: 'cnr-comment',
  earlierComment: 'cnr-first-comment',
  browser: 'cnr-browser',
  passkey: 'cnr-passkey',
  company: 'CNRSYM',
  broker: 'cnr-mapped-broker',
}
export const PASSWORD = 'quiet harbor lamp'

/** Signs up and does everything once. `fan` follows and pays the person, `peer` mentions them. */
export async function createCanaryPerson(server: TestServer, fan: Browser, peer: Browser) {
  const { here, userId } = await signUp(server)
  const picture = await setPicture(here)
  await becomeCreator(server, here)
  const { id: signalId } = await postSignals(here)
  await here.call(watchlist.add, { params: { ticker: 'ASML' } })
  await importTwoFiles(here)
  await connectSample(server, here)
  await addFactors(server, here)
  await fan.call(follows.follow, { body: { followingId: userId } })
  const mention = { content: `As @${CANARIES.username} said`, signalType: 'comment' } as const
  const { userId: peerId } = await peer.call(signals.post, { body: mention })
  await here.call(follows.follow, { body: { followingId: peerId } })
  await subscribeTo(server, fan, userId)
  await comment(here, peer, signalId)
  await moneyBack(server, userId, CANARIES.bio)
  await here.call(dataExports.request)
  await wrongTimes(server, CANARIES.username, FAILED_SIGN_INS.points + 1)
  await server.visitor().call(auth.requestPasswordReset, { body: { login: CANARIES.email } })
  await here.call(email.change, { body: { email: CANARIES.unconfirmedEmail } })
  await server.settled()
  await insertRareRows(server, userId)
  await reportBoth(server, fan, userId, signalId)
  return { here, userId, picture, signalId }
}

/** A comment with an earlier version, an answer to it that mentions the person, and a page that shows the thread. */
async function comment(here: Browser, peer: Browser, signalId: string): Promise<void> {
  const params = { id: signalId }
  const { id } = await here.call(comments.post, { params, body: { body: CANARIES.earlierComment } })
  await here.call(comments.edit, { params: { id }, body: { body: CANARIES.comment } })
  await here.call(comments.follow, { params })
  await peer.call(comments.post, { params, body: { body: `As @${CANARIES.username} wrote`, parentId: id } })
  await peer.call(comments.useful, { params })
}

/** Somebody reports the person and a signal of theirs, one more without an account, and a decision quotes it. */
async function reportBoth(
  { deps: { db, clock } }: TestServer,
  fan: Browser,
  userId: string,
  signalId: string,
) {
  const body = { subjectKind: 'profile', subjectId: userId, reason: 'spam' } as const
  await fan.call(reports.send, { body })
  await fan.call(reports.send, { body: { ...body, subjectKind: 'signal', subjectId: signalId } })
  const found = await db.selectFrom('cases').select('id').where('subjectId', '=', signalId).executeTakeFirst()
  const [decisionId, caseId] = [clock.newId(), found?.id ?? '']
  const noticeId = clock.newId()
  await db
    .insertInto('notices')
    .values({ id: noticeId, caseId, reason: 'spam', text: 'The same every day', createdAt: clock.now() })
    .execute()
  await db
    .insertInto('decisions')
    .values({
      id: decisionId,
      caseId,
      measure: 'hide',
      facts: CANARIES.signal,
      ground: 'rule',
      reference: 'No spam',
      isAutomatic: false,
      territory: 'everywhere',
      startsAt: clock.now(),
    })
    .execute()
  await db
    .insertInto('removedPictures')
    .values({ decisionId, hash: '01'.repeat(32) })
    .execute()
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('caseId', '=', caseId)
    .executeTakeFirstOrThrow()
  const [createdAt, id] = [clock.now(), clock.newId()]
  await db
    .insertInto('secondLooks')
    .values({ reportId: report.id, decisionId, text: 'Look again', createdAt, dueAt: createdAt })
    .execute()
  await db
    .insertInto('noticeLooks')
    .values({ noticeId, decisionId, text: 'Look again', createdAt, dueAt: createdAt })
    .execute()
  await db
    .insertInto('heldPictures')
    .values({
      id,
      personId: userId,
      picture: `/objects/pictures/${id}.webp`,
      hash: '10'.repeat(32),
      heldAt: createdAt,
    })
    .execute()
}

/** Adds rows that the steps above don't cause: addresses refused by a mail server, and a trimmed feed. */
async function insertRareRows({ deps: { db, clock } }: TestServer, userId: string): Promise<void> {
  for (const address of [CANARIES.email, CANARIES.formerEmail])
    await db
      .insertInto('suppressedAddresses')
      .values({ address, reason: `550 ${address} is unknown`, createdAt: clock.now() })
      .execute()
  await db.insertInto('timelineStarts').values({ viewerId: userId, startsAt: clock.now() }).execute()
}

/** Signs up from the waitlist with an invitation, under another name and address. */
async function signUp(server: TestServer) {
  const { username, formerUsername, formerEmail, displayName } = CANARIES
  const visitor = server.visitor()
  for (const address of [formerEmail, CANARIES.email])
    await visitor.call(waitlist.join, { body: { email: address } })
  await emailWaitlist(server)
  const link = new URL(await invite(server.deps, formerEmail, server.origin))
  const invitation = link.hash.split('=')[1] ?? ''
  const body = {
    ...CONSENT,
    username: formerUsername,
    email: formerEmail,
    displayName,
    password: PASSWORD,
    invitation,
  }
  const { id: userId } = await visitor.call(auth.register, { body })
  const links = emailLinks(server)
  await links.open((await links.newest(formerEmail)).token)
  await visitor.call(email.change, { body: { email: CANARIES.email } })
  await links.open((await links.newest(CANARIES.email)).token)
  await visitor.call(users.updateProfile, { body: { username, bio: CANARIES.bio } })
  const here = server.visitor()
  await here.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': CANARIES.browser },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  return { here, userId }
}

export async function setPicture(browser: Browser): Promise<string> {
  const { uploadURL } = await browser.call(uploads.start, { body: {} })
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body })
  const { objectPath } = await browser.call(uploads.setPicture, { body: { profileImageURL: uploadURL } })
  return objectPath ?? ''
}

/** Posts a free and a premium signal, and returns the free one. */
async function postSignals(browser: Browser) {
  const signal = { signalType: 'buy' as const, tickers: ['ASML'] }
  const details = { promotion: 'paid', paidBy: CANARIES.paidBy } as const
  const content = `${CANARIES.signal} @${CANARIES.formerUsername}`
  const free = await browser.call(signals.post, { body: { ...signal, content, details } })
  await browser.call(signals.post, { body: { ...signal, content: CANARIES.premiumSignal, isPremium: true } })
  return free
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
  // An unconfirmed preview, a file whose columns were mapped once, and a file whose columns aren't mapped yet.
  await upload()
  const file = await tableBy(browser)
  const mapping = { ...COLUMNS, broker: CANARIES.broker }
  await browser.send('POST', `/api/portfolio/import-files/${file}/read`, mapping)
  await browser.fetch(IMPORT_PATH, {
    method: 'POST',
    headers,
    body: `What,Sum,${CANARIES.company}\nBuy,1,2\n`,
  })
}

async function addFactors(server: TestServer, browser: Browser): Promise<void> {
  const { secret } = await browser.call(factors.setUpAuthenticator)
  const epoch = Math.floor(server.deps.clock.now().getTime() / 1000)
  await browser.call(factors.confirmAuthenticator, { body: { code: generateSync({ secret, epoch }) } })
  const device = softwareAuthenticator(server)
  const { passkey, credential } = device.create(await browser.call(factors.newPasskeyOptions))
  await browser.call(factors.addPasskey, { body: { name: CANARIES.passkey, credential } })
  const answer = device.use(passkey, await browser.call(factors.passkeyOptions))
  await browser.call(factors.reauthenticateWithPasskey, { body: answer })
}
