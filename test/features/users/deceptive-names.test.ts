// Names that pretend to be staff, a confirmed person or a creator, and ordinary ones that don't.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { confusables, prototypesOf } from '#server/features/users/confusables.ts'
import { auth } from '#shared/contracts/auth.ts'
import { users } from '#shared/contracts/users.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { CONSENT } from '#test/browser.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { maya: creator({ displayName: 'Maya Lindqvist' }) })
})
afterAll(() => server.stop())

let count = 0
const register = (names: { username?: string; displayName?: string }) =>
  server.visitor().call(auth.register, {
    body: {
      ...CONSENT,
      username: `someone_${(count += 1)}`,
      ...names,
      email: `new${(count += 1)}@example.com`,
      password: 'quiet harbor lamp',
    },
  })
const outcome = (names: Parameters<typeof register>[0]) =>
  register(names).then(
    () => 'fine',
    async (error: unknown) => (await refusal(Promise.reject(error as Error))).code,
  )

const [LIKE, RESERVED, BADGE] = ['display_name_like_creator', 'display_name_reserved', 'display_name_badge']
describe('Beside the creator maya, Maya Lindqvist, the display name', () => {
  test.each([
    ['Maya Lindqvist', LIKE],
    ['Maya Líndqvist', LIKE],
    ['Maya-Lindqvist', LIKE],
    ['M.a.y.a Lindqvist', LIKE],
    ['Maya Lindqvist ★', LIKE],
    ['Mауа Lіndqvіst', LIKE],
    ['Maya Lindqvist Team', LIKE],
    ['Team Maya Lindqvist', LIKE],
    ['Maya Help', LIKE],
    ['Maya', LIKE],
    ['Maya Lindqvist Official', RESERVED],
    ['Verified Maya', RESERVED],
    ['0fficia1 Maya', RESERVED],
    ['Maya (admin)', RESERVED],
    ['Signalpost', RESERVED],
    ['Signalpost Support', RESERVED],
    ['Signal-Post Team', RESERVED],
    ['S1gnalp0st', RESERVED],
    ['Ѕіgnаlpоѕt', RESERVED],
    ['Support', RESERVED],
    ['Help Team', RESERVED],
    ['Security', RESERVED],
    ['ＯＦＦＩＣＩＡＬ', RESERVED],
    ['Maya Lindqvist ✓', BADGE],
    ['✅ Maya', BADGE],
    ['Maya ☑️', BADGE],
    ['Maya 🛡️', BADGE],
    ['Maya 🔵', BADGE],
    ['Maya Lindqvist ®', BADGE],
    // Harmless names.
    ['Maya Andersson Lindqvist', 'fine'],
    ['Maya Chen', 'fine'],
    ['Team Delta', 'fine'],
    ['Security Analyst Sam', 'fine'],
    ['Helpful Hanna', 'fine'],
    ['Staffan Olsson', 'fine'],
    ['Supporter Sue', 'fine'],
    ['Rosa 🚀', 'fine'],
    ['राम', 'fine'],
    ['李小龍', 'fine'],
  ])('%s: %s', async (displayName, expected) => {
    expect(await outcome({ displayName })).toBe(expected)
  })
})

describe('Beside the creator maya, the username', () => {
  test.each([
    ['maya_', 'username_like_creator'],
    ['ma_ya', 'username_like_creator'],
    ['_MAYA_', 'username_like_creator'],
    ['rnaya', 'username_like_creator'],
    ['mayalindqvist', 'username_like_creator'],
    ['maya_team', 'username_like_creator'],
    ['officialmaya', 'username_like_creator'],
    ['mayasupport', 'username_like_creator'],
    ['maya_official', 'username_reserved'],
    ['MayaVerified', 'username_reserved'],
    ['admin1', 'username_reserved'],
    ['signalpost_help', 'username_reserved'],
    ['the_signalpost', 'username_reserved'],
    ['help_team', 'username_reserved'],
    ['maya1', 'fine'],
    ['mayachen', 'fine'],
    ['team_delta', 'fine'],
    ['supporter_sue', 'fine'],
  ])('%s: %s', async (username, expected) => {
    expect(await outcome({ username })).toBe(expected)
  })
})

test('maya1 can’t have her display name, and the message says what to add', async () => {
  await buildPeople(server.deps, { maya_one: member() })
  const browser = await server.signIn('maya_one')
  const rename = browser.call(users.updateProfile, { body: { displayName: 'Maya Lindqvist' } })
  expect(await refusal(rename)).toEqual({
    status: 409,
    code: LIKE,
    message:
      'This display name looks like a creator’s. If it’s your own name, add what tells you apart, such as a middle name or a city.',
  })
  const body = { displayName: 'Maya Andersson Lindqvist' }
  expect(await browser.call(users.updateProfile, { body })).toMatchObject(body)
})

test('nobody loses a name they have: it can be saved again, and an old username taken back', async () => {
  const name = 'support_sam'
  await buildPeople(server.deps, { [name]: member({ displayName: 'Sam ✓ Official' }) })
  const sam = await server.signIn(name)
  const body = { username: name, displayName: 'Sam ✓ Official', bio: 'New' }
  expect(await sam.call(users.updateProfile, { body })).toMatchObject(body)
  await sam.call(users.updateProfile, { body: { username: 'sam_1999' } })
  expect(await sam.call(users.updateProfile, { body: { username: name } })).toMatchObject({ username: name })
  const browser = await server.signIn(name)
  expect(await refusal(browser.call(users.updateProfile, { body: { displayName: 'Sam ✔' } }))).toMatchObject({
    code: BADGE,
  })
})

test('the table of confusable characters is that of Unicode 17', () => {
  expect(confusables).toBe(6565)
  // Since Unicode 14, 15, 16 and 17; and one from before.
  const looks = { '\u{1CCDE}': 'l', '\u{11DDA}': 'l', '\u{16EAA}': 'l', ш: 'w', '1': 'l' }
  for (const [character, look] of Object.entries(looks)) expect(prototypesOf(character)).toBe(look)
})
