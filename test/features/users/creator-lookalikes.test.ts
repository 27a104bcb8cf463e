// Names that look like a creator's are refused; only creators are protected, and private people aren't revealed.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { fillSkeletons } from '#server/features/users/fill-skeletons.ts'
import { skeletonsOf } from '#server/features/users/rules.ts'
import { auth } from '#shared/contracts/auth.ts'
import { creators } from '#shared/contracts/creators.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { CONSENT } from '#test/browser.ts'

const USERNAME = { status: 409, message: 'This username looks like a creator’s. Choose another one.' }
const DISPLAY_NAME = {
  status: 409,
  message:
    'This display name looks like a creator’s. If it’s your own name, add what tells you apart, such as a middle name or a city.',
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    williammoss: creator({ displayName: 'Willa Moss', payouts: false }),
    hiddenmill: creator({ displayName: 'Veiled Miller', isPublic: false }),
    plainmember: member({ displayName: 'Polly Marlow' }),
  })
})
afterAll(() => server.stop())

let count = 0
let bob: Browser
beforeEach(async () => {
  const name = `bob_${(count += 1)}`
  await buildPeople(server.deps, { [name]: member() })
  bob = await server.signIn(name)
})

const register = (names: { username: string; displayName?: string }) =>
  server.visitor().call(auth.register, {
    body: { ...CONSENT, ...names, email: `new${(count += 1)}@example.com`, password: 'quiet harbor lamp' },
  })
const update = (body: { username?: string; displayName?: string }, browser = bob) =>
  browser.call(users.updateProfile, { body })

describe.each(['wi11iammoss', 'WiIIiammoss', 'williarnmoss', 'WILLIAMM0SS', 'wilIiamrnoss'])(
  'the username %s',
  (username) => {
    test('is refused for a new account', async () => {
      expect(await refusal(register({ username }))).toMatchObject(USERNAME)
    })
    test('is refused for a member', async () => {
      expect(await refusal(update({ username }))).toMatchObject(USERNAME)
    })
  },
)

describe.each([
  ['Willa Moss'],
  ['willa moss'],
  ['WillaMoss'],
  ['Wіlla Моss'],
  ['𝓦𝓲𝓵𝓵𝓪 𝓜𝓸𝓼𝓼'],
  ['Ｗｉｌｌａ Ｍｏｓｓ'],
  ['W\u200billa\u00ad Moss'],
  ['williammoss'],
  ['WILLIAM MOSS'],
])('the display name %s', (displayName) => {
  test('is refused for a new account, which isn’t created', async () => {
    const username = `look_${(count += 1)}`
    expect(await refusal(register({ username, displayName }))).toMatchObject(DISPLAY_NAME)
    expect((await register({ username })).displayName).toBeNull()
  })
  test('is refused for a member, whose other fields don’t change either', async () => {
    const body = { displayName, bio: 'New' }
    expect(await refusal(bob.call(users.updateProfile, { body }))).toMatchObject(DISPLAY_NAME)
    expect((await bob.call(auth.currentUser))?.bio).toBeNull()
  })
})

test('a creator may use names like their own', async () => {
  const willa = await server.signIn('williammoss')
  await update({ displayName: 'William Moss' }, willa)
  expect((await update({ displayName: 'Willa Moss' }, willa)).displayName).toBe('Willa Moss')
})

test('names that look like a member’s are allowed', async () => {
  expect((await update({ displayName: 'Polly Marlow' })).displayName).toBe('Polly Marlow')
  expect((await update({ username: 'p1ainmember' })).username).toBe('p1ainmember')
})

test('the display name of a private creator isn’t revealed, and the username is protected like any', async () => {
  expect((await update({ displayName: 'Veiled Miller' })).displayName).toBe('Veiled Miller')
  expect(await refusal(update({ username: 'hiddenmi11' }))).toMatchObject(USERNAME)
})

test('a name that a person already has can be saved again, and an old one can be taken back', async () => {
  const name = `longvale_${count}`
  await buildPeople(server.deps, { [name]: member({ displayName: 'Lily Vale' }) })
  const vale = await server.signIn(name)
  await update({ username: `other_${count}` }, vale)
  await buildPeople(server.deps, { [name.replace('l', '1')]: creator({ displayName: 'Lily Vale' }) })
  expect((await update({ displayName: 'Lily Vale' }, vale)).displayName).toBe('Lily Vale')
  expect((await update({ username: name }, vale)).username).toBe(name)
})

