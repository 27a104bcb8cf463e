// Secrets of brokers: sealed under the operator's key, for the row they stand in and no other.
import { expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openSecrets } from '#server/secrets.ts'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const secrets = (...keys: Buffer[]) => openSecrets(keys, systemClock)

test('what was sealed is opened for its owner, and never looks the same twice', () => {
  const sealed = secrets(OLD).seal('a broker’s token', 'ada')
  expect(secrets(OLD).open(sealed, 'ada')).toBe('a broker’s token')
  expect(sealed.toString('latin1')).not.toContain('token')
  expect(secrets(OLD).seal('a broker’s token', 'ada').equals(sealed)).toBe(false)
})

test('it can’t be moved to somebody else’s row', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  expect(() => secrets(OLD).open(sealed, 'bob')).toThrow('unable to authenticate')
})

test('any changed bit is noticed', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => secrets(OLD).open(changed, 'ada')).toThrow(/unable to authenticate|was not given/)
  }
})

test('while keys are changed both open, and only what lies under the new one is current', () => {
  const sealed = secrets(OLD).seal('token', 'ada')
  const both = secrets(NEW, OLD)
  expect(both.open(sealed, 'ada')).toBe('token')
  expect([both.isCurrent(sealed), both.isCurrent(both.seal('token', 'ada'))]).toEqual([false, true])
  expect(() => secrets(NEW).open(sealed, 'ada')).toThrow('under an ENCRYPTION_KEY that was not given')
})
