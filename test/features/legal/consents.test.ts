// What people agree to: at registration, again after a change of the texts, and when they pay.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consents } from '#shared/contracts/consents.ts'
import { creators } from '#shared/contracts/creators.ts'
import { IMMEDIATE_ACCESS_STATEMENT, PAYMENT_STATEMENT, TERMS_STATEMENT } from '#shared/rules/consent.ts'
import { CONSENT } from '#test/browser.ts'
import { refusal } from '#test/refusal.ts'
import { scratchRoot } from '#test/scratch.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { maya: creator({ priceCents: 1200 }), omar: member() })
})
afterAll(() => server.stop())

const named = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: 'quiet harbor lamp',
})
const given = async (username: string) =>
  (
    await server.deps.pool.query<Record<string, unknown>>(
      `select c.kind, c.statement, c.subscription_id is not null as "isPaid", t.title, t.updated::text, t.html
         from consents c join users u on u.id = c.user_id left join legal_texts t on t.hash = c.text_hash
         where u.username = $1 order by c.created_at, c.kind`,
      [username],
    )
  ).rows

test.each([
  ['without the box about the age', { acceptsTerms: true }, 'You must be 18 or older to create an account'],
  ['with that box unticked', { ...CONSENT, isAdult: false }, 'You must be 18 or older to create an account'],
  ['without the box about the terms', { isAdult: true }, 'Agree to the Terms to create an account'],
  [
    'with a word for a box',
    { isAdult: true, acceptsTerms: 'yes' },
    'Agree to the Terms to create an account',
  ],
])('a registration %s is refused', async (_, boxes, message) => {
  const { status, body } = await server
    .visitor()
    .send('POST', '/api/register', { ...named('nope'), ...boxes })
  expect([status, body]).toMatchObject([400, { code: 'invalid', message }])
  expect(await given('nope')).toEqual([])
})

test('a registration stores what was agreed to, with the text as it was shown', async () => {
  const browser = server.visitor()
  await browser.send('POST', '/api/register', { ...named('ada'), ...CONSENT })
  const rows = await given('ada')
  expect(rows.map(({ kind }) => kind)).toEqual(['age', 'privacy', 'terms'])
  expect(rows[2]).toMatchObject({ statement: TERMS_STATEMENT, title: 'Terms', updated: '2026-11-28' })
  expect(rows[2]?.['html']).toContain('What you post is yours.')
  expect(await browser.call(consents.state)).toMatchObject({ isDue: false })
})

test('an existing member is asked, and agrees once', async () => {
  const omar = await server.signIn('omar')
  const { isDue, terms, privacy } = await omar.call(consents.state)
  expect(isDue).toBe(true)
  const body = { terms: terms.hash, privacy: privacy.hash, isAdult: true }
  for (const again of [false, true]) {
    expect([again, await omar.call(consents.agree, { body })]).toMatchObject([again, { isDue: false }])
    expect(await given('omar')).toHaveLength(3)
  }
})

test('after a change of the terms everybody is asked again, and nobody agrees to the old ones', async () => {
  const legalDir = await mkdtemp(join(await scratchRoot(), 'signalpost-legal-'))
  await writeFile(
    join(legalDir, 'terms.md'),
    '---\ntitle: Terms\ndescription: Of use\nupdated: 2026-12-01\n---\nNew terms.\n',
  )
  const omar = await server.signIn('omar')
  const before = await omar.call(consents.state)
  const next = await startServer({ database: server.database, settings: { LEGAL_DIR: legalDir } })
  try {
    const there = next.visitor(omar.cookies)
    const { isDue, terms } = await there.call(consents.state)
    expect([isDue, terms.updated]).toEqual([true, '2026-12-01'])
    const old = { terms: before.terms.hash, privacy: before.privacy.hash, isAdult: true }
    expect(await refusal(there.call(consents.agree, { body: old }))).toMatchObject({ code: 'terms_changed' })
    await there.call(consents.agree, { body: { ...old, terms: terms.hash } })
    expect(await there.call(consents.state)).toMatchObject({ isDue: false })
  } finally {
    await next.stop()
  }
})

test('paying stores the terms and whether access was asked for, and the last press counts', async () => {
  const omar = await server.signIn('omar')
  const { id: creatorId } = await server.deps.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'maya')
    .executeTakeFirstOrThrow()
  const agree = (immediateAccess: boolean) =>
    omar.call(consents.agreeToPay, { body: { creatorId, immediateAccess } })
  const askedAt = async () =>
    (
      await server.deps.db
        .selectFrom('subscriptions')
        .select('immediateAccessRequestedAt')
        .where('creatorId', '=', creatorId)
        .executeTakeFirst()
    )?.immediateAccessRequestedAt
  expect(await refusal(agree(true))).toMatchObject({ status: 409, code: 'payment_not_open' })
  await server.deps.db
    .insertInto('subscriptions')
    .values({
      id: server.deps.clock.newId(),
      subscriberId: (
        await server.deps.db
          .selectFrom('users')
          .select('id')
          .where('username', '=', 'omar')
          .executeTakeFirstOrThrow()
      ).id,
      creatorId,
      status: 'incomplete',
      priceInCents: 1200,
      feePercent: 10,
      checkedAt: server.deps.clock.now(),
      createdAt: server.deps.clock.now(),
      updatedAt: server.deps.clock.now(),
    })
    .execute()
  await agree(true)
  expect(await askedAt()).toBeInstanceOf(Date)
  const paid = (await given('omar')).filter(({ isPaid }) => isPaid)
  expect(paid.map(({ kind, statement, title }) => [kind, statement, title])).toEqual([
    ['immediate_access', IMMEDIATE_ACCESS_STATEMENT, 'Refunds'],
    ['refunds', PAYMENT_STATEMENT, 'Refunds'],
    ['terms', PAYMENT_STATEMENT, 'Terms'],
  ])
  await agree(false)
  expect(await askedAt()).toBeNull()
  await server.deps.db
    .updateTable('subscriptions')
    .set({ status: 'active' })
    .where('creatorId', '=', creatorId)
    .execute()
  expect(await refusal(agree(true))).toMatchObject({ code: 'payment_not_open' })
})

test('Creator Mode is agreed to in the same way', async () => {
  const omar = await server.signIn('omar')
  const body = { creatorId: null, immediateAccess: true }
  expect(await refusal(omar.call(consents.agreeToPay, { body }))).toMatchObject({ code: 'payment_not_open' })
  await omar.call(creators.startPlan)
  await omar.call(consents.agreeToPay, { body })
  const plan = await server.deps.db.selectFrom('creatorPlans').selectAll().executeTakeFirstOrThrow()
  expect(plan.immediateAccessRequestedAt).toBeInstanceOf(Date)
})
