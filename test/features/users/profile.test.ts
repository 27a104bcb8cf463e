// Updating your own profile: each field with its limits, and the fields that this call can't change.
import { beforeEach, afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { uploads } from '#shared/contracts/uploads.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { becomeCreator } from '#test/features/billing/billing-steps.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let ada: Browser
let people: Record<'ada' | 'bob' | 'cleo', Person>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: member(),
    bob: member({ bio: 'Untouched' }),
    cleo: member(),
  })
  ada = await server.signIn('ada')
  await becomeCreator(server, ada, 800)
})
beforeEach(async () => {
  await server.deps.pool.query(
    `update users set username = 'ada', display_name = 'Ada', bio = 'Engines', is_public = true,
    profile_image_url = null where id = $1`,
    [people.ada.id],
  )
})
afterAll(() => server.stop())

const update = (body: unknown) => ada.send('PUT', '/api/profile', body)
const row = async (id: string) =>
  (await server.deps.pool.query<Record<string, unknown>>('select * from users where id = $1', [id])).rows[0]

// @spec-5.12 @spec-6.8 @spec-7.14
test.each([
  ['username', 'Ada_1815', {}],
  ['displayName', 'Ada King Noel', { firstName: 'Ada', lastName: 'King Noel' }],
  ['bio', 'Analytical engines, and what they mean for shares.', {}],
  ['profileImageUrl', 'https://example.com/ada.png?size=2#top', {}],
  ['isPublic', false, {}],
  ['subscriptionPrice', 10_000, { subscriptionPriceInCents: 10_000 }], // @spec-5.18
])('an update of %s changes nothing else and returns the account', async (field, value, alsoChanged) => {
  const { body: before } = await ada.send('GET', '/api/user')
  const { status, body } = await update({ [field]: value })
  expect(status).toBe(200)
  expect(body).toEqual({ ...(before as object), [field]: value, ...alsoChanged })
  expect((await ada.send('GET', '/api/user')).body).toEqual(body)
})

// @spec-5.12
test('an empty update changes nothing', async () => {
  const before = await row(people.ada.id)
  expect((await update({})).status).toBe(200)
  expect(await row(people.ada.id)).toEqual(before)
})

test.each([
  // @spec-5.14 @spec-9.10
  ['a display name of 50', { displayName: 'd'.repeat(50) }, { displayName: 'd'.repeat(50) }],
  ['50 emoji, which are 50 characters', { displayName: '🚀'.repeat(50) }, { displayName: '🚀'.repeat(50) }],
  ['a bio of 160', { bio: 'b'.repeat(160) }, { bio: 'b'.repeat(160) }], // @spec-5.15 @spec-9.11
  // @spec-5.19
  ['spaces around', { displayName: '  Ada ', bio: '\n Engines \t' }, { displayName: 'Ada', bio: 'Engines' }],
  ['empty texts, which remove the fields', { displayName: ' ', bio: '' }, { displayName: null, bio: null }],
  [
    'null, which removes a field',
    { displayName: null, bio: null, profileImageUrl: null },
    { displayName: null, bio: null },
  ],
  ['your own username in another letter case', { username: 'ADA' }, { username: 'ADA' }],
  ['a price of 500', { subscriptionPrice: 500 }, { subscriptionPrice: 500 }], // @spec-5.18
])('%s is accepted', async (_what, change, expected) => {
  expect(await update(change)).toMatchObject({ status: 200, body: expected })
})

test('a removed picture is deleted, also for those who know its address', async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a5a63' } })
    .png()
    .toBuffer()
  const { uploadURL } = await ada.call(uploads.start, {
    body: { contentType: 'image/png', size: png.length },
  })
  const headers = { 'content-type': 'image/png' }
  expect((await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(png) })).status).toBe(200)
  const { objectPath } = await ada.call(uploads.setPicture, { body: { profileImageURL: uploadURL } })
  const status = async () => (await fetch(server.origin + objectPath)).status
  expect((await update({ bio: 'Still with a picture' })).body).toMatchObject({ profileImageUrl: objectPath })
  expect(await status()).toBe(200)
  expect((await update({ profileImageUrl: null })).body).toMatchObject({ profileImageUrl: null })
  expect(await status()).toBe(404)
})

test('a former creator can’t change the price, and nothing else in the same update', async () => {
  const { pool } = server.deps
  await pool.query('update users set is_creator = false where id = $1', [people.ada.id])
  const before = await row(people.ada.id)
  // A new session, because the permissions of an existing one are cached for up to a second.
  const former = await server.signIn('ada')
  const refused = await former.send('PUT', '/api/profile', { bio: 'Out of business', subscriptionPrice: 900 })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'creators_only' }])
  expect(await row(people.ada.id)).toEqual(before)
  expect(await update({ bio: 'Out of business' })).toMatchObject({ status: 200 })
  await pool.query('update users set is_creator = true where id = $1', [people.ada.id])
})

