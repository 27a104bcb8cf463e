// The setting of the log's witnesses: keys for cosignatures, each with an address.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteKey } from '#engine/log/note.ts'
import { readWitnesses } from '#server/witness-settings.ts'
import { startWitness, type TestWitness } from '#test/witness.ts'
import { settingsErrors } from './settings-errors.ts'

let one: TestWitness
let two: TestWitness
beforeAll(async () => {
  one = await startWitness('one.test/witness', async () => '')
  two = await startWitness('two.test/witness', async () => '')
})
afterAll(() => {
  one.close()
  two.close()
})

test('keys and addresses alternate, on one line or several', () => {
  expect(readWitnesses(`${one.vkey} https://one.test/log/\n  ${two.vkey} http://two.test`)).toEqual([
    { name: 'one.test/witness', vkey: one.vkey, url: 'https://one.test/log' },
    { name: 'two.test/witness', vkey: two.vkey, url: 'http://two.test' },
  ])
})

test('anything else is refused', () => {
  const url = 'https://one.test'
  const logKey = noteKey('one.test/witness', Buffer.alloc(32, 1)).vkey
  const wrongId = one.vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
  const wrong = [
    one.vkey,
    `${url} ${one.vkey}`,
    `${one.vkey} ${url} ${two.vkey}`,
    `${one.vkey} ftp://one.test`,
  ]
  for (const text of [...wrong, `${logKey} ${url}`, `${wrongId} ${url}`, `${one.setting} ${one.setting}`])
    expect(readWitnesses(text)).toBeNull()
  expect(settingsErrors({ WITNESSES: one.vkey, SESSION_SECRET: 'x'.repeat(32) })).toEqual([
    'WITNESSES must be verifier keys of witnesses, each followed by its address, separated by spaces',
  ])
})
