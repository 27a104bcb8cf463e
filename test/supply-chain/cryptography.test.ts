// docs/cryptography.md has every file that uses cryptography.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const PACKAGES =
  /(?:from |import\()'(?:node:crypto|jose|@node-rs\/argon2|otplib|@simplewebauthn\/server|age-encryption|pkijs)'/
const CALLS = /crypto\.subtle|getRandomValues|\.constructEvent\(|\.parseEventNotification\(/

const found = globSync('{server,engine,shared,web}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => PACKAGES.test(read(path)) || CALLS.test(read(path)))
const listed = [...read('docs/cryptography.md').matchAll(/`((?:server|engine|shared|web)\/[^`]+)`/g)].map(
  ([, path = '']) => path,
)

test('every file that uses cryptography has one line', () => {
  expect(found.length).toBeGreaterThan(40)
  expect(listed.toSorted()).toEqual(found.toSorted())
})

test('the key settings are all there', () => {
  const keys = [...read('server/settings.ts').matchAll(/^ {2}(\w+): (?:encryptionKey|sessionSecret)\(/gm)]
  const names = keys.map(([, name = '']) => name).filter((name) => !name.endsWith('_PREVIOUS'))
  expect(names).toHaveLength(4)
  const text = read('docs/cryptography.md')
  expect(names.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([])
})
