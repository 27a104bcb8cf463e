// Broker secrets: sealed under the operator's key, each for one owner.
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openSecrets } from '#server/secrets.ts'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const secrets = (...keys: Buffer[]) => openSecrets(keys, systemClock)

test('a sealed secret can be opened for its owner, and never looks the same twice', () => {
  const sealed = secrets(OLD).seal('a broker’s token', 'ada')
  expect(secrets(OLD).open(sealed, 'ada')).toBe('a broker’s token')
  expect(sealed.toString('latin1')).not.toContain('token')
  expect(secrets(OLD).seal('a broker’s token', 'ada').equals(sealed)).toBe(false)
})

test('a sealed secret can’t be opened for another owner', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  expect(() => secrets(OLD).open(sealed, 'bob')).toThrow('unable to authenticate')
})

test('any changed bit is detected', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => secrets(OLD).open(changed, 'ada')).toThrow(/unable to authenticate|is not configured/)
  }
})

test('during a key rotation both keys open secrets, and only those under the new key are current', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  const both = secrets(NEW, OLD)
  expect(both.open(sealed, 'ada')).toBe('token')
  expect([both.isCurrent(sealed), both.isCurrent(both.seal('token', 'ada'))]).toEqual([false, true])
  expect(() => secrets(NEW).open(sealed, 'ada')).toThrow('with an ENCRYPTION_KEY that is not configured')
})
