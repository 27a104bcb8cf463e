// Passwords that are refused because they are easy to guess, or made of the person's or the product's words.
import { describe, expect, test } from 'vitest'
import { ratePassword } from '#server/features/auth/rate-password.ts'
import { wordsOf } from '#server/features/auth/refuse-weak-password.ts'
import { startServer } from '#test/server.ts'
import { CONSENT } from '#test/browser.ts'

const ADA = { username: 'ada_lovelace', displayName: 'Ada King Noel', email: 'countess.of@engine.example' }
const rate = (password: string) => ratePassword({ password, words: wordsOf(ADA) })

describe('Refused as easy to guess:', () => {
  test.each([
    'secret',
    'password',
    'Password1',
    'p4ssw0rd',
    'qwertyuiop',
    '12345678',
    'aaaaaaaaaaaaaaa',
    'abcabcabcabc',
    'iloveyou2',
    'sunshine',
    'drowssap',
    '19841984',
    // Words of the field, of signing in, of the calendar, and pairs of them, with the usual digits and signs.
    'bitcoin1',
    'Bitcoin!',
    'b1tc0in2026',
    'tesla2026',
    'TSLA2026!',
    'nasdaq100',
    'tothemoon',
    'ToTheMoon!1',
    'diamondhands',
    'DiamondHands69',
    'buylowsellhigh',
    'bullmarket2026',
    'bitcoin-ethereum',
    'warrenbuffett1',
    'hodl2moon',
    'wallstreetbets',
    'stocktrader99',
    'login1234',
    'Welcome2026!',
    'testuser123',
    'Winter2026!',
    'summer_2027',
    'October31st',
    'monday2026',
    'correcthorse',
    'correcthorsebatterystaple',
    'premiumsignals',
    'adabitcoin',
    'Ada-Tesla-26',
  ])('%s', (password) => expect(rate(password)).toBe('weak'))
})

describe('Refused as made of the person’s or the product’s words:', () => {
  test.each([
    'signalpost',
    'Signalpost1',
    's1gnalp0st',
    'signalpostsignalpost',
    'ada_lovelace',
    'LOVELACE99',
    'adaking2026',
    'countess.of',
    'engine-signalpost',
  ])('%s', (password) => expect(rate(password)).toBe('own_words'))
})

describe('Accepted:', () => {
  test.each([
    'qzvkxw',
    'a good password',
    'a long enough secret',
    'quiet harbor lamp',
    'correct-horse-battery',
    'signalpost tastes of oranges',
    'Zürich ist schön',
    'bitcoin eats oranges',
    'winter kettle 2026',
    'tesla-81736452',
    'horse tesla moon lamp',
    'mnwqbitcoin',
    '密码学很有趣的',
    'p'.repeat(30) + 'qzvkxw81!kd',
  ])('%s', (password) => expect(rate(password)).toBe('fine'))
})

test('a registration with such a password is refused, and the account isn’t created', async () => {
  const server = await startServer()
  const register = (password: string) =>
    server
      .visitor()
      .send('POST', '/api/register', { ...CONSENT, username: 'ada', email: 'ada@example.com', password })
  expect(await register('signalpost')).toMatchObject({
    status: 400,
    body: {
      code: 'password_of_own_words',
      message: 'Your password can’t be mostly your name, email or our name. Choose another one.',
    },
  })
  expect(await register('sunshine')).toMatchObject({
    status: 400,
    body: { code: 'weak_password', message: 'This password is too easy to guess. Choose another one.' },
  })
  expect((await register('quiet harbor lamp')).status).toBe(201)
  await server.stop()
})
