// What each kind of person gets from each call, compared with the tables' rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS, HISTORY } from './files-to-import.ts'
import { type Part, partOf, type Row, rowsOf } from './access-rows.ts'
import { CALLS } from './access-table.ts'
import { OTHER_ROUTES } from './other-routes-table.ts'
import { buildAccessFixture, NAMES, type Name, PRICE_IN_CENTS, type AccessFixture } from './access-people.ts'
import { CONSENT } from '#test/browser.ts'

const NEW_PASSWORD = 'quiet harbor lamp'

/** The body of each call; a string is sent as it is. */
const BODIES: Record<string, (id: string, who: Name) => unknown> = {
  'POST /api/login': () => ({ username: 'max', password: 'signalpost' }),
  'POST /api/login/link': (token) => ({ token }),
  'POST /api/login/code': () => ({ code: '123456' }),
  'POST /api/login/passkey': (assertion) => JSON.parse(assertion) as unknown,
  'POST /api/reauthentications': () => ({ password: 'signalpost' }),
  'POST /api/reauthentications/passkey': (assertion) => JSON.parse(assertion) as unknown,
  'POST /api/factors/authenticator/confirm': () => ({ code: '123456' }),
  'POST /api/factors/passkeys': (credential) => ({
    name: 'Laptop',
    credential: JSON.parse(credential) as unknown,
  }),
  'POST /api/register': () => ({
    ...CONSENT,
    email: 'new@example.com',
    username: 'new_one',
    password: NEW_PASSWORD,
  }),
  'POST /api/invitations/check': (token) => ({ token }),
  'POST /api/password-resets': () => ({ login: 'max' }),
  'POST /api/password-resets/check': (token) => ({ token }),
  'POST /api/password-resets/complete': (token) => ({ token, password: NEW_PASSWORD }),
  'PUT /api/password': () => ({ currentPassword: 'signalpost', newPassword: NEW_PASSWORD }),
  'PUT /api/password/passkey': (assertion) => ({
    newPassword: NEW_PASSWORD,
    passkey: JSON.parse(assertion) as unknown,
  }),
  'PUT /api/email': () => ({ email: 'new@example.com' }),
  'POST /api/email-links/check': (token) => ({ token }),
  'POST /api/email-links/complete': (token) => ({ token }),
  'POST /api/waitlist': () => ({ email: 'new@example.com' }),
  'POST /api/waitlist/unsubscribe': (token) => ({ token }),
  'POST /api/follows': (followingId) => ({ followingId }),
  'POST /api/consents': () => ({ terms: 'a'.repeat(64), privacy: 'a'.repeat(64), isAdult: true }),
  'POST /api/billing/consents': () => ({ creatorId: null, immediateAccess: true }),
  'POST /api/blocks': (userId) => ({ userId }),
  'POST /api/mutes': (value) => ({ kind: 'person', value }),
  'POST /api/reports': (subjectId) => ({ subjectKind: 'profile', subjectId, reason: 'spam' }),
  'POST /api/notices': (name) => ({ url: `/@${name}`, reason: 'spam', text: 'Links', isAccurate: true }),
  'POST /api/notices/looks/check': (token) => ({ token }),
  'POST /api/notices/looks': (token) => ({ token, text: 'Look again.' }),
  'POST /api/decisions/:id/appeal': () => ({ text: 'It was a quote.' }),
  'POST /api/reauthentications/code': () => ({ code: '123456' }),
  'POST /api/admin/cases': () => ({ url: '/@max', reason: 'spam' }),
  'POST /api/admin/cases/:id/claim': () => ({}),
  'POST /api/admin/cases/:id/decisions': () => ({ measure: 'dismiss', reason: 'Nothing wrong.' }),
  'POST /api/reports/:id/look': () => ({ text: 'Look again.' }),
  'POST /api/admin/cases/:id/looks': () => ({ outcome: 'kept', answer: 'It stays.' }),
  'POST /api/admin/cases/:id/confirmation': () => ({ agrees: true }),
  'POST /api/admin/appeals/:id': () => ({ outcome: 'kept', answer: 'It stays.' }),
  'POST /api/admin/people': () => ({ search: 'max' }),
  'POST /api/admin/people/:id/cases': () => ({ reason: 'spam' }),
  'POST /api/admin/waitlist/invitations': () => ({ limit: 1 }),
  'POST /api/admin/refund-requests/:id/answer': () => ({ decision: 'none', answer: 'No.' }),
  'POST /api/refund-requests/:id/answer': () => ({ decision: 'none', answer: 'No.' }),
  'PUT /api/subscriptions/:id/cancel-reason': () => ({ reason: 'price' }),
  'POST /api/subscriptions/:id/refund-request': () => ({ text: 'Please.' }),
  'POST /api/subscriptions/:id/refund': () => ({ part: 'full', reason: 'Sorry.' }),
  'POST /api/admin/payments/:id/refunds': () => ({ reason: 'Asked for it.' }),
  'PUT /api/billing/address': () => ({ country: 'US', postalCode: '98101', state: 'WA' }),
  'PUT /api/alerts/seen': () => ({ at: '2026-01-01T00:00:00.000Z' }),
  'PUT /api/alerts/read': () => ({ at: '2026-01-01T00:00:00.000Z' }),
  'PUT /api/alert-settings': () => ({}),
  'PUT /api/bells/:authorId': () => ({ level: 'all' }),
  'PUT /api/push-devices/:id': () => ({ showsText: true }),
  'PUT /api/profile': () => ({ bio: 'Engines' }),
  'PUT /api/profile (a price)': () => ({ subscriptionPrice: PRICE_IN_CENTS }),
  'POST /api/objects/upload': () => ({ contentType: 'image/png', size: 1000 }),
  'PUT /api/profile-images': (profileImageURL) => ({ profileImageURL }),
  'POST /api/signals': () => ({ content: 'Buy', signalType: 'buy' }),
  'POST /api/signals/:id/comments': () => ({ body: 'Why?' }),
  'PUT /api/comments/:id': () => ({ body: 'Why not?' }),
  'POST /api/portfolio/import-files/:id/try': () => COLUMNS,
  'POST /api/portfolio/import-files/:id/read': () => COLUMNS,
  'PUT /api/portfolio/import-files/:id/sheet': () => ({ sheet: 0 }),
  'POST /api/portfolio/connections': () => ({ provider: 'snaptrade' }),
  'PUT /api/creator/payout-country': () => ({ country: 'US' }),
  'POST /api/creator/setup-pricing': () => ({ priceInCents: PRICE_IN_CENTS }),
  'PUT /api/creator/subscription-price': () => ({ priceInCents: PRICE_IN_CENTS }),
  'POST /api/subscriptions/create': (creatorId) => ({ creatorId }),
  'POST /api/stripe/user-subscription': (creatorId) => ({ creatorId }),
  'POST /api/subscribe/creator': (creatorId) => ({ creatorId }),
  'POST /api/subscriptions/check': (creatorId) => ({ creatorId }),
  'POST /api/account-deletion': (_id, who) => ({ username: who }),
  'POST /api/portfolio/imports': () => HISTORY,
  'POST /api/stripe/webhook': () => '{"type":"account.updated"}',
  'POST /api/brokers/snaptrade/webhook': () => '{"eventType":"CONNECTION_DELETED"}',
  'POST /api/brokers/plaid/webhook': () => '{"webhook_type":"ITEM"}',
  'PUT /objects/uploads/*': () => 'some bytes',
}