const PRICE = 'Subscription price must be from $5 to $100'
const CENTS = 'Subscription price must be a whole number of cents'
test.each([
  [{ username: 'ab' }, 'Username must be at least 3 characters'], // @spec-5.13
  [{ username: 'a'.repeat(31) }, 'Username too long'], // @spec-5.13
  [{ username: 'ada lovelace' }, 'Username can only contain letters, numbers, and underscores'], // @spec-5.13
  [{ username: 'Constructor' }, 'Username isn’t available'],
  [{ displayName: 'd'.repeat(51) }, 'Display name can have at most 50 characters'], // @spec-5.14
  [{ displayName: '🚀'.repeat(51) }, 'Display name can have at most 50 characters'], // @spec-5.14
  [{ bio: 'b'.repeat(161) }, 'Bio can have at most 160 characters'], // @spec-5.15
  [{ profileImageUrl: 'ada.png' }, 'Profile image must be a URL'], // @spec-5.16
  [{ profileImageUrl: 'javascript:alert(1)' }, 'Profile image must be a URL'], // @spec-5.16
  [{ profileImageUrl: 'data:image/png;base64,AAAA' }, 'Profile image must be a URL'], // @spec-5.16
  [{ profileImageUrl: 'https://example.com/\0' }, 'Text contains characters we can’t store'],
  // @spec-5.16
  [{ profileImageUrl: `https://example.com/${'a'.repeat(2000)}` }, 'Profile image must be a URL'],
  [{ isPublic: 'false' }, 'isPublic must be true or false'], // @spec-5.17
  [{ subscriptionPrice: 499 }, PRICE], // @spec-5.18
  [{ subscriptionPrice: 10_001 }, PRICE], // @spec-5.18
  [{ subscriptionPrice: 500.5 }, CENTS],
  [{ subscriptionPrice: '500' }, CENTS],
  [{ subscriptionPrice: null }, CENTS],
])('%j is refused: %s', async (change, message) => {
  const before = await row(people.ada.id)
  const { status, body } = await update({ bio: 'also this', ...change })
  expect([status, body]).toMatchObject([400, { code: 'invalid', message }])
  expect(await row(people.ada.id)).toEqual(before)
})

test('a taken username is refused in any letter case, and the rest of the update isn’t saved', async () => {
  const { status, body } = await update({ username: 'BOB', bio: 'also this' })
  expect([status, body]).toMatchObject([
    409,
    { code: 'username_taken', message: 'Username is already taken' },
  ])
  expect(await row(people.ada.id)).toMatchObject({ username: 'ada', bio: 'Engines' })
})

// @spec-3.19
test('fields that the contract doesn’t name change no row, neither your own nor anyone else’s', async () => {
  const [before, bob] = [await row(people.ada.id), await row(people.bob.id)]
  const sly = {
    id: people.bob.id,
    userId: people.bob.id,
    email: 'x@example.com',
    password: 'x',
    isCreator: false,
    is_creator: false,
  }
  expect(
    (
      await update({
        ...sly,
        stripeAccountId: 'acct_1',
        stripeOnboardingCompleted: false,
        performance: '+99.0%',
      })
    ).status,
  ).toBe(200)
  expect(await row(people.ada.id)).toEqual(before)
  expect(await row(people.bob.id)).toEqual(bob)
})

test("somebody else's uploaded picture can't become your own", async () => {
  const picture = `/objects/pictures/${people.bob.id}.webp`
  await server.deps.pool.query('update users set profile_image_url = $1 where id = $2', [
    picture,
    people.bob.id,
  ])
  const { status, body } = await update({ profileImageUrl: picture, bio: 'also this' })
  expect([status, body]).toMatchObject([403, { code: 'not_your_upload' }])
  expect(await row(people.ada.id)).toMatchObject({ profile_image_url: null, bio: 'Engines' })
  // The edit dialog also sends the current picture.
  await server.deps.pool.query('update users set profile_image_url = $1 where id = $2', [
    picture,
    people.ada.id,
  ])
  expect(await update({ profileImageUrl: picture, bio: 'New' })).toMatchObject({
    status: 200,
    body: { profileImageUrl: picture, bio: 'New' },
  })
})

test('a price on offer is also changed at Stripe; a price that isn’t on offer yet is only stored', async () => {
  await update({ subscriptionPrice: 1250 })
  const offered = String((await row(people.ada.id))?.['stripe_price_id'])
  expect((await server.deps.stripe.prices.retrieve(offered)).unit_amount).toBe(1250)
  const cleo = await server.signIn('cleo')
  expect(await cleo.send('PUT', '/api/profile', { subscriptionPrice: 700 })).toMatchObject({
    status: 200,
    body: { subscriptionPrice: 700, hasPrice: false },
  })
  expect(await row(people.cleo.id)).toMatchObject({ stripe_price_id: null })
})