describe('A member who wants to become a creator', () => {
  const OWN = 'looks like another creator’s. Change it to become a creator.'
  const becomes = async (names: Record<string, Parameters<typeof member>[0]>) => {
    const [name = ''] = Object.keys(names)
    await buildPeople(server.deps, { [name]: member(names[name]) })
    return await server.signIn(name)
  }

  test('has to change a username that looks like a creator’s, and then can', async () => {
    const rose = await becomes({ rosehill: { displayName: 'R. H.' } })
    await buildPeople(server.deps, { rosehi11: creator() })
    expect(await refusal(rose.call(creators.startPlan))).toMatchObject({
      status: 409,
      message: `Your username ${OWN}`,
    })
    await update({ username: 'rose_at_the_hill' }, rose)
    expect((await rose.call(creators.startPlan)).clientSecret).toContain('_secret_')
  })

  test('has to change a display name that looks like a creator’s, and then can', async () => {
    const lou = await becomes({ lou_l: { displayName: 'Lou Lamb' } })
    await buildPeople(server.deps, { other_lou: creator({ displayName: 'LouLamb' }) })
    expect(await refusal(lou.call(creators.startPlan))).toMatchObject({
      status: 409,
      message: `Your display name ${OWN}`,
    })
    await update({ displayName: 'Lou from Lisbon' }, lou)
    expect((await lou.call(creators.startPlan)).clientSecret).toContain('_secret_')
  })

  test('can finish a payment that began before somebody else got a similar name', async () => {
    const ivy = await becomes({ ivyfall: {} })
    const begun = await ivy.call(creators.startPlan)
    await buildPeople(server.deps, { ivyfa11: creator() })
    expect(await ivy.call(creators.startPlan)).toEqual(begun)
  })

  test('isn’t refused for a name like a member’s, or like the display name of a hidden creator', async () => {
    const dot = await becomes({ dotmarsh: { displayName: 'Veiled Miller' } })
    await buildPeople(server.deps, { d0tmarsh: member() })
    expect((await dot.call(creators.startPlan)).clientSecret).toContain('_secret_')
  })
})

test('people stored by an older version are protected after the next sweep', async () => {
  const clear =
    "update users set username_skeletons = '{old}', display_name_skeletons = null, skeletons_unicode = null"
  const state =
    'select id, username_skeletons, display_name_skeletons, skeletons_unicode from users order by id'
  const { rows: before } = await server.deps.pool.query(state)
  await server.deps.pool.query(clear)
  await fillSkeletons(server.deps)
  expect((await server.deps.pool.query(state)).rows).toEqual(before)
})

describe('Skeletons', () => {
  test.each([
    ['Ida', 'ida', true],
    ['Ida', 'lda', true],
    ['ida', 'lda', false],
    ['MAYA', 'maya', true],
    ['maya', 'rnaya', true],
    ['maya', 'mаyа', true], // Cyrillic
    ['maya', 'ΜΑΥΑ', true], // Greek
    ['maya', 'maia', false],
    ['maya', 'maya_', true],
    ['maya', 'ma_ya', true],
    ['José', 'Jose', true],
    ['Maya Lindqvist', 'Maya Líndqvist ★', true],
    ['Łukasz Øst', 'Lukasz Ost', true],
    ['maya', 'maya1', false],
    ['maya', '\u{16EA1}aya', false],
    ['राम', 'रमा', false],
  ])('%s and %s look alike: %s', (one, other, isAlike) => {
    const looks = skeletonsOf(one)
    expect(skeletonsOf(other).some((look) => looks.includes(look))).toBe(isAlike)
  })

  test('a name looks like itself in every case, and with spaces and marks that show nothing', () => {
    const marks = fc.constantFrom(' ', '\u200b', '\u00ad', '\u3164', '\ufe0f')
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_]{3,30}$/), marks, (name, mark) => {
        const looks = skeletonsOf(name)
        for (const other of [name.toLowerCase(), name.toUpperCase(), name.split('').join(mark)])
          expect(skeletonsOf(other).some((look) => looks.includes(look))).toBe(true)
      }),
    )
  })
})