async function accessOf(
  fixture: AccessFixture,
  who: Name,
  { name, method, path, about, access }: Row,
): Promise<string> {
  const { id, seen } = about === '' ? { id: '' } : await fixture.resource(about)
  const body = (BODIES[name] ?? BODIES[`${method} ${path}`])?.(id, who)
  // One word for each parameter.
  const parts = id.split(' ')
  const filled = path.replaceAll(/:\w+|\*/g, (parameter) => parts.shift() ?? parameter)
  const answer = await fixture.ask(who, method, filled, body)
  const isInWords = Object.values(access).some((word) => !/^\d/.test(word))
  const word = isInWords && answer.status === 200 ? await seen?.(await answer.text(), who) : answer.status
  // An event stream never ends.
  if (!answer.bodyUsed) await answer.body?.cancel()
  if (method !== 'GET' && answer.ok) await fixture.restore()
  return String(word)
}

const isRefusal = (word = '') => /^[345]/.test(word)

async function accessOfAll(fixture: AccessFixture, row: Row): Promise<Record<string, string>> {
  const access: Record<string, string> = {}
  const ask = async (names: readonly Name[]) => {
    for (const who of names) access[who] = await accessOf(fixture, who, row)
  }
  // People who are refused make their calls first, so that the database is compared once for all of them.
  await ask(NAMES.filter((who) => isRefusal(row.access[who])))
  const refused = Object.keys(access).filter((who) => isRefusal(access[who]))
  if (row.method !== 'GET' && refused.length > 0)
    expect(await fixture.hasChanged(), `${row.name}, refused to ${refused.join(', ')}`).toBe(false)
  await ask(NAMES.filter((who) => !isRefusal(row.access[who])))
  // The next row starts without the resources of this one.
  if (row.method !== 'GET') await fixture.restore()
  return access
}

/** Makes a test of each row of this part of the tables. */
export function testAccess(part: Part): void {
  let fixture: AccessFixture
  beforeAll(async () => void (fixture = await buildAccessFixture()))
  afterAll(() => fixture.stop())
  test.each(rowsOf(CALLS + OTHER_ROUTES).filter((row) => partOf(row) === part))('$name', async (row) => {
    expect(await accessOfAll(fixture, row)).toEqual(row.access)
  })
}
